import { GatewayOpcodes } from 'discord-api-types/v10';
import { dataFor, isWanted, type Dispatch } from './dispatch.ts';

/** One frame for the client. */
export type Send = (frame: { op: number; d?: unknown; s?: number; t?: string }) => void;

/** A bot's session: its intents, and the events that it was sent, so that it can resume. */
export interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [number, number];
  /** The number of the last event. */
  readonly sequence: () => number;
  /** Sends an event to the client, or keeps it for the resumption. */
  readonly dispatch: (name: string, data: unknown) => void;
  /** Dispatches an event if the shard and the intents of this session want it. */
  readonly offer: (event: Dispatch) => void;
  /** The client acknowledges the events up to this number. */
  readonly acknowledge: (seq: number) => void;
  /** Whether the client has acknowledged all events. */
  readonly hasAcknowledgedAll: () => boolean;
  /** Attaches a connection and sends the events after `seq` again. */
  readonly attach: (send: Send, seq: number) => void;
  /** Detaches a lost connection; ignored when another one has replaced it. */
  readonly detach: (send: Send, at: number) => void;
  /** Since when the session has no connection; null while it has one. */
  readonly detachedAt: () => number | null;
}

/** How many events are kept for a resumption. */
const KEPT_EVENTS = 2_000;

export const createSession = (
  identity: Pick<Session, 'id' | 'intents' | 'shard'>,
  guildIds: readonly string[],
): Session => {
  let sequence = 0;
  let acknowledged = 0;
  let connection: Send | null = null;
  let detachedAt: number | null = null;
  const sent: { readonly s: number; readonly t: string; readonly d: unknown }[] = [];

  const dispatch = (name: string, data: unknown) => {
    sequence += 1;
    const event = { s: sequence, t: name, d: data };
    sent.push(event);
    if (sent.length > KEPT_EVENTS) sent.shift();
    connection?.({ op: GatewayOpcodes.Dispatch, ...event });
  };

  return {
    ...identity,
    sequence: () => sequence,
    dispatch,
    acknowledge: (seq) => {
      acknowledged = seq;
    },
    hasAcknowledgedAll: () => acknowledged === sequence,
    offer: (event) => {
      // Discord sends events without a guild to the first shard.
      const isOurs =
        event.guildId === null ? identity.shard[0] === 0 : guildIds.includes(event.guildId);
      if (isOurs && isWanted(event, identity.intents)) {
        dispatch(event.name, dataFor(event, identity.intents));
      }
    },
    attach: (send, seq) => {
      connection = send;
      detachedAt = null;
      for (const event of sent.filter(({ s }) => s > seq)) {
        send({ op: GatewayOpcodes.Dispatch, ...event });
      }
    },
    detach: (send, at) => {
      if (connection !== send) return;
      connection = null;
      detachedAt = at;
    },
    detachedAt: () => detachedAt,
  };
};

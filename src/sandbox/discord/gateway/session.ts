import { GatewayOpcodes } from 'discord-api-types/v10';
import { dataFor, isWanted, type Dispatch } from './dispatch.ts';

/** One frame for the client. */
export type Send = (frame: { op: number; d?: unknown; s?: number; t?: string }) => void;

/** A bot's session: what it wants to hear, and what it has been told, so that it can resume. */
export interface Session {
  readonly id: string;
  readonly intents: number;
  readonly shard: readonly [number, number];
  /** The number of the last event. */
  readonly sequence: () => number;
  /** Tells an event to the client, or keeps it for the resumption. */
  readonly tell: (name: string, data: unknown) => void;
  /** The same for an event that only some sessions want. */
  readonly offer: (event: Dispatch) => void;
  /** The client says that it has heard the events up to this number. */
  readonly heard: (seq: number) => void;
  /** Whether it has heard all that it was told. */
  readonly hasHeardAll: () => boolean;
  /** Attaches a connection; what it has missed after `seq` is told again first. */
  readonly attach: (send: Send, seq: number) => void;
  /** This connection is gone, at this time; nothing happens when another has taken its place. */
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
  let heard = 0;
  let connection: Send | null = null;
  let detachedAt: number | null = null;
  const told: { readonly s: number; readonly t: string; readonly d: unknown }[] = [];

  const tell = (name: string, data: unknown) => {
    sequence += 1;
    const event = { s: sequence, t: name, d: data };
    told.push(event);
    if (told.length > KEPT_EVENTS) told.shift();
    connection?.({ op: GatewayOpcodes.Dispatch, ...event });
  };

  return {
    ...identity,
    sequence: () => sequence,
    tell,
    heard: (seq) => {
      heard = seq;
    },
    hasHeardAll: () => heard === sequence,
    offer: (event) => {
      // Discord sends what belongs to no guild to the first shard.
      const isOurs =
        event.guildId === null ? identity.shard[0] === 0 : guildIds.includes(event.guildId);
      if (isOurs && isWanted(event, identity.intents)) {
        tell(event.name, dataFor(event, identity.intents));
      }
    },
    attach: (send, seq) => {
      connection = send;
      detachedAt = null;
      for (const event of told.filter(({ s }) => s > seq)) {
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

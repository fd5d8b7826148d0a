import { expect, onTestFinished } from 'vitest';
import { createRefresh } from '#src/app/feed.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { SECOND } from '#src/lib/time.ts';
import { createWebhookWriter, startInbox } from '#src/http/inbox.ts';
import { createDeliveryTaker } from '#src/http/webhook-delivery.ts';
import { SECRET, signed } from '../../http/stage.ts';
import { settle, type Stage } from '../stage.ts';

/** One webhook of the service, and what its sender and the network make of it. */
export interface Webhook {
  readonly event: string;
  readonly id: number;
  /** Deliveries with the same body: the service delivers at least once. */
  readonly copies: number;
  readonly isForged: boolean;
}

const later = (seconds: number): Promise<void> =>
  new Promise((resolve) => {
    if (seconds === 0) resolve();
    else setTimeout(resolve, seconds * SECOND);
  });

/** The feed of one process: the inbox of its webhooks, and the reads that follow from them. */
const aFeed = (
  {
    db,
    observer,
    log,
  }: { db: ReturnType<Stage['db']>; observer: MatchObserver; log: Stage['log'] },
  answers: {
    readonly match: (id: number) => Promise<Match | undefined>;
    readonly calendar: () => readonly Tournament[];
  },
) => {
  const order = createReadOrder();
  let isKilled = false;
  const clocks = { now: Date.now, monotonic: Date.now };
  const read = async (id: number): Promise<void> => {
    const request = order.begin();
    const match = await answers.match(id);
    if (isKilled) return;
    await order.apply(request, id, () =>
      match === undefined ? observer.removed(id) : observer.match(match, Date.now()),
    );
  };
  const readCalendar = async (): Promise<void> => {
    for (const tournament of answers.calendar()) await observer.tournament(tournament);
  };
  const refresh = createRefresh({
    api: { forgetMatch: () => undefined },
    live: { refreshMatch: read, refreshCalendar: () => void readCalendar() },
    directorySync: { refresh: () => Promise.resolve() },
  });
  const inbox = startInbox({ db, refresh, ...clocks, log });
  const take = createDeliveryTaker({
    signing: { secrets: [SECRET], header: 'Signature' },
    store: createWebhookWriter({ db, now: Date.now, onStored: inbox.wake }),
    now: Date.now,
  });
  return {
    read,
    readCalendar,
    take,
    stop: async (): Promise<void> => {
      isKilled = true;
      await inbox.stop();
    },
  };
};

/** The data service: what it says of each match now, slowly or not, and its webhooks. */
export const aService = (stage: Stage) => {
  const matches = new Map<number, Match>();
  const tournaments = new Map<number, Tournament>();
  let answerSeconds = 0;
  const open = () =>
    aFeed(
      { db: stage.db(), observer: stage.observer(), log: stage.log },
      {
        match: async (id) => {
          const match = matches.get(id);
          await later(answerSeconds);
          return match;
        },
        calendar: () => [...tournaments.values()],
      },
    );
  let feed = open();
  onTestFinished(() => feed.stop());
  let sent = 0;

  /** A webhook with a body and signature of its own, which is delivered when it is called. */
  const webhook = ({ event, id, copies, isForged }: Webhook) => {
    sent += 1;
    const at = new Date(Date.now() + sent).toISOString();
    const body = Buffer.from(JSON.stringify({ event, occurred_at: at, data: { id } }));
    const signature = signed(body, isForged ? 'another secret' : SECRET);
    return async (): Promise<void> => {
      for (let copy = 0; copy < copies; copy += 1) {
        const outcome = await feed.take(body, () => signature);
        const taken = copy === 0 ? 'accepted' : 'repeated';
        expect(outcome).toBe(isForged ? 'invalid-signature' : taken);
      }
      await settle();
    };
  };

  return {
    /** What the service says of a match from now on; undefined when it has it no more. */
    says: (id: number, match: Match | undefined): void => {
      if (match === undefined) matches.delete(id);
      else matches.set(id, match);
    },
    /** How long its answers take from now on. */
    answersIn: (seconds: number): void => {
      answerSeconds = seconds;
    },
    /** What the calendar says of a tournament from now on: it lists no other. */
    lists: (tournament: Tournament): void => {
      tournaments.clear();
      tournaments.set(tournament.id, tournament);
    },
    /** The sync reads a match, or the calendar. */
    read: (id: number): Promise<void> => feed.read(id),
    readCalendar: (): Promise<void> => feed.readCalendar(),
    webhook,
    /** One webhook that arrives as it should. */
    push: async (event: string, id: number): Promise<void> => {
      await webhook({ event, id, copies: 1, isForged: false })();
    },
    /** The process is killed and starts again: what it was reading is lost. */
    restart: async (): Promise<void> => {
      await feed.stop();
      await stage.restart();
      feed = open();
    },
  };
};

export type Service = ReturnType<typeof aService>;

import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { startAlerts } from '#test/alerts/start-alerts.ts';
import type { ChannelWriter, Sender, SendOutcome } from '#src/alerts/delivery/sender.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import type { Db } from '#src/store/connection/database.ts';
import { saveChances } from '#src/store/matches/matches.ts';
import { trailingCards } from './cards.ts';
import { followMatch } from './followers.ts';
import { aLiveMatch, framesOf, type Frame } from './matches.ts';
import { playersIn, type News } from './news.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';

/** Between two points. */
export const POINT_TAKES = 22_000;

/** The requests to Discord. */
export interface Told {
  readonly posts: number;
  readonly edits: number;
}

export interface EveningOptions {
  readonly db: Db;
  /** The frames of each match; they are played one after the other. */
  readonly matches: readonly (readonly Frame[])[];
  /** Channels that follow every match. */
  readonly channels: News['channels'];
  /** After this many points nothing more is due. */
  readonly toldEach: number;
}

/** A Discord that accepts everything at once, and counts. */
const createCountingSender = () => {
  const told = { posts: 0, edits: 0 };
  const taken = (what: keyof typeof told): Promise<SendOutcome> => {
    told[what] += 1;
    // Of the length of Discord's.
    const messageId = String(1_000_000_000_000_000_000n + BigInt(told.posts));
    return Promise.resolve({ kind: 'sent', messageId });
  };
  const writer: ChannelWriter = {
    post: () => taken('posts'),
    find: () => Promise.resolve(null),
    edit: () => taken('edits'),
    remove: () => taken('edits'),
    openThread: () => taken('posts'),
    openPost: () => taken('posts'),
    publish: () => taken('edits'),
    pin: () => taken('edits'),
    within: () => writer,
  };
  const sender: Sender = {
    inTurn: (_channel, _lane, work) => work(writer),
    directChannel: (userId) => Promise.resolve(userId),
  };
  return { told, sender };
};

/** The frames of an evening's matches, with random winners of points. */
export const matchesOfEvening = (count: number): readonly (readonly Frame[])[] =>
  Array.from({ length: count }, (_, n) => {
    const id = 800 + n;
    const random = randomFrom('evening', id);
    return framesOf(id, () => (random() < 0.52 ? 'team_1' : 'team_2'));
  });

/** Resolves when everything due was delivered. */
const untilTold = async (db: Db): Promise<void> => {
  for (;;) {
    for (let turns = 0; turns < 5; turns += 1) await turn();
    const open = await db
      .selectFrom('events')
      .select('id')
      .where('doneAt', 'is', null)
      .executeTakeFirst();
    if (open === undefined && (await trailingCards(db)) === 0) return;
  }
};

/** Plays an evening with the real ingest and delivery, on a clock that jumps from point to point. */
export const playEvening = async (options: EveningOptions): Promise<Told> => {
  const { db, matches, channels, toldEach } = options;
  const log = pino({ level: 'fatal' });
  let clock = Date.UTC(2026, 5, 7, 18);
  const now = (): number => clock;
  const { told, sender } = createCountingSender();
  const alerts = startAlerts({ db, sender, now, draw: drawPicture, log });
  for (const [index, frames] of matches.entries()) {
    const id = frames[0]?.id ?? index;
    const match = aLiveMatch(id, playersIn({ matchId: id }), clock);
    await followMatch(db, id, channels);
    await alerts.observer.match({ ...match, status: 'scheduled', startedAt: null }, clock);
    await saveChances(db, id, { team_1: 0.5, team_2: 0.5 });
    await alerts.observer.match({ ...match, startedAt: clock }, clock);
    for (const [point, frame] of frames.entries()) {
      clock += POINT_TAKES;
      const update = parseLive(frame);
      if (update !== null) await alerts.observer.points(update, clock);
      if (point % toldEach === 0) await untilTold(db);
    }
    const last = frames.at(-1);
    const score = last === undefined ? [] : (parseLive(last)?.sets ?? []);
    const sets = score.flatMap((set) => set.score ?? { team_1: 6, team_2: 0, tieBreak: null });
    const ended = { ...match, status: 'finished', score: sets, winner: 'team_1' } as const;
    await alerts.observer.match({ ...ended, startedAt: clock, duration: 90 }, clock);
    await untilTold(db);
  }
  await alerts.stop();
  return told;
};

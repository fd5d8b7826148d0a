import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { startAlerts } from '#test/alerts/start-alerts.ts';
import type { ChannelWriter, Sender, SendOutcome } from '#src/alerts/sender.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import { randomFrom } from '#src/sandbox/padel-service/world/random.ts';
import { openStore, type Db } from '#src/store/database.ts';
import { saveChances } from '#src/store/matches.ts';
import type { BotName } from '../bots/bot.ts';
import type { Figure } from '../finding.ts';
import { trailingCards } from '../world/cards.ts';
import { followMatch } from '../world/followers.ts';
import { aLiveMatch, framesOf, scoreIn, type Frame } from '../world/matches.ts';
import { playersIn } from '../world/news.ts';
import { copyOfWorld } from '../world/world.ts';
import { each, rowOf } from './row.ts';

const MATCHES = 20;
const FEW_MATCHES = 1;
/** Between two points. */
const POINT_TAKES = 22_000;
/** How often a simple bot looks. */
const POLL_EVERY = 30_000;
const CHANNEL = [1, 1] as const;

interface Told {
  readonly posts: number;
  readonly edits: number;
}

/** A Discord that takes everything at once, and counts. */
const createCountingSender = () => {
  const told = { posts: 0, edits: 0 };
  const taken = (what: keyof typeof told): Promise<SendOutcome> => {
    told[what] += 1;
    return Promise.resolve({ kind: 'sent', messageId: String(told.posts) });
  };
  const writer: ChannelWriter = {
    post: () => taken('posts'),
    edit: () => taken('edits'),
    remove: () => taken('edits'),
    openThread: () => taken('posts'),
    openPost: () => taken('posts'),
    publish: () => taken('edits'),
    within: () => writer,
  };
  const sender: Sender = { inTurn: (_channel, _lane, work) => work(writer) };
  return { told, sender };
};

/** The frames of one match, its points won by either team as luck has it. */
const playOut = (id: number): readonly Frame[] => {
  const random = randomFrom('evening', id);
  return framesOf(id, () => (random() < 0.52 ? 'team_1' : 'team_2'));
};

/** Resolves when everything is told that there is to tell. */
const untilTold = async (db: Db): Promise<void> => {
  for (;;) {
    for (let turns = 0; turns < 5; turns += 1) await turn();
    const open = await db
      .selectFrom('events')
      .select('id')
      .where('done_at', 'is', null)
      .executeTakeFirst();
    if (open === undefined && (await trailingCards(db)) === 0) return;
  }
};

/** Ours: the real ingest and delivery, on a clock that goes from point to point. */
const oursTells = async (matches: readonly (readonly Frame[])[]): Promise<Told> => {
  const log = pino({ level: 'fatal' });
  const { db, close } = await openStore(`file:${await copyOfWorld('evening')}`, log);
  let clock = Date.UTC(2026, 5, 7, 18);
  const now = (): number => clock;
  const { told, sender } = createCountingSender();
  const alerts = startAlerts({ db, sender, now, log });
  for (const [index, frames] of matches.entries()) {
    const id = frames[0]?.id ?? index;
    const match = aLiveMatch(id, playersIn({ matchId: id }), clock);
    await followMatch(db, id, CHANNEL);
    await alerts.observer.match({ ...match, status: 'scheduled', startedAt: null }, clock);
    await saveChances(db, id, { team_1: 0.5, team_2: 0.5 });
    await alerts.observer.match({ ...match, startedAt: clock }, clock);
    for (const frame of frames) {
      clock += POINT_TAKES;
      const update = parseLive(frame);
      if (update !== null) await alerts.observer.points(update, clock);
      await untilTold(db);
    }
    const last = frames.at(-1);
    const score = last === undefined ? [] : (parseLive(last)?.sets ?? []);
    const sets = score.flatMap((set) => set.score ?? { team_1: 6, team_2: 0, tieBreak: null });
    const ended = { ...match, status: 'finished', score: sets, winner: 'team_1' } as const;
    await alerts.observer.match({ ...ended, startedAt: clock, duration: 90 }, clock);
    await untilTold(db);
  }
  await alerts.stop();
  await close();
  return told;
};

/** A bot that posts the score whenever it has changed since it looked last, each so many milliseconds. */
const changesSeen = (frames: readonly Frame[], every: number): number => {
  const scores = frames.map(scoreIn);
  const seen: string[] = [];
  for (let at = 0; at < frames.length * POINT_TAKES; at += every) {
    const score = scores[Math.floor(at / POINT_TAKES)] ?? '';
    if (score !== seen.at(-1)) seen.push(score);
  }
  return seen.length;
};

/** A channel follows the matches of an evening: how often does it ring? */
export const evening: Figure = async ({ isQuick }) => {
  const count = isQuick ? FEW_MATCHES : MATCHES;
  const matches = Array.from({ length: count }, (_, n) => playOut(800 + n));
  const all = (every: number): Told => ({
    posts: matches.reduce((sum, frames) => sum + changesSeen(frames, every), 0),
    edits: 0,
  });
  const found = new Map<BotName, Told>([
    ['ours', await oursTells(matches)],
    ['loop', all(POINT_TAKES)],
    ['queue', all(POINT_TAKES)],
    ['polling', all(POLL_EVERY)],
  ]);
  return [
    rowOf(
      { figure: `posts in a channel that follows ${count} matches of an evening`, words: String },
      each(found, ({ posts }) => posts),
    ),
    rowOf(
      { figure: 'edits of its live cards, which ring nowhere', words: String },
      each(found, ({ edits }) => edits),
    ),
  ];
};

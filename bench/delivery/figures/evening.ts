import { pino } from 'pino';
import { openStore } from '#src/store/connection/database.ts';
import type { BotName } from '../bots/bot.ts';
import type { Figure } from '../finding.ts';
import { matchesOfEvening, playEvening, POINT_TAKES, type Told } from '../world/evening.ts';
import { scoreIn, type Frame } from '../world/matches.ts';
import { copyOfWorld } from '../world/world.ts';
import { each, rowOf } from './row.ts';

const MATCHES = 20;
const FEW_MATCHES = 1;
/** How often a simple bot polls. */
const POLL_EVERY = 30_000;
const CHANNEL = [1, 1] as const;

/** Our delivery, in a world where many channels follow other matches. */
const oursTells = async (matches: readonly (readonly Frame[])[]): Promise<Told> => {
  const log = pino({ level: 'fatal' });
  const { db, close } = await openStore(`file:${await copyOfWorld('evening')}`, log);
  const told = await playEvening({ db, matches, channels: CHANNEL, toldEach: 1 });
  await close();
  return told;
};

/** A bot that polls at this interval and posts every changed score. */
const changesSeen = (frames: readonly Frame[], every: number): number => {
  const scores = frames.map(scoreIn);
  const seen: string[] = [];
  for (let at = 0; at < frames.length * POINT_TAKES; at += every) {
    const score = scores[Math.floor(at / POINT_TAKES)] ?? '';
    if (score !== seen.at(-1)) seen.push(score);
  }
  return seen.length;
};

/** The number of notifications for a channel that follows an evening's matches. */
export const evening: Figure = async ({ isQuick }) => {
  const count = isQuick ? FEW_MATCHES : MATCHES;
  const matches = matchesOfEvening(count);
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

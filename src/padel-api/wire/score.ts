import { z } from 'zod';
import { anything, expecting } from './lenient.ts';
import {
  isCompleteSet,
  isMatchTieBreak,
  mayBeSet,
  type SetScore,
} from '../../domain/match/score.ts';

/** `6`, `6(4)`, `10`: games, and the points of the tie-break's loser in brackets. */
const GAMES = /^(\d{1,2})(?:\((\d{1,3})\))?$/;

/** `6-4`, `7-6(4)`, `7-6 (4)`, `10-7`. */
const SET = /^(\d{1,2})\s*-\s*(\d{1,2})\s*(?:\((\d{1,3})\))?$/;

/** `7-66`, `67-7`: a tie-break set run together, the loser's games followed by the loser's points. */
const RUN_TOGETHER = /^(?:(7)-6(\d{1,2})|6(\d{1,2})-(7))$/;

/** Parses one set as text, in every form that was observed (padel-facts); null for any other. */
export const parseSet = (text: string): SetScore | null => {
  const joined = RUN_TOGETHER.exec(text.trim());
  if (joined !== null) {
    const [, firstWon, secondsPoints, firstsPoints] = joined;
    return firstWon === undefined ? setOf(6, 7, firstsPoints) : setOf(7, 6, secondsPoints);
  }
  const plain = SET.exec(text.trim());
  if (plain === null) return null;
  const [, first, second, tieBreak] = plain;
  return setOf(Number(first), Number(second), tieBreak);
};

/** Null for more games than a set has, unless they are the points of a match tie-break. */
const setOf = (team_1: number, team_2: number, tieBreak: string | undefined): SetScore | null => {
  const set = { team_1, team_2, tieBreak: tieBreak === undefined ? null : Number(tieBreak) };
  return Math.max(team_1, team_2) < 10 || isMatchTieBreak(set) ? set : null;
};

const cell = z.union([z.string(), z.number()]).transform(String);
const setObject = z.object({ team_1: cell, team_2: cell });

const parseSetObject = (raw: z.infer<typeof setObject>): SetScore | null => {
  const first = GAMES.exec(raw.team_1.trim());
  const second = GAMES.exec(raw.team_2.trim());
  if (first === null || second === null) return null;
  return setOf(Number(first[1]), Number(second[1]), first[2] ?? second[2]);
};

const parseOne = (raw: unknown): SetScore | null => {
  if (typeof raw === 'string') return parseSet(raw);
  const parsed = setObject.safeParse(raw);
  return parsed.success ? parseSetObject(parsed.data) : null;
};

const rowsOf = (raw: unknown): readonly unknown[] => {
  if (Array.isArray(raw)) return raw;
  return typeof raw === 'string' ? setsIn(raw) : [];
};

/** Longer than three sets with tie-breaks and blanks. */
const MAX_SCORE_LENGTH = 60;

/** `6-4 7-6 (4)`: brackets belong to the set before them. */
const setsIn = (text: string): readonly string[] => {
  if (text.length > MAX_SCORE_LENGTH) return [];
  const sets: string[] = [];
  for (const word of text.split(/\s/)) {
    if (word.startsWith('(')) sets.push(`${sets.pop() ?? ''} ${word}`);
    else if (word !== '') sets.push(word);
  }
  return sets;
};

const MAX_SETS = 3;

/**
 * The score of a match: an array of `{team_1, team_2}`, an array of texts, or one text. Anything else
 * is "score unknown", never an error. So is a set after an unfinished one, which is impossible.
 *
 * Of a score with an unreadable set the sets before it are kept: those after it would take its place,
 * and count as other sets than they are. A match that lacks a set is never final by its score.
 */
export const matchScore = expecting('list or text').transform((raw): readonly SetScore[] | null => {
  const rows = rowsOf(raw);
  if (rows.length > MAX_SETS) return null;
  const sets = rows.map(parseOne);
  const unreadable = sets.findIndex((set, index) => set === null || !mayBeSet(set, index + 1));
  const known = sets
    .slice(0, unreadable === -1 ? MAX_SETS : unreadable)
    .filter((set) => set !== null);
  return known.length > 0 && known.slice(0, -1).every(isCompleteSet) ? known : null;
});

/** The score of a complete set in the live feed; null while it is in progress. */
export const liveSetScore = anything.transform((raw): SetScore | null =>
  typeof raw === 'string' ? parseSet(raw) : null,
);

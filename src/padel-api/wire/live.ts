import { z } from 'zod';
import type { LiveGame, LivePoints, LiveSet, Point } from '../../domain/match/live-points.ts';
import type { ByTeam } from '../../domain/terms.ts';
import { withinBounds } from './envelope.ts';
import { anyTeam, expecting, MASK, readable, wireText, whole } from './lenient.ts';
import { always, due, today } from './marks.ts';
import { liveSetScore } from './score.ts';

/** `3 - 1`, `3-1`: the games of the set before this game. */
const gamesBefore = z.string().transform((value, context): ByTeam<number> => {
  const parts = /^\s*(\d{1,2})\s*[-:]\s*(\d{1,2})\s*(?:\(\d{1,3}\)\s*)?$/.exec(value);
  if (parts !== null) return { team_1: Number(parts[1]), team_2: Number(parts[2]) };
  context.addIssue(`game_score should look like "3 - 1", not "${value}"`);
  return z.NEVER;
});

const POINT = /^\s*(0|15|30|40|A|\d{1,2})\s*[:-]\s*(0|15|30|40|A|\d{1,2})\s*$/;

const point = z.string().transform((value, context): Point => {
  const [, team_1, team_2] = POINT.exec(value) ?? [];
  if (team_1 !== undefined && team_2 !== undefined) return { team_1, team_2 };
  context.addIssue(`a point should look like "40:15", not "${value}"`);
  return z.NEVER;
});

const game = z
  .object({
    game_number: whole,
    game_score: gamesBefore,
    serving: anyTeam,
    points: readable(point),
  })
  .transform((raw): LiveGame => ({
    number: raw.game_number,
    before: raw.game_score,
    points: raw.points,
    ...(raw.serving === null ? {} : { serving: raw.serving }),
  }));

const set = z
  .object({
    set_number: whole.pipe(z.number().min(1).max(3)),
    set_score: liveSetScore,
    games: readable(game),
  })
  .transform((raw): LiveSet => ({
    number: raw.set_number,
    score: raw.set_score,
    games: raw.games,
  }));

/** The name of a public channel (Pusher's documentation, "Channel naming conventions"). */
const PUBLIC_CHANNEL = /^(?!private-|presence-)[A-Za-z0-9_\-=@,.;]{1,164}$/;

/**
 * The name of a match's channel, which only the service knows; null for anything else, and for what
 * every object has as a property: pusher-js looks channels up in one.
 */
const channel = expecting('text').transform((value) =>
  typeof value === 'string' && value !== MASK && PUBLIC_CHANNEL.test(value) && !(value in {})
    ? value
    : null,
);

/**
 * A live match: a row of `GET /live`, the response of `GET /matches/{match}/live` and the payload of a
 * push have the same shape (specification, "Live match (MatchLiveResource)"). Unreadable points, games
 * and sets are skipped: the feed has gaps anyway.
 */
export const liveWire = z
  .object({
    id: always(whole),
    // Rows of the list have none.
    status: today(wireText),
    channel: due(channel, 'in play', ({ sets }) => Array.isArray(sets) && sets.length > 0),
    sets: readable(set),
  })
  .transform((raw): LivePoints => ({
    matchId: raw.id,
    status: raw.status,
    sets: raw.sets,
    ...(raw.channel === null ? {} : { channel: raw.channel }),
  }));

/** Parses a pushed frame; null when it is not a live match. */
export const parseLive = (payload: unknown): LivePoints | null =>
  liveWire.safeParse(withinBounds(payload)).data ?? null;

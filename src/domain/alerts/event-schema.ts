import { z } from 'zod';
import { matchEvents, resultEvent } from '../match/match-event.ts';
import { byTeamSchema, teamSchema } from '../schemas.ts';
import { CATEGORIES, ROUNDS } from '../terms.ts';
import { DRAWS } from '../match/tie.ts';

/** When and where a match is scheduled, according to the order of play. */
export const appointment = z.object({
  playedOn: z.string().nullable(),
  startedAt: z.number().nullable(),
  scheduleLabel: z.string().nullable(),
  court: z.string().nullable(),
  /** As in `Match` (../match/match.ts); missing when unknown. */
  scheduledAt: z.number().exactOptional(),
  venueOffset: z.number().exactOptional(),
});

export const keyOutcome = z.object({
  /** Who won the game, and whether against the serve; null while the server is unknown. */
  winner: teamSchema,
  isBreak: z.boolean().nullable(),
  /** The chance of the game's winner after it. */
  chance: z.number(),
  at: z.number(),
});

/** Who won the match of a moment; null where it ended early: a retirement completes no upset. */
export const matchEnd = z.object({ winner: teamSchema.nullable(), at: z.number() });

const matchNews = [
  /** A tie is decided. Posted with the deciding rubber, to that match's audience. */
  z.object({
    kind: z.literal('tie'),
    /** The key of the tie (../tournament/ties.ts). */
    tie: z.string(),
    matchId: z.number(),
    /** Null once a correction has undone it. */
    winner: teamSchema.nullable(),
    /** Rubbers won; null when unknown. */
    score: byTeamSchema(z.number()).nullable(),
    /** The match record of the deciding rubber does not have its score yet; missing once it has. */
    confirmed: z.literal(false).exactOptional(),
    /** As in the rubber's result. */
    moment: z.literal(true).exactOptional(),
  }),
  z.object({
    kind: z.literal('correction'),
    matchId: z.number(),
    /** The match revision that caused the correction. */
    rev: z.number(),
    before: resultEvent,
    after: resultEvent,
  }),
  z.object({
    kind: z.literal('schedule'),
    matchId: z.number(),
    rev: z.number(),
    before: appointment,
    after: appointment,
  }),
  /** A game decides much of its match (moments.ts). */
  z.object({
    kind: z.literal('key'),
    matchId: z.number(),
    set: z.number(),
    /** Games of the set before this game. */
    games: byTeamSchema(z.number()),
    /** The number of the game in the match, from 1. */
    game: z.number(),
    /** Team 1's chance to win the match: now, if it wins the game, and if it loses it. */
    chance: z.number(),
    won: z.number(),
    lost: z.number(),
    outcome: keyOutcome.nullable(),
    end: matchEnd.nullable(),
  }),
  /** An outsider stands level with the favourite or better, for the first time in the match. */
  z.object({
    kind: z.literal('upset'),
    matchId: z.number(),
    outsider: teamSchema,
    /** The outsider's chance before the match, and now. */
    before: z.number(),
    chance: z.number(),
    set: z.number(),
    games: byTeamSchema(z.number()),
    game: z.number(),
    end: matchEnd.nullable(),
  }),
  /** The previous match on its court is over, or will be soon. */
  z.object({
    kind: z.literal('next'),
    matchId: z.number(),
    /** Minutes until it may start, estimated from the previous match; null when that one is over. */
    minutes: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('reminder'),
    matchId: z.number(),
    /** How long before the match the reminder is posted. */
    minutes: z.number(),
    startsAt: z.number(),
    /** It may start later. */
    isNotBefore: z.boolean().exactOptional(),
  }),
] as const;

export const TOURNAMENT_CHANGES = [
  'begins',
  'cancelled',
  'postponed',
  /** The service no longer has it. */
  'removed',
  /** It was off, and takes place after all. */
  'restored',
  'moved',
  'merged',
  'over',
] as const;

const category = z.enum(CATEGORIES);

const widerNews = [
  z.object({
    kind: z.literal('draw'),
    tournamentId: z.number(),
    category: category.nullable(),
    round: z.literal([...ROUNDS]).nullable(),
    /** The phase of a team tournament; missing for pairs. */
    draw: z.enum(DRAWS).exactOptional(),
    matchIds: z.array(z.number()),
  }),
  z.object({
    kind: z.literal('tournament'),
    tournamentId: z.number(),
    change: z.enum(TOURNAMENT_CHANGES),
    /** When it was noticed: a tournament may change to and fro. */
    at: z.number(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    /** Where it is played, if that is new. */
    place: z
      .object({ location: z.string().nullable(), country: z.string().nullable() })
      .exactOptional(),
    /** What it was before a merge. */
    former: z.object({ id: z.number(), name: z.string() }).exactOptional(),
  }),
] as const;

export const rankedPlayer = z.object({
  id: z.number(),
  name: z.string(),
  place: z.number(),
  /** Place a week earlier; null when unranked then, or unknown. */
  before: z.number().nullable(),
  points: z.number().nullable(),
});

const channelEvents = [
  /** The daily digest: the day's matches. */
  z.object({ kind: z.literal('digest'), channelKey: z.number(), date: z.string() }),
  /** The ranking published on a Monday. */
  z.object({
    kind: z.literal('ranking'),
    channelKey: z.number(),
    date: z.string(),
    category,
    players: z.array(rankedPlayer),
  }),
  /** The digest of alerts held back during quiet hours. */
  z.object({ kind: z.literal('quiet-hours-digest'), channelKey: z.number(), until: z.number() }),
] as const;

export const alertEvent = z.discriminatedUnion('kind', [
  ...matchEvents,
  ...matchNews,
  ...widerNews,
  ...channelEvents,
]);

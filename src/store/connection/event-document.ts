import { z } from 'zod';
import {
  TOURNAMENT_CHANGES,
  type AlertEvent,
  type AlertEventKind,
  type RankedPlayer,
} from '../../domain/alerts/events.ts';
import type { SetScore } from '../../domain/match/score.ts';
import { CATEGORIES, ROUNDS, type ByTeam } from '../../domain/terms.ts';
import { DRAWS } from '../../domain/tournament/ties.ts';

export const byTeam = <T>(value: z.ZodType<T>): z.ZodType<ByTeam<T>> =>
  z.object({ team_1: value, team_2: value });

export const team = z.enum(['team_1', 'team_2']);
export const setScore: z.ZodType<SetScore> = z.object({
  team_1: z.number(),
  team_2: z.number(),
  tieBreak: z.number().nullable(),
});

const resultEvent = z.object({
  kind: z.literal('result'),
  matchId: z.number(),
  status: z.string(),
  winner: team,
  score: z.array(setScore),
  minutes: z.number().nullable(),
  confirmed: z.literal(false).exactOptional(),
  tie: byTeam(z.number()).exactOptional(),
  moment: z.literal(true).exactOptional(),
  withdrawn: z.number().exactOptional(),
});

const appointment = z.object({
  playedOn: z.string().nullable(),
  startedAt: z.number().nullable(),
  scheduleLabel: z.string().nullable(),
  court: z.string().nullable(),
  scheduledAt: z.number().exactOptional(),
  venueOffset: z.number().exactOptional(),
});

const category = z.enum(CATEGORIES);
const round = z.literal([...ROUNDS]);

export const rankedPlayer: z.ZodType<RankedPlayer> = z.object({
  id: z.number(),
  name: z.string(),
  place: z.number(),
  before: z.number().nullable(),
  points: z.number().nullable(),
});

const matchEnd = z.object({ winner: team.nullable(), at: z.number() }).nullable();

const eventSchemas = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), matchId: z.number() }),
  z.object({
    kind: z.literal('set'),
    matchId: z.number(),
    set: z.number(),
    score: setScore,
    minutes: z.number().nullable(),
    withResult: z.literal(true).exactOptional(),
    withdrawn: z.literal(true).exactOptional(),
  }),
  resultEvent,
  z.object({
    kind: z.literal('tie'),
    tie: z.string(),
    matchId: z.number(),
    winner: team.nullable(),
    score: byTeam(z.number()).nullable(),
    confirmed: z.literal(false).exactOptional(),
    moment: z.literal(true).exactOptional(),
  }),
  z.object({
    kind: z.literal('correction'),
    matchId: z.number(),
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
  z.object({
    kind: z.literal('key'),
    matchId: z.number(),
    set: z.number(),
    games: byTeam(z.number()),
    game: z.number(),
    chance: z.number(),
    won: z.number(),
    lost: z.number(),
    outcome: z
      .object({
        winner: team,
        isBreak: z.boolean().nullable(),
        chance: z.number(),
        at: z.number(),
      })
      .nullable(),
    end: matchEnd,
  }),
  z.object({
    kind: z.literal('upset'),
    matchId: z.number(),
    outsider: team,
    before: z.number(),
    chance: z.number(),
    set: z.number(),
    games: byTeam(z.number()),
    game: z.number(),
    end: matchEnd,
  }),
  z.object({
    kind: z.literal('next'),
    matchId: z.number(),
    minutes: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('reminder'),
    matchId: z.number(),
    minutes: z.number(),
    startsAt: z.number(),
    isNotBefore: z.boolean().exactOptional(),
  }),
  z.object({
    kind: z.literal('draw'),
    tournamentId: z.number(),
    category: category.nullable(),
    round: round.nullable(),
    draw: z.enum(DRAWS).exactOptional(),
    matchIds: z.array(z.number()),
  }),
  z.object({
    kind: z.literal('tournament'),
    tournamentId: z.number(),
    change: z.enum(TOURNAMENT_CHANGES),
    at: z.number(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    place: z
      .object({ location: z.string().nullable(), country: z.string().nullable() })
      .exactOptional(),
    former: z.object({ id: z.number(), name: z.string() }).exactOptional(),
  }),
  z.object({ kind: z.literal('digest'), channelKey: z.number(), date: z.string() }),
  z.object({
    kind: z.literal('ranking'),
    channelKey: z.number(),
    date: z.string(),
    category,
    players: z.array(rankedPlayer),
  }),
  z.object({ kind: z.literal('quiet-hours-digest'), channelKey: z.number(), until: z.number() }),
]);

/** The kinds of event that this version reads. A newer one may store others. */
export const READABLE_EVENT_KINDS: readonly string[] = eventSchemas.options.map(
  ({ shape }) => shape.kind.value,
);

/** Does not compile while a kind of event has no schema. */
export const eventDocument: AlertEventKind extends z.output<typeof eventSchemas>['kind']
  ? z.ZodType<AlertEvent>
  : never = eventSchemas;

import { z } from 'zod';
import type { LiveGame } from '../../domain/match/live-points.ts';
import type { Match, PlayerRef } from '../../domain/match/match.ts';
import {
  TOURNAMENT_CHANGES,
  type AlertEvent,
  type AlertEventKind,
  type RankedPlayer,
} from '../../domain/alerts/events.ts';
import type { TrackedSet, MatchState } from '../../domain/match/state.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { SetScore } from '../../domain/match/score.ts';
import { CATEGORIES, ROUNDS, type ByTeam } from '../../domain/terms.ts';
import { DRAWS, type ServiceTie } from '../../domain/tournament/ties.ts';
import type { MatchVideos } from '../../domain/tournament/videos.ts';
import { createMemo } from '../../lib/memo.ts';

/** Schemas of the stored JSON. */

const byTeam = <T>(value: z.ZodType<T>): z.ZodType<ByTeam<T>> =>
  z.object({ team_1: value, team_2: value });

const team = z.enum(['team_1', 'team_2']);
const setScore: z.ZodType<SetScore> = z.object({
  team_1: z.number(),
  team_2: z.number(),
  tieBreak: z.number().nullable(),
});
const playerRef: z.ZodType<PlayerRef> = z.object({
  id: z.number(),
  name: z.string(),
  called: z.string().nullish(),
});

const matchDocument: z.ZodType<Match> = z.object({
  id: z.number(),
  tournamentId: z.number().nullable(),
  category: z.enum(['men', 'women']).nullable(),
  round: z.literal([...ROUNDS]).nullable(),
  roundName: z.string(),
  slot: z.number().nullable(),
  playedOn: z.string().nullable(),
  startedAt: z.number().nullable(),
  duration: z.number().nullable(),
  scheduleLabel: z.string().nullable(),
  court: z.string().nullable(),
  courtOrder: z.number().nullable(),
  status: z.string(),
  score: z.array(setScore).nullable(),
  winner: team.nullable(),
  teams: byTeam(z.array(playerRef)),
  withheld: z.array(z.string()),
  scheduledAt: z.number().exactOptional(),
  venueOffset: z.number().exactOptional(),
  seeds: byTeam(z.string().nullable()).exactOptional(),
  draw: z.enum(DRAWS).exactOptional(),
  watchability: z.number().exactOptional(),
  tie: z
    .object({
      id: z.string().exactOptional(),
      group: z.string().nullable(),
      teams: byTeam(z.string().nullable()),
      rubber: z.number(),
    })
    .exactOptional(),
});

const game: z.ZodType<LiveGame> = z.object({
  number: z.number(),
  before: byTeam(z.number()),
  points: z.array(byTeam(z.string())),
  serving: team.exactOptional(),
});

const heldSet: z.ZodType<TrackedSet> = z.object({
  number: z.number(),
  score: setScore.nullable(),
  games: z.array(game),
  endedAfter: z.number().nullable(),
});

const stateDocument: z.ZodType<MatchState> = z.object({
  matchId: z.number(),
  status: z.string(),
  sets: z.array(heldSet),
  official: z.array(setScore).nullable(),
  confirmed: z.boolean(),
  scoreUnseen: z.boolean(),
  winner: team.nullable(),
  minutes: z.number().nullable(),
  watchedSince: z.number().nullable(),
  watchedUntil: z.number().nullable(),
  duration: z.number().nullable(),
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

const eventSchemas = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), matchId: z.number() }),
  z.object({
    kind: z.literal('set'),
    matchId: z.number(),
    set: z.number(),
    score: setScore,
    minutes: z.number().nullable(),
  }),
  resultEvent,
  z.object({
    kind: z.literal('tie'),
    tie: z.string(),
    matchId: z.number(),
    winner: team,
    score: byTeam(z.number()).nullable(),
    confirmed: z.literal(false).exactOptional(),
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
    worth: z.number(),
    leverage: z.number(),
    plans: z.number(),
    outcome: z
      .object({
        winner: team,
        isBreak: z.boolean().nullable(),
        chance: z.number(),
        at: z.number(),
      })
      .nullable(),
  }),
  z.object({
    kind: z.literal('upset'),
    matchId: z.number(),
    opening: z.number(),
    outsider: team,
    before: z.number(),
    chance: z.number(),
    set: z.number(),
    games: byTeam(z.number()),
    game: z.number(),
    plans: z.number(),
    outcome: z
      .object({
        kind: z.enum(['closed', 'won', 'lost', 'stopped']),
        chance: z.number().nullable(),
        at: z.number(),
      })
      .nullable(),
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
    isEstimated: z.boolean().exactOptional(),
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
const eventDocument: AlertEventKind extends z.output<typeof eventSchemas>['kind']
  ? z.ZodType<AlertEvent>
  : never = eventSchemas;

const tournamentDocument: z.ZodType<Tournament> = z.object({
  id: z.number(),
  name: z.string(),
  location: z.string().nullable(),
  country: z.string().nullable(),
  level: z.string(),
  status: z.string(),
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  format: z.enum(['pairs', 'teams']).exactOptional(),
  timeZone: z.string().exactOptional(),
  venue: z.string().exactOptional(),
  prize: z.object({ amount: z.number(), currency: z.string() }).exactOptional(),
});

/** A stored document that does not parse: its row is skipped. */
export class UnreadableDocument extends Error {}

/** Reads rows and skips those that do not parse. */
export const readableRows = <Row, T>(rows: readonly Row[], read: (row: Row) => T): readonly T[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (error instanceof UnreadableDocument) return [];
      throw error;
    }
  });

export const reader =
  <T>(schema: z.ZodType<T>) =>
  (json: string): T => {
    try {
      return schema.parse(JSON.parse(json));
    } catch (error) {
      throw new UnreadableDocument('a stored document cannot be read', { cause: error });
    }
  };

/** Characters of documents in the cache: some hundred matches in play. */
const CACHE_CHARACTERS = 8_000_000;

const documents = <T extends object>(schema: z.ZodType<T>) => {
  const memo = createMemo(reader(schema), CACHE_CHARACTERS);
  return {
    read: (json: string): T => memo.memo(json),
    /** A document that was just written is read from the cache, without parsing. */
    write: (value: T): string => {
      const json = JSON.stringify(value);
      memo.set(json, value);
      return json;
    },
  };
};

const matchVideos: z.ZodType<MatchVideos> = z.object({
  broadcast: z.string().nullable(),
  highlights: z.string().nullable(),
});

const serviceTie: z.ZodType<ServiceTie> = z.object({
  score: byTeam(z.number()).exactOptional(),
  winner: team.exactOptional(),
});

export const { read: readMatch, write: writeMatch } = documents(matchDocument);
export const { read: readState, write: writeState } = documents(stateDocument);
export const { read: readEvent, write: writeEvent } = documents(eventDocument);
export const { read: readTournament, write: writeTournament } = documents(tournamentDocument);
export const { read: readServiceTie, write: writeServiceTie } = documents(serviceTie);
export const { read: readVideos, write: writeVideos } = documents(matchVideos);
export const { read: readChances } = documents(byTeam(z.number()));

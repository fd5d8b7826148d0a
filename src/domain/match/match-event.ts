import { z } from 'zod';
import { byTeamSchema, setScoreSchema, teamSchema, type DeepReadonly } from '../schemas.ts';
import { playerRefSchema } from './match.ts';

const startEvent = z.object({ kind: z.literal('start'), matchId: z.number() });

const setEvent = z.object({
  kind: z.literal('set'),
  matchId: z.number(),
  set: z.number(),
  score: setScoreSchema,
  /** Minutes the set took; null unless both its start and end were observed. */
  minutes: z.number().nullable(),
  /** It became known together with the result, which tells it. */
  withResult: z.literal(true).exactOptional(),
  /** The record of the match that is over does not have it: the set was not completed. */
  withdrawn: z.literal(true).exactOptional(),
});

const nextMatchSchema = z.object({
  /** One pair, or both of a match that is open, with their chances to be there. */
  opponents: z.array(
    z.object({
      players: z.array(playerRefSchema),
      seed: z.string().nullable(),
      chance: z.number(),
    }),
  ),
  /** The winners' chance against the only opponents; missing where it is unknown. */
  win: z.number().exactOptional(),
  /** When it is to begin (expected-start.ts). */
  start: z
    .object({
      playedOn: z.string().nullable(),
      scheduleLabel: z.string().nullable(),
      scheduledAt: z.number().exactOptional(),
      venueOffset: z.number().exactOptional(),
    })
    .exactOptional(),
  /** The latest meeting with the only opponents that is stored. */
  last: z
    .object({
      playedOn: z.string().nullable(),
      isWon: z.boolean(),
      /** From the side of the winners. */
      score: z.string(),
      tournament: z.string().nullable(),
    })
    .exactOptional(),
});

export type NextMatch = DeepReadonly<z.output<typeof nextMatchSchema>>;

export const resultEvent = z.object({
  kind: z.literal('result'),
  matchId: z.number(),
  status: z.string(),
  winner: teamSchema,
  score: z.array(setScoreSchema),
  minutes: z.number().nullable(),
  /** The match record does not have the score yet; missing once it has. */
  confirmed: z.literal(false).exactOptional(),
  /** Rubbers won in its tie, including this one; missing for pairs matches, and when unknown. */
  tie: byTeamSchema(z.number()).exactOptional(),
  /** The match brought a key moment or an upset watch: its followers get the result; else missing. */
  moment: z.literal(true).exactOptional(),
  /** What the winners play next, once that was looked up; missing where it is open. */
  next: nextMatchSchema.optional(),
  /** The match revision with which a walkover was played after all: the result of play is another event. */
  withdrawn: z.number().exactOptional(),
});

/** On court, as it is stored. Its key comes from the content: push, poll and webhook report a set, one post tells it. */
export const matchEvents = [startEvent, setEvent, resultEvent] as const;

export type MatchEvent = DeepReadonly<z.output<(typeof matchEvents)[number]>>;

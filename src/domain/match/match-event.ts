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
  /** Whom the winners meet next, where that was known with the result; else the result beside it tells that. */
  next: z.object({ players: z.array(playerRefSchema), seed: z.string().nullable() }).optional(),
  /** The match revision with which a walkover was played after all: the result of play is another event. */
  withdrawn: z.number().exactOptional(),
});

/** On court, as it is stored. Its key comes from the content: push, poll and webhook report a set, one post tells it. */
export const matchEvents = [startEvent, setEvent, resultEvent] as const;

export type Opponents = NonNullable<DeepReadonly<z.output<typeof resultEvent>>['next']>;

export type MatchEvent = DeepReadonly<z.output<(typeof matchEvents)[number]>>;

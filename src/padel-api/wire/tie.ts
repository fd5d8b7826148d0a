import { z } from 'zod';
import { DRAWS, type DrawKind, type Tie } from '../../domain/tournament/ties.ts';
import type { ByTeam } from '../../domain/terms.ts';
import { anything, anyTeam, withoutNulls, shortText, wireText, whole } from './lenient.ts';

const rubbersWon = z.object({
  team_1: whole.pipe(z.number().max(3)),
  team_2: whole.pipe(z.number().max(3)),
});

const score = anything.transform(
  (value): ByTeam<number> | null => rubbersWon.safeParse(value).data ?? null,
);

/** Teams are codes or names (specification of the public service, "Team tournaments"). */
const team = shortText.pipe(z.string());

const tieFields = z
  .object({
    id: whole.nullable().catch(null),
    group: shortText,
    team_1: team,
    team_2: team,
    rubber: whole.pipe(z.number().min(1).max(9)),
    score,
    winner: anyTeam,
  })
  .transform((raw): Tie => ({
    group: raw.group,
    teams: { team_1: raw.team_1, team_2: raw.team_2 },
    rubber: raw.rubber,
    ...withoutNulls({ id: raw.id, score: raw.score, winner: raw.winner }),
  }));

/** The tie of a match of a team event; null for other matches, and when it cannot be read. */
export const tieWire = anything.transform((value): Tie | null => {
  return tieFields.safeParse(value).data ?? null;
});

/** The phase of the tournament; null when unknown. */
export const drawWire = wireText.transform(
  (value): DrawKind | null => DRAWS.find((draw) => draw === value) ?? null,
);

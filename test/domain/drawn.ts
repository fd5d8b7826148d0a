import type { Match } from '#src/domain/match/match.ts';
import type { Round } from '#src/domain/terms.ts';
import { aMatch } from './feed.ts';
import { sets } from './written.ts';

/** A pair of one number. */
export const team = (id: number) => [
  { id, name: `Ana ${id}` },
  { id: id + 100, name: `Eva ${id}` },
];

/** Two pairs in a slot; the one named first has won it. */
export const won = (
  round: Round,
  slot: number,
  [one, two]: readonly [number, number],
  more: Partial<Match> = {},
) =>
  aMatch({
    id: round * 100 + slot,
    round,
    slot,
    status: 'finished',
    score: sets('6-4 6-3'),
    winner: 'team_1',
    teams: { team_1: team(one), team_2: team(two) },
    ...more,
  });

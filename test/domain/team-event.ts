import type { Match } from '#src/domain/match/match.ts';
import { aMatch } from './feed.ts';

/** A rubber of Argentina against Italy, upcoming unless overridden; it shares no player with others. */
export const aRubber = (rubber: number, overrides: Partial<Match> = {}): Match => {
  const id = 100 + rubber;
  const player = (n: number, name: string) => ({ id: rubber * 10 + n, name });
  return aMatch({
    id,
    round: 2,
    slot: 0,
    court: `Court ${rubber}`,
    teams: {
      team_1: [player(1, `Ana Vega${rubber}`), player(2, `Eva Lamas${rubber}`)],
      team_2: [player(3, `Lea Soria${rubber}`), player(4, `Mia Pinto${rubber}`)],
    },
    draw: 'main',
    tie: { group: null, teams: { team_1: 'AR', team_2: 'IT' }, rubber },
    ...overrides,
  });
};

import type { Match } from '../../domain/match/match.ts';
import { scoreOf, winnerOf } from '../../domain/match/reading.ts';
import type { TrackedMatch, MatchState } from '../../domain/match/state.ts';
import { deuceRuleIn } from '../../domain/match/deuce-rule.ts';
import { situationOf, type ScoreSituation } from '../../domain/match/situation.ts';
import { TEAMS } from '../../domain/terms.ts';
import { blockName } from './names.ts';
import { charactersOf } from '../../i18n/text.ts';
import { isCompleteSet, winnerOfSets, type SetScore } from '../../domain/match/score.ts';

/** A phone shows about 32 monospaced characters in an embed; 3 sets and points take 10. */
const NAME_WIDTH = 21;

/** Mark the server and the winner; one character wide in every monospaced font. */
const SERVES = '•';
const WON = '◂';

export const currentSituation = (
  held: Pick<TrackedMatch, 'match' | 'state' | 'tournament'>,
): ScoreSituation | null => situationOf(held.state, deuceRuleIn(held));

/** A mark, three sets and the points, each in two characters after two spaces. */
const SCORES_WIDTH = 18;

/**
 * The score as a monospaced block: a line for each team, a column for each set, then the points. A
 * dot marks the server, if known, an arrow the winner. Null while there is no score.
 * @param isCovered whether it has room for all sets, so that its size does not tell their number, or that there
 * are none
 */
export const scoreBlock = (match: Match, state: MatchState, isCovered = false): string | null => {
  const sets = scoreOf(state);
  if (sets.length === 0 && !isCovered) return null;
  // The tour's rule decides what is at stake, not what the block shows.
  const situation = currentSituation({ match, state, tournament: null });
  const winner = winnerOf(state);
  const names = TEAMS.map((team) => blockName(match.teams, team, NAME_WIDTH));
  const width = Math.max(...names.map((name) => charactersOf(name).length));
  const header = [''.padEnd(width), ...sets.map((_, index) => `${index + 1}`)].join('  ');
  const lines = TEAMS.map((team, index) => {
    const name = names[index] ?? '';
    const padded = name + ' '.repeat(width - charactersOf(name).length);
    const games = sets.map((set) => String(set[team]));
    const points = situation === null ? [] : [situation.points[team].padStart(2)];
    const mark = winner === team ? WON : situation?.server === team ? SERVES : ' ';
    return `${padded}${mark} ${[...games, ...points].join('  ')}`;
  });
  const filled = [header, ...lines].map((line) =>
    line.padEnd(isCovered ? width + SCORES_WIDTH : 0),
  );
  return ['```', ...filled, '```'].join('\n');
};

const LOVE_ALL: SetScore = { team_1: 0, team_2: 0, tieBreak: null };

/** The sets to show: between two sets of a live match the next one is shown at 0-0. */
export const shownSets = ({
  status,
  score,
}: Pick<Match, 'status' | 'score'>): readonly SetScore[] => {
  const sets = score ?? [];
  const last = sets.at(-1);
  const isBetween = last !== undefined && isCompleteSet(last) && winnerOfSets(sets) === null;
  return status === 'live' && isBetween ? [...sets, LOVE_ALL] : sets;
};

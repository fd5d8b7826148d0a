import type { Match } from '../domain/match.ts';
import { scoreOf } from '../domain/match-reading.ts';
import type { MatchState } from '../domain/match-state.ts';
import { situationOf, deuceRuleOn, type Situation } from '../domain/situation.ts';
import { TEAMS } from '../domain/terms.ts';
import { blockName } from './names.ts';
import { charactersOf } from '../i18n/text.ts';

/** A phone shows about 32 monospaced characters beside an embed's margin; 3 sets and points take 10. */
const NAME_WIDTH = 21;

/** Beside the team that serves: one character wide in every monospaced font. */
const SERVES = '•';

/** Where the game in progress stands, by the deuce rule of the match's year. */
export const currentSituation = (match: Match, state: MatchState): Situation | null =>
  situationOf(state, deuceRuleOn(match.playedOn));

/**
 * The score as a monospaced block: a line for each team, a column for each set, then the points.
 * It stays aligned whatever the names. A dot marks who serves, where that is known. Null while there
 * is nothing to show.
 */
export const scoreBlock = (match: Match, state: MatchState): string | null => {
  const sets = scoreOf(state);
  if (sets.length === 0) return null;
  const situation = currentSituation(match, state);
  const names = TEAMS.map((team) => blockName(match.teams, team, NAME_WIDTH));
  const width = Math.max(...names.map((name) => charactersOf(name).length));
  const header = [''.padEnd(width), ...sets.map((_, index) => `${index + 1}`)].join('  ');
  const lines = TEAMS.map((team, index) => {
    const name = names[index] ?? '';
    const padded = name + ' '.repeat(width - charactersOf(name).length);
    const games = sets.map((set) => String(set[team]));
    const points = situation === null ? [] : [situation.points[team].padStart(2)];
    const mark = situation?.server === team ? SERVES : ' ';
    return `${padded}${mark} ${[...games, ...points].join('  ')}`;
  });
  return ['```', header, ...lines, '```'].join('\n');
};

import { beliefBefore, outlookOf } from '../../../../src/domain/probability/belief.ts';
import { normalWeights } from '../../../../src/domain/probability/prior.ts';
import { tablesOf } from '../../../../src/domain/probability/tables.ts';
import { afterPoint, newPlay, type Play } from '../../../../src/domain/match/play.ts';
import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE } from '../../../../src/lib/time.ts';
import { playCourse } from '../course.ts';
import { isCovered, type Match } from '../model.ts';
import { FORM_OF_THE_DAY } from '../people/edge.ts';
import type { Day } from './days.ts';

/** Before the closest game: time to look around. */
const AHEAD = 4 * MINUTE;

/** A set is close from here on: at least four games all, or five against three. */
const LATE = 8;

interface LateGame {
  readonly at: Instant;
  readonly isDeciding: boolean;
  /** How far team 1's chance of the match is from even. */
  readonly uneven: number;
}

const isLate = ({ games, points, winner }: Play): boolean =>
  winner === null && points.team_1 + points.team_2 === 0 && games.team_1 + games.team_2 >= LATE;

/** The starts of the games late in a set that was played to its end. */
const lateGamesOf = (match: Match): readonly LateGame[] => {
  const { started, outcome, category, edge, tournament } = match;
  if (started === null || outcome !== 'played') return [];
  const { winners, servers, ends } = playCourse({ ...match, rule: tournament.rule });
  const tables = tablesOf(category, tournament.rule);
  const prior = normalWeights(edge, FORM_OF_THE_DAY);
  const late: LateGame[] = [];
  let play = newPlay();
  for (const [index, winner] of winners.entries()) {
    play = afterPoint(play, winner, tournament.rule);
    if (!isLate(play)) continue;
    const { chance } = outlookOf(tables, beliefBefore(play, prior, servers[0] ?? null));
    late.push({
      at: started + (ends[index] ?? 0),
      isDeciding: play.sets.length === 2,
      uneven: Math.abs(chance - 0.5),
    });
  }
  return late;
};

/**
 * A moment shortly before the closest game of a day: in a deciding set if there is one, and with
 * matches still to come if it can be. Null on a day without a close set.
 * @param matches all that may be played on that day
 */
export const closeMomentOf = (day: Day, matches: readonly Match[]): Instant | null => {
  const today = matches.filter(
    ({ slot, deleted, tournament }) =>
      slot?.day === day && deleted === null && isCovered(tournament.level),
  );
  const lastStart = Math.max(...today.map(({ started }) => started ?? 0));
  const [closest] = today
    .flatMap(lateGamesOf)
    .sort(
      (one, two) =>
        Number(two.isDeciding) - Number(one.isDeciding) ||
        Number(two.at < lastStart) - Number(one.at < lastStart) ||
        one.uneven - two.uneven,
    );
  return closest === undefined ? null : closest.at - AHEAD;
};

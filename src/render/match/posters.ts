import { finalScoreOf, winnerOf } from '../../domain/match/reading.ts';
import { isOver } from '../../domain/match/match.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { formatSets } from '../../domain/match/score.ts';
import { probabilityCurve } from '../../domain/probability/curve.ts';
import { byTeam, type Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { plainSideName } from '../lines/names.ts';
import type { Sides } from '../pictures/contenders.ts';
import type { Picture } from '../pictures/picture.ts';
import { resultPicture } from '../pictures/result.ts';
import { curveHeadline } from './probability-curve.ts';
import { plainResult, resultMeaning } from './result.ts';

interface ResultPosterView {
  readonly held: TrackedMatch;
  readonly teams: Sides;
  readonly readAt: Instant;
}

export const RESULT_FILE = 'result.png';

/** The poster of a result; null while there is none. */
export const resultPoster = (
  reader: Reader,
  { held, teams, readAt }: ResultPosterView,
): Picture | null => {
  const { match, state } = held;
  const winner = winnerOf(state);
  const beaten = plainResult(reader, held, false);
  if (!isOver(state) || winner === null || beaten === null) return null;
  const walk = probabilityCurve(held);
  const curve = walk.kind === 'none' ? null : walk;
  const names = byTeam((team) => plainSideName(match.teams, team));
  const score = finalScoreOf(state);
  const minutes = state.duration ?? match.duration;
  const meaning = resultMeaning(reader, { status: state.status, winner, score, minutes }, held);
  return resultPicture(reader, {
    ...{ held, teams, curve, meaning, readAt },
    headline: (curve === null ? null : curveHeadline(reader, held, curve, names, beaten)) ?? beaten,
    facts: [plainResult(reader, held), formatSets(score, winner), meaning].join(' · '),
  });
};

import type { Match } from '../../domain/match/match.ts';
import { finalScoreOf, winnerOf } from '../../domain/match/reading.ts';
import type { MatchState } from '../../domain/match/state.ts';
import { formatSets, type SetScore } from '../../domain/match/score.ts';
import { opponentOf, type Team } from '../../domain/terms.ts';
import type { Translate } from '../../i18n/i18n.ts';
import { teamName } from '../people/names.ts';

interface ResultFacts {
  readonly status: string;
  readonly winner: Team;
  readonly score: readonly SetScore[];
}

/** A result in one sentence, the winner first: a win, a retirement or a walkover. */
export const resultSentence = (t: Translate, match: Match, facts: ResultFacts): string => {
  const names = {
    winner: teamName(match, facts.winner),
    loser: teamName(match, opponentOf(facts.winner)),
  };
  const score = formatSets(facts.score, facts.winner);
  if (facts.status === 'bye') return t('post.bye', names);
  if (facts.status === 'walkover') return t('post.walkover', names);
  if (facts.status === 'retired') {
    return score === '' ? t('post.retiredNoScore', names) : t('post.retired', { ...names, score });
  }
  return score === '' ? t('post.resultNoScore', names) : t('post.result', { ...names, score });
};

/** The result of a finished match; null while the winner is unknown. */
export const resultHeadline = (t: Translate, match: Match, state: MatchState): string | null => {
  const winner = winnerOf(state);
  if (winner === null) return null;
  return resultSentence(t, match, { status: state.status, winner, score: finalScoreOf(state) });
};

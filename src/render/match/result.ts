import type { Match } from '../../domain/match/match.ts';
import { finalScoreOf, winnerOf } from '../../domain/match/reading.ts';
import type { TrackedMatch, MatchState } from '../../domain/match/state.ts';
import { formatSets, type SetScore } from '../../domain/match/score.ts';
import { opponentOf, type Team } from '../../domain/terms.ts';
import { UPSET_BELOW } from '../../domain/people/people.ts';
import { drawIn } from '../../domain/tournament/ties.ts';
import { percent } from '../../i18n/format.ts';
import type { Reader, Translate } from '../../i18n/i18n.ts';
import { durationText } from '../lines/match-line.ts';
import { namesOf, plainSideName, teamName } from '../lines/names.ts';
import { dotted } from '../lines/lines.ts';

interface ResultFacts {
  readonly status: string;
  readonly winner: Team;
  readonly score: readonly SetScore[];
  readonly withdrawn?: number;
}

/**
 * A result in one sentence, the winner first: a win, a retirement or a walkover, or that it was withdrawn.
 * @param nameOf how it names a team
 */
export const resultSentence = (
  t: Translate,
  match: Match,
  facts: ResultFacts,
  nameOf: (team: Team) => string = (team) => teamName(match, team),
): string => {
  const names = { winner: nameOf(facts.winner), loser: nameOf(opponentOf(facts.winner)) };
  if (facts.withdrawn !== undefined) return t('post.playedAfterAll', namesOf(match));
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

/** The same for a field without markdown. */
export const plainResult = (
  { t }: Reader,
  { match, state }: Pick<TrackedMatch, 'match' | 'state'>,
  hasScore = true,
): string | null => {
  const winner = winnerOf(state);
  if (winner === null) return null;
  const score = hasScore ? finalScoreOf(state) : [];
  const facts = { status: state.status, winner, score };
  return resultSentence(t, match, facts, (team) => plainSideName(match.teams, team)).replaceAll(
    '**',
    '',
  );
};

const NEXT_ROUND = { 1: null, 2: 1, 4: 2, 8: 4, 16: 8, 32: 16 } as const;

/** What the winners of a main draw round reach; null when unknown. */
export const onwards = (t: Translate, match: Match): string | null => {
  if (match.round === null || drawIn(match) !== 'main') return null;
  const next = NEXT_ROUND[match.round];
  return next === null ? t('post.champions') : t(`post.advance.${next}`);
};

/** What a result means: the next round, an upset, how long it took. */
export const resultMeaning = (
  { t, locale }: Reader,
  event: ResultFacts & { readonly minutes: number | null },
  { match, chances }: TrackedMatch,
): string => {
  if (event.withdrawn !== undefined) return '';
  // A walkover is no upset.
  const chance = event.status === 'walkover' ? 1 : (chances?.[event.winner] ?? 1);
  return dotted([
    // A rubber advances nobody: its tie does.
    match.tie === undefined ? onwards(t, match) : null,
    chance < UPSET_BELOW && event.status === 'finished'
      ? t('post.upset', { chance: percent(locale, chance) })
      : null,
    event.minutes === null ? null : durationText(event.minutes),
  ]);
};

import { START, STEPS, type Bookmark, type Step } from '../../domain/probability/bookmark.ts';
import { deuceRuleIn } from '../../domain/match/deuce-rule.ts';
import { finalTally } from '../../domain/match/momentum.ts';
import { isBreak, playedSets, type PlayedGame } from '../../domain/match/played-games.ts';
import { formatSet, winnerOfSet, winnerOfSets, type SetScore } from '../../domain/match/score.ts';
import { scoreOf } from '../../domain/match/reading.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { opponentOf, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow } from '../controls.ts';
import { dotted, noRecordLine } from '../lines/lines.ts';
import { COLOURS, embedReply, type MessageBody } from '../message.ts';
import { teamName } from '../lines/names.ts';
import type { PictureFile } from '../pictures/picture.ts';
import { matchControl } from './controls.ts';
import { matchContext } from '../lines/match-line.ts';
import { boardLines } from './live-card.ts';
import { resultSentence } from './result.ts';

/** What a control of the walk does: `at` shows a stop, the steps lead on from it. */
export type CatchUpAction = 'start' | 'at' | Step | 'ask' | 'now';

const control = (action: CatchUpAction, { match }: TrackedMatch, at: Bookmark): string =>
  matchControl('catch-up', match.id, action, at.set, at.game, at.points);

interface Stop {
  /** The match as it was known at the bookmark (domain/probability/bookmark.ts). */
  readonly held: TrackedMatch;
  readonly at: Bookmark;
}

/**
 * One stop of the walk through a match: what has just happened, the score, the win probability. A
 * function of the match as it was known there; its controls are the same at every stop.
 */
export const stopMessage = (
  reader: Reader,
  { held, at }: Stop,
  picture: PictureFile | null,
): MessageBody => {
  const { t } = reader;
  return embedReply({
    author: matchContext(t, held),
    description: [...eventLines(reader, held, at), ...boardLines(reader, held)],
    color: COLOURS.final,
    picture,
    components: buttonRow(
      ...STEPS.map((step) => ({ id: control(step, held, at), label: t(`catchUp.${step}`) })),
      { id: control('ask', held, at), label: t('catchUp.now') },
    ),
  });
};

/** Asks before everything is shown: one wrong tap must not spoil the rest. */
export const nowQuestion = (reader: Reader, { held, at }: Stop): MessageBody => {
  const { t } = reader;
  return embedReply({
    author: matchContext(t, held),
    description: t('catchUp.ask'),
    color: COLOURS.warning,
    components: buttonRow(
      { id: control('now', held, at), label: t('catchUp.show'), style: 'danger' },
      { id: control('at', held, at), label: t('button.back') },
    ),
  });
};

/** What happened last before a bookmark: the end of a game, of a set, of the match. */
const eventLines = (
  reader: Reader,
  held: TrackedMatch,
  at: Bookmark,
): readonly (string | null)[] => {
  const { t } = reader;
  if (isStart(at)) return [`**${t('catchUp.start')}**`, `-# ${t('catchUp.howTo')}`];
  if (at.points > 0) return [];
  const set = playedSets(held.state, deuceRuleIn(held)).at(-1);
  const isSetOver = at.game === 1;
  const game = set?.games.at(isSetOver ? -1 : -2);
  return [
    game === undefined ? null : gameLine(reader, held, game, set?.score ?? null),
    ...(isSetOver ? setLines(reader, held, set?.games ?? []) : []),
  ];
};

const isStart = ({ set, game, points }: Bookmark): boolean =>
  set === START.set && game === START.game && points === START.points;

const setLines = (
  { t }: Reader,
  { match, state }: TrackedMatch,
  games: readonly PlayedGame[],
): readonly (string | null)[] => {
  const score = scoreOf(state);
  const last = score.at(-1);
  const winner = last === undefined ? null : winnerOfSet(last);
  if (last === undefined || winner === null) return [];
  const names = { winner: teamName(match, winner), loser: teamName(match, opponentOf(winner)) };
  const isDecided = winnerOfSets(score) !== null;
  const sentence = isDecided
    ? resultSentence(t, match, { status: 'finished', winner, score })
    : t('post.set', { ...names, number: score.length, score: formatSet(last, winner) });
  const hasPoints = games.some(({ tallies }) => tallies.length > 0);
  return [`${sentence}.`, hasPoints ? null : `-# ${noRecordLine(t, t('button.points'))}`];
};

/** `**Vega / Lamas** break serve · 40-15`: the winner of a game, and from which score. */
const gameLine = (
  { t }: Reader,
  { match }: TrackedMatch,
  game: PlayedGame,
  setScore: SetScore | null,
): string | null => {
  if (game.winner === null) return null;
  const pair = teamName(match, game.winner);
  const broke = isBreak(game);
  const won = game.tieBreak ? 'tieBreak' : broke === null ? 'game' : broke ? 'break' : 'hold';
  return dotted([
    t(`catchUp.won.${won}`, { pair }),
    wonFrom(game, game.winner, setScore),
    game.deciding ? t('card.decidingPoint') : null,
  ]);
};

/** From which score a game was won, in the winner's order: `40-15`, `A-40`, `40-40 ×2, A-40`, a deciding point's `40-40`; in a tie-break `7-4`. */
const wonFrom = (game: PlayedGame, winner: Team, setScore: SetScore | null): string | null => {
  if (game.tallies.length === 0) return null;
  const final = finalTally(game, setScore);
  const lost = final[opponentOf(winner)];
  if (game.tieBreak) return `${final[winner]}-${lost}`;
  if (lost < 3) return `40-${['0', '15', '30'][lost] ?? '0'}`;
  const deuces = lost === 3 ? '40-40' : `40-40 ×${lost - 2}`;
  if (game.deciding) return deuces;
  return lost === 3 ? 'A-40' : `${deuces}, A-40`;
};

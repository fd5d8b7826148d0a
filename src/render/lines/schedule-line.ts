import { isOver, phaseOf, type Match } from '../../domain/match/match.ts';
import { formatSets } from '../../domain/match/score.ts';
import { winnerIn } from '../../domain/people/head-to-head.ts';
import { TEAMS } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { dotted } from './lines.ts';
import { otherStatus, roundName } from './match-line.ts';
import { shownSets } from './score.ts';
import { coveredCell } from '../message.ts';
import { blockName, seededName } from './names.ts';
import { plainTieTitle } from './ties.ts';
import { scheduledTime, timeToBegin, withoutCourtOrder } from './time.ts';

interface HiddenView {
  readonly offset: number | null;
  /** Whether who plays tells a result. */
  readonly isTelling: boolean;
  /** Where no heading names it. */
  readonly court?: string | null;
}

/** Long enough for two nations and the rubber. */
const TIE_MAX = 110;

/** Time or score and the teams, with the context below in small text. */
export const scheduleLine = (reader: Reader, match: Match, offset: number | null): string => {
  const { t } = reader;
  const winner = isOver(match) ? winnerIn(match) : null;
  const names = TEAMS.map((team) => {
    const name = seededName(t, match, team);
    return team === winner ? `**${name}**` : name;
  });
  return withContext(reader, match, dotted([standing(reader, match, offset), names.join(' – ')]));
};

const withContext = (
  reader: Reader,
  match: Match,
  line: string,
  { isTelling, court }: Pick<HiddenView, 'isTelling' | 'court'> = { isTelling: false },
): string => {
  const { t } = reader;
  const what = dotted([
    match.category === null ? null : t(`category.${match.category}`),
    outside(roundName(t, { match }), 40),
    outside(court ?? '', 40),
    isTelling ? null : outside(plainTieTitle(reader, match) ?? '', TIE_MAX),
  ]);
  return what === '' ? line : `${line}\n-# ${what}`;
};

/** The characters of a pair, of both, and of both with the score. */
const PAIR_ROOM = 20;
const PAIRS_ROOM = 2 * PAIR_ROOM + 3;
const LINE_ROOM = 64;

/**
 * The same for who hides scores: whatever tells a result is under one cover, whose width tells nothing; so is
 * whether a match that has begun is over.
 */
export const hiddenLine = (reader: Reader, match: Match, view: HiddenView): string => {
  const { offset, isTelling } = view;
  const hasBegun = ['playing', 'over'].includes(phaseOf(match.status));
  const state = standing(reader, match, offset);
  const score = state.replaceAll('*', '');
  const pairs = TEAMS.map((team) => blockName(match.teams, team, PAIR_ROOM) || '?').join(' – ');
  const names = TEAMS.map((team) => seededName(reader.t, match, team)).join(' – ');
  const said = isTelling
    ? hasBegun
      ? coveredCell(`${pairs}  ${score}`, LINE_ROOM)
      : dotted([state, coveredCell(pairs, PAIRS_ROOM)])
    : dotted([hasBegun ? coveredCell(score) : state, names]);
  return withContext(reader, match, said, view);
};

const standing = (reader: Reader, match: Match, offset: number | null): string => {
  const { t } = reader;
  const isWithheld = match.withheld.includes('score');
  const score = isWithheld ? t('player.notInPlan') : formatSets(shownSets(match));
  const phase = phaseOf(match.status);
  if (phase === 'upcoming') {
    return match.court === null
      ? (timeToBegin(reader, withoutCourtOrder(match), offset) ?? '')
      : scheduledTime(reader, match, offset);
  }
  if (match.status === 'walkover') return t('h2h.walkover');
  if (phase === 'playing') return `**${[t('follow.onCourt'), score].filter(Boolean).join(' ')}**`;
  if (phase === 'unknown') return otherStatus(t, match.status);
  if (match.status === 'retired') return [score, t('schedule.retired')].filter(Boolean).join(' ');
  return score === '' ? t('h2h.unscored') : score;
};

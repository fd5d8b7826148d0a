import { winnerIn } from '../../domain/people/head-to-head.ts';
import { phaseOf, type Match, isOver } from '../../domain/match/match.ts';
import { formatSets } from '../../domain/match/score.ts';
import { TEAMS } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { roundName, otherStatus } from '../match/line.ts';
import { seedOf, teamName } from '../people/names.ts';
import { shownSets } from '../match/score.ts';
import { scheduledTime } from './time.ts';
import { plainTieTitle } from '../tournament/ties.ts';
import { dotted } from '../lines.ts';

/** Long enough for two nations and the rubber. */
const TIE_MAX = 110;

/** Time or score and the teams, with the context below in small text. */
export const scheduleLine = (reader: Reader, match: Match, offset: number | null): string => {
  const { t } = reader;
  const winner = isOver(match) ? winnerIn(match) : null;
  const names = TEAMS.map((team) => {
    const name = teamName(match, team);
    return `${team === winner ? `**${name}**` : name}${seedOf(match, team)}`;
  });
  const what = dotted([
    match.category === null ? null : t(`category.${match.category}`),
    outside(roundName(t, { match }), 40),
    outside(plainTieTitle(reader, match) ?? '', TIE_MAX),
  ]);
  const line = `${standing(reader, match, offset)} · ${names.join(' – ')}`;
  return what === '' ? line : `${line}\n-# ${what}`;
};

const standing = (reader: Reader, match: Match, offset: number | null): string => {
  const { t } = reader;
  const isWithheld = match.withheld.includes('score');
  const score = isWithheld ? t('player.notInPlan') : formatSets(shownSets(match));
  const phase = phaseOf(match.status);
  if (phase === 'upcoming') return scheduledTime(reader, match, offset);
  if (match.status === 'walkover') return t('h2h.walkover');
  if (phase === 'playing') return `**${[t('follow.onCourt'), score].filter(Boolean).join(' ')}**`;
  if (phase === 'unknown') return otherStatus(t, match.status);
  if (match.status === 'retired') return [score, t('schedule.retired')].filter(Boolean).join(' ');
  return score === '' ? t('h2h.unscored') : score;
};

import type { APIEmbedField } from 'discord-api-types/v10';
import { FIELD_MAX } from '../../discord/message-limits.ts';
import type { RoadStep } from '../../domain/tournament/odds.ts';
import { pointsForWin } from '../../domain/tournament/points.ts';
import { integer, percent } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { dotted, joinedWithin } from '../lines/lines.ts';
import { contenderName } from '../lines/ties.ts';

/** What lies before a pair in the draw that it plays. */
export interface Road {
  /** The next match first. */
  readonly steps: readonly RoadStep[];
  /** The service's word for the tournament's level. */
  readonly level: string;
}

/** Pairs that are named of those who may come. */
const NAMED = 3;

/** Match by match: who may come, the chance to win it once it is reached, and what that is worth. */
export const roadField = (reader: Reader, { steps, level }: Road): APIEmbedField => {
  const { t, locale } = reader;
  const lines = steps.map(({ place: { round }, opponents }) => {
    const win = opponents.reduce((sum, { chance, win }) => sum + chance * win, 0);
    const points = pointsForWin(level, round);
    const named = opponents.slice(0, NAMED).map(({ contender, chance }) => {
      const name = outside(contenderName(reader, contender), 60);
      return opponents.length === 1 ? name : `${name} (${percent(locale, chance)})`;
    });
    return dotted([
      `**${t(`round.${round}`)}**`,
      named.join(', ') + (opponents.length > NAMED ? ', …' : ''),
      t('road.win', { chance: percent(locale, win) }),
      points === null ? null : t('road.points', { points: integer(locale, points) }),
    ]);
  });
  return { name: t('road.title'), value: joinedWithin(lines, FIELD_MAX) };
};

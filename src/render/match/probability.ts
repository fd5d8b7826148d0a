import type { TrackedMatch } from '../../domain/match/state.ts';
import { winProbability } from '../../domain/probability/win-probability.ts';
import { percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';

/** Characters of the bar: the line fits on a phone. */
const BAR_WIDTH = 10;

/** Neither full nor empty: what is possible is never shown as certain. Screen readers skip it. */
const bar = (share: number): string => {
  const filled = Math.min(BAR_WIDTH - 1, Math.max(1, Math.round(share * BAR_WIDTH)));
  return '━'.repeat(filled) + '╌'.repeat(BAR_WIDTH - filled);
};

/**
 * Each team's chance to win from the present score, a bar between them, and below what it was before the
 * match. Null where there is no probability (domain/probability).
 */
export const probabilityLines = ({ t, locale }: Reader, held: TrackedMatch): string | null => {
  const probability = winProbability(held);
  if (probability.kind === 'none') return null;
  const { now, before } = probability;
  return [
    t('card.winProbability', { ...percentages(locale, now), bar: bar(now.team_1) }),
    `-# ${t('probability.before', percentages(locale, before))}`,
  ].join('\n');
};

import type { HeldMatch } from '../../domain/match/state.ts';
import { winProbability } from '../../domain/probability/win-probability.ts';
import { percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { teamName } from '../people/names.ts';

/** Characters of the bar: it fits beside two names on a phone. */
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
export const probabilityLines = ({ t, locale }: Reader, held: HeldMatch): string | null => {
  const probability = winProbability(held);
  if (probability.kind === 'none') return null;
  const { home, away } = percentages(locale, probability.now);
  const { match } = held;
  const first = `${teamName(match, 'team_1')} **${home}**`;
  const second = `**${away}** ${teamName(match, 'team_2')}`;
  return [
    `${first} ${bar(probability.now.team_1)} ${second}`,
    `-# ${t('card.winProbability', percentages(locale, probability.before))}`,
  ].join('\n');
};

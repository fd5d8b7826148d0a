import type { HeldMatch } from '../domain/held-match.ts';
import type { Translate } from '../i18n/i18n.ts';
import { outsidePlain } from '../i18n/text.ts';
import { phaseName } from './ties.ts';

/** The round in the reader's language; the service's own word where the round is none of ours. */
export const roundName = (t: Translate, { match }: Pick<HeldMatch, 'match'>): string =>
  phaseName(t, match) ?? (match.round === null ? match.roundName : t(`round.${match.round}`));

/**
 * Where a match belongs, as plain text without markdown: `Madrid P1 · Men · Quarterfinal ·
 * Center Court`.
 */
export const matchContext = (t: Translate, held: Pick<HeldMatch, 'match' | 'tournament'>): string =>
  [
    held.tournament?.name,
    held.match.category === null ? null : t(`category.${held.match.category}`),
    roundName(t, held),
    held.match.court,
  ]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .map((part) => outsidePlain(part ?? '', 60))
    .join(' · ');

/** `1 h 12`, `38 min`. */
export const durationText = (t: Translate, minutes: number): string =>
  minutes < 60
    ? t('duration.minutes', { minutes })
    : t('duration.hours', {
        hours: Math.floor(minutes / 60),
        minutes: String(minutes % 60).padStart(2, '0'),
      });

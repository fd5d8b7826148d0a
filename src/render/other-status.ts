import { isCancelled, isNotPlayed, type MatchStatus } from '../domain/match.ts';
import type { Translate } from '../i18n/i18n.ts';
import { outside } from '../i18n/text.ts';

/** A status that is none of the usual ones, in words where we have any; safe in markdown. */
export const otherStatus = (t: Translate, status: MatchStatus): string => {
  if (isNotPlayed(status)) return t('card.notPlayed');
  return isCancelled(status)
    ? t('card.cancelled')
    : t('card.status', { status: outside(status, 30) });
};

import type { AlertEventKind } from '../domain/alert-events.ts';
import { isToldLater } from '../domain/verdict.ts';
import type { Translate } from '../i18n/i18n.ts';
import { outside } from '../i18n/text.ts';

const REASONS = [
  'kind',
  'round',
  'level',
  'category',
  'watchability',
  'paused',
  'expired',
  'already-over',
  'already-begun',
  'other-time',
  'told-right',
  'told-with-tie',
  'quiet-hours',
  'limit',
  'unfollowed',
  'not-followed',
  'not-then',
  'delay',
  'in-order',
  'limited',
  'missing-permissions',
  'missing-access',
  'unknown-channel',
  'gone',
  'removed',
] as const;

/** Why news was not told, or had to wait, as it was noted; one that we have no words for as it is. */
export const reasonWords = (t: Translate, reason: string): string => {
  const known = REASONS.find((each) => each === reason);
  return known === undefined
    ? t('why.reason.error', { reason: outside(reason, 80) })
    : t(`why.reason.${known}`);
};

/** Why news of a kind was not told; and, of quiet hours, where it is told instead. */
export const dropWords = (t: Translate, reason: string, kind: AlertEventKind): string =>
  reason === 'quiet-hours' && isToldLater({ kind }) ? t('why.inSummary') : reasonWords(t, reason);

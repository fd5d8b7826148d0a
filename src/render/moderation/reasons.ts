import type { AlertEventKind } from '../../domain/alerts/events.ts';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import { isInDigest } from '../../domain/alerts/verdict.ts';
import type { Translate } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';

/**
 * Why a delivery was not posted, or waits; a reason without a text does not compile.
 * @param detail what Discord answered, where that is more than the reason says
 */
export const reasonText = (
  t: Translate,
  reason: DeliveryReason,
  detail: string | null = null,
): string => {
  const words = t(`why.reason.${reason}`);
  return detail === null ? words : `${words}: ${outside(detail, 80)}`;
};

/** The same for a kind of news: what quiet hours hold back may be in the summary of the morning. */
export const dropReasonText = (
  t: Translate,
  reason: DeliveryReason,
  kind: AlertEventKind,
  detail: string | null = null,
): string =>
  reason === 'quiet-hours' && isInDigest({ kind })
    ? t('why.inSummary')
    : reasonText(t, reason, detail);

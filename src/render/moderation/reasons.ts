import { alertTypeOf, type AlertEvent, type AlertEventKind } from '../../domain/alerts/events.ts';
import type { DeliveryReason } from '../../domain/alerts/delivery-reasons.ts';
import { isInDigest } from '../../domain/alerts/verdict.ts';
import type { Translate } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';

/**
 * Why a delivery was dropped or is waiting; a reason without a text does not compile.
 * @param detail Discord's response, when it says more than the reason
 */
export const reasonText = (
  t: Translate,
  reason: DeliveryReason,
  detail: string | null = null,
): string => {
  const words = t(`why.reason.${reason}`);
  return detail === null ? words : t('labelled', { name: words, value: outside(detail, 80) });
};

/** A reason for a kind of event: the quiet-hours digest may include what quiet hours dropped. */
export const dropReasonText = (
  t: Translate,
  reason: DeliveryReason,
  kind: AlertEventKind,
  detail: string | null = null,
): string =>
  reason === 'quiet-hours' && isInDigest({ kind })
    ? t('why.inSummary')
    : reasonText(t, reason, detail);

/** What events of one type are called: a set on its own by its number. */
const eventsName = (t: Translate, [event, ...others]: readonly AlertEvent[]): string => {
  if (event?.kind === 'set' && others.length === 0) return t('match.set', { number: event.set });
  const type = event === undefined ? null : alertTypeOf(event);
  return type === null ? '' : t(`alertType.${type}`);
};

/** Events of one type and one reason on a line, and how many they are: `Every set: Quiet hours ×2`. */
export const groupLine = (
  t: Translate,
  events: readonly AlertEvent[],
  value: string,
  named = (name: string): string => name,
): string => {
  const line = t('labelled', { name: named(eventsName(t, events)), value });
  return events.length === 1 ? line : `${line} ×${events.length}`;
};

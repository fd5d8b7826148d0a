import type { Subject } from '../../domain/alert-subject.ts';
import type { Instant } from '../../domain/terms.ts';
import type { Recipients } from '../../store/audiences.ts';
import type { OutboxEvent } from '../../store/events.ts';
import type { DeliveryOptions } from '../delivery.ts';
import type { FreshNews } from './fresh-news.ts';
import { recipientsOf, subjectOf } from '../subject.ts';

/** What is told, and to whom: read once for a run. */
export interface Telling {
  readonly subject: Subject;
  readonly recipients: Recipients;
  readonly readAt: Instant;
  /** Whether nobody can have been told of it yet. */
  readonly isFresh: boolean;
}

type TellingOptions = Pick<DeliveryOptions, 'db' | 'now'>;

/** What an event tells, as it stands now; null when nothing of it is left. */
export const tellingOf = async (
  { db, now }: TellingOptions,
  { event }: OutboxEvent,
): Promise<Telling | null> => {
  const readAt = now();
  const subject = await subjectOf(db, event);
  if (subject === null) return null;
  const recipients = await recipientsOf(db, event, subject);
  return { subject, recipients, readAt, isFresh: false };
};

/** The same of news that were written a moment ago: the match is not read again. */
export const tellingOfFresh = async (
  { db }: TellingOptions,
  { outbox, held }: FreshNews,
): Promise<Telling> => {
  const subject: Subject = { kind: 'match', held };
  const recipients = await recipientsOf(db, outbox.event, subject);
  return { subject, recipients, readAt: held.changedAt, isFresh: true };
};

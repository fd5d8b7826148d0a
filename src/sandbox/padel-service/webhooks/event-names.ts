import { HAPPENINGS, SUBJECTS, type News } from '../news/news.ts';

/** The name of an event (specification, "Webhook event names"). */
export type EventName = `${News['subject']}.${News['happening']}`;

/** All nine. */
export const EVENT_NAMES: readonly EventName[] = SUBJECTS.flatMap((subject) =>
  HAPPENINGS.map((happening) => `${subject}.${happening}` as const),
);

/** The event that tells a piece of news. */
export const eventOf = ({ subject, happening }: News): EventName => `${subject}.${happening}`;

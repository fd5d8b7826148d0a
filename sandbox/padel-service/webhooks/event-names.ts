import { NEWS_KINDS, SUBJECTS, type News } from '../news/news.ts';

/** The name of an event (specification, "Webhook event names"). */
type SpecifiedName = `${(typeof SUBJECTS)[number]}.${(typeof NEWS_KINDS)[number]}`;

/** All nine. */
export const EVENT_NAMES: readonly SpecifiedName[] = SUBJECTS.flatMap((subject) =>
  NEWS_KINDS.map((kind) => `${subject}.${kind}` as const),
);

/** The families of matches: `match` is the main draw's. */
const MATCH_FAMILIES = ['match', 'match.qualy', 'match.group', 'match.placement'] as const;

const WITH_BACKFILLS = ['created', 'backfilled', 'updated', 'deleted'] as const;

/** The name of an event of the public service today (service-today, "Webhooks"). */
export type EventName =
  | SpecifiedName
  | `${'tournament' | (typeof MATCH_FAMILIES)[number]}.${(typeof WITH_BACKFILLS)[number]}`;

export const EVENT_NAMES_TODAY: readonly EventName[] = [
  ...(['tournament', ...MATCH_FAMILIES] as const).flatMap((family) =>
    WITH_BACKFILLS.map((kind) => `${family}.${kind}` as const),
  ),
  ...NEWS_KINDS.map((kind) => `player.${kind}` as const),
];

/** Those of an event's names that the specification has. */
export const specifiedNames = (names: readonly EventName[]): readonly SpecifiedName[] =>
  EVENT_NAMES.filter((name) => names.includes(name));

/** The name of the event for a piece of news. */
export const eventOf = ({ subject, kind, draw }: News): EventName => {
  const wanted = draw === undefined ? `${subject}.${kind}` : `${subject}.${draw}.${kind}`;
  const name = EVENT_NAMES_TODAY.find((each) => each === wanted);
  if (name === undefined) throw new RangeError(`No event tells ${wanted}`);
  return name;
};

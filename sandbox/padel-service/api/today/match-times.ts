import type { Instant } from '../../../../src/domain/terms.ts';
import { HOUR, MINUTE, SECOND } from '../../../../src/lib/time.ts';
import { recordAt } from '../../live/feed.ts';
import { localInstant, offsetAt, type Day } from '../../world/schedule/days.ts';
import {
  announcedStart,
  estimateLabel,
  estimateShown,
  hasStarted,
} from '../../world/schedule/estimates.ts';
import { isCovered, type Match, type Tournament } from '../../world/model.ts';
import { chance, randomFrom } from '../../world/random.ts';
import { slotAt } from '../../world/records/visible.ts';
import type { Knowledge } from '../../world/world.ts';
import { matchesIn } from './known-matches.ts';

/** The service writes times with the offset of this place. */
const SERVICE_TIMEZONE = 'Europe/Madrid';

/** In this country the service's clock is an hour behind the venue's: four hours from UTC, not three. */
const WRONG_CLOCK = { country: 'PY', timezone: 'Etc/GMT+4' } as const;

/** How often an announced time has a remark. */
const REMARKED = 0.06;
const REMARK = ' - Possible Court Change';

/** How often a finished match has times that cannot be. */
const IMPLAUSIBLE = { early: 0.004, late: 0.002 } as const;

/** The clock that the service believes a tournament's to be. */
const clockOf = ({ host }: Tournament): string =>
  host.country === WRONG_CLOCK.country ? WRONG_CLOCK.timezone : host.timezone;

/** An instant as the service writes it. */
export const inService = (at: Instant): string => localInstant(at, SERVICE_TIMEZONE);

/** The same instant with the offset of the service, and of the venue as the service believes it. */
export const onBothClocks = (at: Instant | null, tournament: Tournament) =>
  at === null
    ? { service: null, venue: null }
    : { service: inService(at), venue: localInstant(at, clockOf(tournament)) };

/** The instant that the service makes of a time on the venue's clock: late where it is wrong about it. */
const asBelieved = (at: Instant, tournament: Tournament): Instant =>
  at + offsetAt(tournament.host.timezone, at) - offsetAt(clockOf(tournament), at);

/** The day on which a match is to be played; known with the draw. */
export const dayShown = (match: Match, now: Instant): Day =>
  (slotAt(match, now) ?? match.formerSlot?.slot ?? match.slot)?.day ?? match.tournament.start;

/** The start of a match as it is shown. */
export interface Start {
  readonly at: Instant | null;
  readonly label: string | null;
}

/** What was last estimated stands when a match has begun. */
const estimateOf = (match: Match, known: Knowledge) => {
  const { started, closed, tournament } = match;
  const seen = isCovered(tournament.level) ? (started ?? closed) : closed;
  const at = hasStarted(match, known.now) ? seen - 1 : known.now;
  return estimateShown(match, matchesIn(known, tournament.id), at);
};

/** The planned start of a match: announced, or the service's own estimate. */
export const startOf = (match: Match, known: Knowledge): Start => {
  const { tournament, seed } = match;
  const announced = announcedStart(match, known.now);
  if (announced !== null) {
    const remark = chance(randomFrom(seed, 'remark'), REMARKED) ? REMARK : '';
    const label = `${slotAt(match, known.now)?.label ?? ''}${remark}`;
    return { at: asBelieved(announced, tournament), label };
  }
  const estimate = estimateOf(match, known);
  if (estimate === null) return { at: null, label: null };
  const label = estimateLabel(estimate.start, tournament.host.timezone);
  return { at: asBelieved(estimate.start, tournament), label };
};

const hours = (milliseconds: number): string => {
  const minutes = Math.floor(milliseconds / MINUTE);
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
};

/** When a match was played, and for how long: the latter from its final record only. */
export const playOf = (
  match: Match,
  { now }: Knowledge,
): { readonly started: Instant | null; readonly duration: string | null } => {
  const { started, ended, closed, seed } = match;
  if (started === null || ended === null || !hasStarted(match, now)) {
    return { started: null, duration: null };
  }
  if (now < closed) return { started, duration: null };
  const random = randomFrom(seed, 'implausible');
  if (chance(random, IMPLAUSIBLE.early)) return { started: started - 12 * HOUR, duration: '14:59' };
  const isLate = chance(random, IMPLAUSIBLE.late);
  return { started: isLate ? closed + 7 * MINUTE : started, duration: hours(ended - started) };
};

/**
 * When any shown field of a match last changed, in whole seconds; the points of a live match do
 * not count.
 */
export const updatedAt = (match: Match, known: Knowledge): Instant => {
  const { now } = known;
  const { created, published, formerSlot, started, closed, tournament, slot, tie } = match;
  const { appears = created, labelled = published } = match;
  const state = recordAt(match, now);
  const changes = [
    appears,
    created,
    closed,
    ...Object.values(match.known ?? {}),
    ...(slot === null ? [] : [published, labelled]),
    ...(formerSlot === null ? [] : [formerSlot.until]),
    ...(started !== null && isCovered(tournament.level) ? [started] : []),
    ...(state.status === 'ended' ? [state.at] : []),
    ...(tie?.results ?? []).map((result) => result.closed),
  ];
  const past = changes.filter((at) => at <= now);
  const latest = Math.max(appears, ...past, estimateOf(match, known)?.since ?? appears);
  return Math.floor(latest / SECOND) * SECOND;
};

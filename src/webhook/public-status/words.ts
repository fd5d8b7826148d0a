import type { TrackRecord } from '../../domain/probability/track-record.ts';
import type { PublicStatus } from '../../domain/public-status.ts';
import { HOUR, MINUTE, SECOND, utcDate } from '../../lib/time.ts';

/** Figures as the page and the doctor write them. */

export const percentText = (percent: number | null): string =>
  percent === null ? '–' : `${percent === 100 ? '100' : percent.toFixed(2)} %`;

/** `0.42 s`, `3.1 s`, `48 s`. */
export const secondsText = (ms: number): string => {
  const decimals = ms < 1_000 ? 2 : ms < 10_000 ? 1 : 0;
  return `${(ms / SECOND).toFixed(decimals)} s`;
};

/** `40 s`, `12 min`, `3 h 5 min`. */
export const durationText = (ms: number): string => {
  if (ms < 2 * MINUTE) return `${Math.round(ms / SECOND)} s`;
  const minutes = Math.round(ms / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (ms < HOUR || hours === 0) return `${minutes} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};

export const countText = (count: number): string => count.toLocaleString('en');

const MINUTES = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const DAYS = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** `23 Nov 2026, 14:02`, in UTC. */
export const minuteText = (at: number): string => MINUTES.format(at);

/** `23 Nov 2026, 14:02 – 14:20`, in UTC. */
export const periodText = (from: number, to: number): string =>
  `${minuteText(from)} – ${utcDate(from) === utcDate(to) ? new Date(to).toISOString().slice(11, 16) : minuteText(to)}`;

/** `23 Nov 2026` */
export const dateText = (date: string): string => DAYS.format(new Date(`${date}T00:00:00Z`));

/** `said 64 %, won 61 % (120)`, one for each tenth. */
export const tenthTexts = ({ tenths }: TrackRecord) =>
  tenths.map(({ said, won, predictions }) => ({
    said: `${(said * 100).toFixed(1)} %`,
    won: `${(won * 100).toFixed(1)} %`,
    predictions: countText(predictions),
  }));

/** The state in a sentence, and whether it is fine. */
export const stateOf = ({ days, downSince, feedGapSince }: PublicStatus) => {
  if (days.every(({ uptimePercent }) => uptimePercent === null) && downSince === null)
    return { kind: 'unknown', text: 'No figures yet: they begin with the first full minute.' };
  if (downSince !== null)
    return { kind: 'down', text: `Not posting since ${minuteText(downSince)} UTC` };
  if (feedGapSince !== null)
    return { kind: 'late', text: `No live data since ${minuteText(feedGapSince)} UTC` };
  return { kind: 'up', text: 'Posting alerts, with live data' };
};

import type { PublicStatus, StatusDay } from '../../domain/public-status.ts';
import {
  countText,
  dateText,
  durationText,
  percentText,
  periodText,
  secondsText,
  stateOf,
  tenthTexts,
} from './words.ts';

type PointToPost = PublicStatus['pointToPostMs'];

const within = (latency: PointToPost): string =>
  latency === null
    ? 'no messages'
    : `50 % within ${secondsText(latency.p50)}, 95 % within ${secondsText(latency.p95)}`;

const dayLine = ({ date, uptimePercent, pointToPostMs, feedGapMs }: StatusDay): string => {
  const [p50, p95] =
    pointToPostMs === null
      ? ['–', '–']
      : [secondsText(pointToPostMs.p50), secondsText(pointToPostMs.p95)];
  const columns = [percentText(uptimePercent), p50, p95];
  const gap = feedGapMs === 0 ? '–' : durationText(feedGapMs);
  return [dateText(date).padEnd(12), ...[...columns, gap].map((each) => each.padStart(14))].join(
    '',
  );
};

const heading = ['Day'.padEnd(12), ...['Uptime', '50 %', '95 %', 'No live data']]
  .map((each, index) => (index === 0 ? each : each.padStart(14)))
  .join('');

const predictionLines = ({ trackRecord }: PublicStatus): readonly string[] => {
  if (trackRecord === null) return ['Predictions    no predicted match is decided yet'];
  const { predictions, matches, brier, logLoss } = trackRecord;
  return [
    `Predictions    ${countText(predictions)} in ${countText(matches)} matches: Brier score ${brier.toFixed(3)}, log loss ${logLoss.toFixed(3)}`,
    ...tenthTexts(trackRecord).map(
      (each) => `               said ${each.said}, won ${each.won} (${each.predictions})`,
    ),
  ];
};

/** The days on which something is known, the newest first; today is always one. */
const knownDays = ({ days }: PublicStatus): readonly StatusDay[] => {
  const first = days.findIndex(({ uptimePercent }) => uptimePercent !== null);
  return days.slice(first).toReversed();
};

/** The public status as text: what `npm run doctor -- --status` prints. */
export const statusText = (status: PublicStatus): string =>
  [
    stateOf(status).text,
    '',
    `Uptime         ${percentText(status.uptimePercent)}`,
    `Point to post  ${within(status.pointToPostMs)} (${countText(status.messages)} messages)`,
    `Feed gaps      ${countText(status.gaps.length)}`,
    ...status.gaps.map(
      ({ from, to }) => `               ${periodText(from, to)} UTC, ${durationText(to - from)}`,
    ),
    ...predictionLines(status),
    '',
    heading,
    ...knownDays(status).map(dayLine),
  ].join('\n');

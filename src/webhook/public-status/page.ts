import type { FeedGap, PublicStatus, StatusDay } from '../../domain/public-status.ts';
import type { TrackRecord } from '../../domain/probability/track-record.ts';
import { SECOND } from '../../lib/time.ts';
import { STYLE } from './style.ts';
import {
  countText,
  dateText,
  durationText,
  minuteText,
  periodText,
  percentText,
  secondsText,
  stateOf,
  tenthTexts,
} from './words.ts';

/** Everything on the page is a figure or a date of ours: no text comes from outside. */

/** A day takes this much of a chart's width; a bar leaves a gap to the next. */
const [PITCH, BAR] = [10, 7];

const chart = (label: string, height: number, bars: readonly string[]): string =>
  `<svg role="img" aria-label="${label}" viewBox="0 0 ${bars.length * PITCH} ${height}" preserveAspectRatio="none">${bars.join('')}</svg>`;

const bar = (index: number, of: number, kind: string, height: number): string =>
  `<rect class="${kind}" x="${index * PITCH + (PITCH - BAR) / 2}" y="${of - height}" width="${BAR}" height="${height}"/>`;

/** A bar's text, which a pointer over it shows; the table has the same for everybody. */
const titled = (title: string, shapes: string): string => `<g><title>${title}</title>${shapes}</g>`;

const caption = ({ days }: PublicStatus): string =>
  `<figcaption><span>${dateText(days[0]?.date ?? '')}</span><span>today</span></figcaption>`;

const figure = (name: string, value: string): string =>
  `<div><dt>${name}</dt><dd>${value}</dd></div>`;

const top = (title: string, figures: string): string =>
  `<div class="top"><h2>${title}</h2><dl>${figures}</dl></div>`;

const key = (entries: readonly (readonly [string, string])[]): string =>
  `<ul class="key">${entries
    .map(
      ([kind, text]) =>
        `<li><svg viewBox="0 0 1 1" aria-hidden="true"><rect class="${kind}" width="1" height="1"/></svg>${text}</li>`,
    )
    .join('')}</ul>`;

const UPTIME_HEIGHT = 40;

/** Height and colour both tell a bad day from a good one. */
const uptimeBar = ({ date, uptimePercent, downMinutes }: StatusDay, index: number): string => {
  const day = dateText(date);
  if (uptimePercent === null) {
    return titled(`${day}: no figures`, bar(index, UPTIME_HEIGHT, 'none', 8));
  }
  const [kind, height] =
    uptimePercent >= 99.9 ? ['good', 40] : uptimePercent >= 99 ? ['some', 30] : ['bad', 20];
  const lost = downMinutes === 0 ? '' : `, ${downMinutes ?? 0} min lost`;
  return titled(
    `${day}: ${percentText(uptimePercent)}${lost}`,
    bar(index, UPTIME_HEIGHT, kind, height),
  );
};

const uptime = (status: PublicStatus): string => {
  const known = status.days.filter(({ uptimePercent }) => uptimePercent !== null);
  const lossy = known.filter(({ downMinutes }) => downMinutes !== 0).length;
  const label =
    known.length === 0
      ? 'Uptime per day: no figures yet'
      : `Uptime per day: ${known.length - lossy} of ${known.length} days without a lost minute`;
  return `<section>${top('Uptime', figure('90 days', percentText(status.uptimePercent)))}
<figure>${chart(label, UPTIME_HEIGHT, status.days.map(uptimeBar))}${caption(status)}</figure>
${key([
  ['good', '99.9 % or more'],
  ['some', '99 % or more'],
  ['bad', 'less'],
  ['none', 'no figures'],
])}</section>`;
};

const SPEED_HEIGHT = 100;

/** Days slower than this many times the 95 % of all days reach the top of the chart. */
const TALLEST = 2.5;

const speedBar =
  (scaleMs: number) =>
  ({ date, pointToPostMs, messages }: StatusDay, index: number): string => {
    if (pointToPostMs === null) return titled(`${dateText(date)}: no messages`, '');
    const { p50, p95 } = pointToPostMs;
    const height = (ms: number): number =>
      Math.round(Math.min(1, ms / scaleMs) * SPEED_HEIGHT * 10) / 10;
    return titled(
      `${dateText(date)}: half within ${secondsText(p50)}, 95 % within ${secondsText(p95)}, ${countText(messages)} messages`,
      bar(index, SPEED_HEIGHT, 'far', height(p95)) + bar(index, SPEED_HEIGHT, 'near', height(p50)),
    );
  };

const speed = (status: PublicStatus): string => {
  const { pointToPostMs, days, messages } = status;
  if (pointToPostMs === null) {
    return `<section>${top('Point to post', '')}<p class="soft note">No messages in 90 days.</p></section>`;
  }
  const [p50, p95] = [secondsText(pointToPostMs.p50), secondsText(pointToPostMs.p95)];
  const slowest = Math.max(...days.map((day) => day.pointToPostMs?.p95 ?? 0));
  const scaleMs = Math.max(SECOND / 10, Math.min(slowest, TALLEST * pointToPostMs.p95));
  const label = `Point to post per day: half of all messages within ${p50}, 95 % within ${p95}`;
  return `<section class="speed">${top('Point to post', figure('50 %', p50) + figure('95 %', p95))}
<figure>${chart(label, SPEED_HEIGHT, days.map(speedBar(scaleMs)))}${caption(status)}</figure>
${key([
  ['near', 'half of the messages'],
  ['far', '95 %'],
])}
<p class="soft note">From the moment the bot knows a point, start, set or result until Discord has the message;
${countText(messages)} messages. The top of the chart is ${secondsText(scaleMs)}.</p></section>`;
};

const MAX_GAPS = 20;

const gapLine = ({ from, to }: FeedGap): string =>
  `<li><span>${periodText(from, to)}</span><span class="soft">${durationText(to - from)}</span></li>`;

const gaps = ({ gaps: all }: PublicStatus): string => {
  const more = all.length - MAX_GAPS;
  return `<section>${top('Gaps in live data', figure('90 days', countText(all.length)))}
<p class="soft note">Times of more than two minutes without live data while a match could be in play.</p>
${all.length === 0 ? '' : `<ul class="gaps">${all.slice(0, MAX_GAPS).map(gapLine).join('')}</ul>`}
${more > 0 ? `<p class="soft note">${countText(more)} earlier ones are in <a href="status.json">status.json</a>.</p>` : ''}</section>`;
};

const predictions = (record: TrackRecord | null): string => {
  if (record === null) {
    return `<section>${top('Predictions', '')}<p class="soft note">No predicted match is decided yet.</p></section>`;
  }
  const rows = tenthTexts(record)
    .map(
      (each) =>
        `<tr><th scope="row">${each.said}</th><td>${each.won}</td><td>${each.predictions}</td></tr>`,
    )
    .join('');
  return `<section>${top('Predictions', figure('Brier score', record.brier.toFixed(3)))}
<p class="soft note">${countText(record.predictions)} predictions in ${countText(record.matches)} matches of the past year. A Brier
score of 0 is perfect, 0.25 is tossing a coin.</p>
<table class="note"><thead><tr><th scope="col">Favourite’s chance</th><th scope="col">Favourite won</th><th scope="col">Predictions</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
};

const dayRow = ({ date, uptimePercent, pointToPostMs, feedGapMs }: StatusDay): string => {
  const [p50, p95] =
    pointToPostMs === null
      ? ['–', '–']
      : [secondsText(pointToPostMs.p50), secondsText(pointToPostMs.p95)];
  const gap = feedGapMs === 0 ? '–' : durationText(feedGapMs);
  return `<tr><th scope="row">${dateText(date)}</th><td>${percentText(uptimePercent)}</td><td>${p50}</td><td>${p95}</td><td>${gap}</td></tr>`;
};

const everyDay = ({ days }: PublicStatus): string => `<section><details>
<summary>Every day in figures</summary>
<table><thead><tr><th scope="col">Day</th><th scope="col">Uptime</th><th scope="col">50 %</th><th scope="col">95 %</th><th scope="col">No live data</th></tr></thead>
<tbody>${days.toReversed().map(dayRow).join('')}</tbody></table></details></section>`;

/** The whole page: no script, no picture, nothing from elsewhere. */
export const statusPage = (status: PublicStatus): string => {
  const { kind, text } = stateOf(status);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Bandeja status</title><style>${STYLE}</style></head>
<body><header><h1>Bandeja status</h1><p class="soft">Padel alerts on Discord: the last 90 days</p></header>
<main><p class="state ${kind}">${text}</p>
${uptime(status)}
${speed(status)}
${gaps(status)}
${predictions(status.trackRecord)}
${everyDay(status)}</main>
<footer><p>Updated ${minuteText(status.at)}. All days and times are UTC. <a href="status.json">status.json</a></p></footer>
</body></html>
`;
};

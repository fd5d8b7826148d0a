import type { APIEmbedField } from 'discord-api-types/v10';
import type { DirectoryKind } from '../../domain/people/directory.ts';
import {
  proxyRefusalName,
  type ServiceFailure,
  type ServiceState,
  type SpentQuota,
} from '../../domain/quota.ts';
import { driftLine } from '../../domain/schema-drift.ts';
import type { TrackRecord } from '../../domain/probability/track-record.ts';
import type { Instant } from '../../domain/terms.ts';
import { integer, percent } from '../../i18n/format.ts';
import type { Reader, TEXTS } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { MINUTE, CLOCK_WRONG_MS } from '../../lib/time.ts';
import { buttonRow, controlId } from '../controls.ts';
import { mention } from '../follows/follows.ts';
import { joinedLines, notInPlanLine } from '../lines/lines.ts';
import { COLOURS, type MessageBody, embedReply, factFields } from '../message.ts';

/** Database failures, each with its own text. */
type DatabaseTrouble = keyof (typeof TEXTS)['en']['status']['database'];

export interface StatusView {
  /** Whether pushes arrive; false while the live feed is disconnected. */
  readonly feedConnected: boolean;
  /** When a source of live matches last brought data. */
  readonly lastUpdateAt: Instant | null;
  /** Matches that are read from the live list because nothing is pushed of them. */
  readonly silent: readonly {
    readonly matchId: number;
    readonly name: string;
    readonly since: Instant;
  }[];
  readonly service: ServiceState;
  readonly startedAt: Instant;
  readonly version: string;
  readonly inPlay: {
    readonly matches: number;
    readonly changedAt: Instant | null;
    readonly delayed: number;
    readonly delayedSince: Instant | null;
  } | null;
  readonly names: Readonly<Record<DirectoryKind, number>>;
  /** Whether some players are still unknown. */
  readonly isLearning: boolean;
  /** Deliveries to be retried, and events that are not delivered yet. */
  readonly waiting: { readonly posts: number; readonly news: number } | null;
  /** How good the predictions of decided matches were; null while there are none. */
  readonly trackRecord: TrackRecord | null;
  /** What is wrong with the database; its figures are null when it does not respond. */
  readonly database: DatabaseTrouble | null;
  /** Milliseconds that the machine's clock is ahead; null when unknown. */
  readonly clockAheadMs: number | null;
  /** The server's alert channel; null when none is set up, or in a direct message. */
  readonly channel: {
    readonly id: string;
    readonly brokenSince: Instant | null;
    readonly posts: number;
  } | null;
  readonly now: Instant;
}

/** Whether the bot works, below `/help`: a summary first, then figures. */
export const statusMessage = (reader: Reader, view: StatusView): MessageBody => {
  const { t } = reader;
  const troubles = troubleLines(reader, view);
  const isWell = troubles.length === 0;
  return embedReply({
    title: t(isWell ? 'status.well' : 'status.trouble'),
    description: [...(isWell ? [t('status.wellMeaning')] : troubles), ...noteLines(reader, view)],
    color: isWell ? COLOURS.live : COLOURS.warning,
    fields: figures(reader, view),
    components: buttonRow(
      { id: controlId('help', 'status'), label: t('button.refresh') },
      { id: controlId('help', 'steps'), label: t('button.back') },
    ),
  });
};

/** Without messages from any source for this long, matches in play are out of date. */
const SILENT_AFTER = MINUTE;

/** More silent matches than these are a general fault. */
const MAX_SILENT = 3;

/** The data service usually accepts requests again at the start of its next minute. */
const RATE_LIMITED_AFTER_MS = 2 * MINUTE;

const UNKNOWN = '–';

/** Four names. */
const NAMES_MAX = 120;

const since = (at: Instant) => ({ when: timestamp(at, 'f') });

const FAILING = {
  down: 'status.serviceFailing',
  'refuses-token': 'status.serviceRefusesToken',
  'refused-by-proxy': 'status.serviceBehindProxy',
  unreadable: 'status.serviceUnreadable',
} as const satisfies Record<ServiceFailure, string>;

/** What the data service's answers lack, by the first of it. */
const driftWords = ({ t, locale }: Reader, view: StatusView): string | null => {
  const [first, ...others] = view.service.drift;
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : ` +${integer(locale, others.length)}`;
  return t('status.answersChanged', { what: `\`${driftLine(first, view.now)}\`${more}` });
};

/** What the refused requests mean, and until when. */
const spentLines = ({ t }: Reader, spent: readonly SpentQuota[]): string[] => {
  const [first] = spent;
  if (first === undefined) return [];
  const effects = spent.map(({ priority }) => `- ${t(`status.spent.${priority}`)}`);
  return [t('status.quotaSpent', { when: timestamp(first.until, 'R') }), ...effects];
};

const troubleLines = (reader: Reader, view: StatusView): string[] => {
  const { t, locale } = reader;
  const { inPlay, channel, lastUpdateAt, database, service } = view;
  const { failingSince: failing, rateLimitedSince, requestsLeft, requestsWaiting } = service;
  const spent = service.quota?.spent ?? [];
  const isRateLimited =
    rateLimitedSince !== null &&
    view.now - rateLimitedSince > RATE_LIMITED_AFTER_MS &&
    !spent.some(({ priority }) => priority === 'person');
  const clockOff = Math.abs(view.clockAheadMs ?? 0);
  const silentSince = lastUpdateAt ?? view.startedAt;
  const isSilent = view.now - silentSince > SILENT_AFTER;
  const lines = [
    database === null ? null : t(`status.database.${database}`),
    clockOff < CLOCK_WRONG_MS
      ? null
      : t('status.clock', { minutes: integer(locale, Math.round(clockOff / MINUTE)) }),
    channel !== null && channel.brokenSince !== null
      ? t('status.channelBroken', { channel: mention(channel.id), ...since(channel.brokenSince) })
      : null,
    failing === null
      ? null
      : t(FAILING[service.failure ?? 'down'], {
          ...since(failing),
          refusal: proxyRefusalName(service.proxyError),
        }),
    driftWords(reader, view),
    view.feedConnected ? null : t(feedDown(view)),
    ...view.silent.slice(0, MAX_SILENT).map(({ matchId, name, since: at }) =>
      t('status.matchSilent', {
        match: outside(name, NAMES_MAX) || UNKNOWN,
        id: matchId,
        ...since(at),
      }),
    ),
    isSilent ? t('status.silent', since(silentSince)) : null,
    inPlay !== null && inPlay.delayed > 0 && inPlay.delayedSince !== null
      ? t('status.delayed', { count: inPlay.delayed, ...since(inPlay.delayedSince) })
      : null,
    ...spentLines(reader, spent),
    isRateLimited ? t('status.rateLimited', since(rateLimitedSince)) : null,
    requestsLeft === 0 && requestsWaiting > 0 && !isRateLimited
      ? t('status.busy', { waiting: integer(locale, requestsWaiting) })
      : null,
  ];
  return lines.filter((line) => line !== null);
};

/** Limits that are no problem: a small plan, and the first minutes after a start. */
const noteLines = ({ t, locale }: Reader, view: StatusView): (string | null)[] => [
  view.service.lacksLive ? notInPlanLine(t, t('button.points')) : null,
  view.isLearning ? t('error.names-loading', { known: integer(locale, view.names.player) }) : null,
];

/** The effect of a disconnected feed depends on which other sources of scores work. */
const feedDown = ({ service: { failingSince, lacksLive } }: StatusView) => {
  if (failingSince !== null) return 'status.feedDownToo';
  return lacksLive ? 'status.feedDownNoPlan' : 'status.feedDown';
};

const waitingWords = ({ t, locale }: Reader, { channel, waiting }: StatusView): string => {
  const number = (value: number): string => integer(locale, value);
  if (waiting === null) return UNKNOWN;
  if (waiting.posts === 0 && waiting.news === 0) return t('status.nothingWaits');
  return joinedLines([
    channel &&
      t('status.waitingHere', { channel: mention(channel.id), posts: number(channel.posts) }),
    t('status.waitingAll', { posts: number(waiting.posts), news: number(waiting.news) }),
  ]);
};

/** Fewer tell nothing of how good they are, and something of a result. */
const LEAST_PREDICTIONS = 50;

/** The predictions of the past year against what came of them. */
const trackRecordField = ({ t, locale }: Reader, { trackRecord }: StatusView): APIEmbedField => {
  const number = (value: number): string => integer(locale, value);
  const share = (value: number): string => percent(locale, value);
  const lines =
    trackRecord === null || trackRecord.predictions < LEAST_PREDICTIONS
      ? [t('status.recordNone')]
      : [
          t('status.recordTotal', {
            predictions: number(trackRecord.predictions),
            matches: number(trackRecord.matches),
          }),
          ...trackRecord.tenths.map(({ from, to, said, won, predictions }) =>
            t('status.recordTenth', {
              from: share(from),
              to: share(to),
              said: share(said),
              won: share(won),
              predictions: number(predictions),
            }),
          ),
          t('status.recordMeans'),
        ];
  return { name: t('button.winProbability'), value: lines.join('\n') };
};

const figures = (reader: Reader, view: StatusView): APIEmbedField[] => {
  const { t, locale } = reader;
  const { inPlay, names, lastUpdateAt } = view;
  const number = (value: number): string => integer(locale, value);
  const ago = (at: Instant | null): string =>
    at === null ? t('status.never') : timestamp(Math.min(at, view.now), 'R');
  // How many are live tells who hides scores which of today's are over.
  const ofMatches = (value: string): string | null => (reader.hidesScores === true ? null : value);
  const facts = factFields([
    [
      t('status.feed'),
      `${t(view.feedConnected ? 'status.connected' : 'status.disconnected')}, ${ago(lastUpdateAt)}`,
    ],
    [t('status.inPlay'), ofMatches(inPlay === null ? UNKNOWN : number(inPlay.matches))],
    [t('status.newest'), ofMatches(inPlay === null ? UNKNOWN : ago(inPlay.changedAt))],
    [
      t('status.requests'),
      t('status.requestsValue', {
        left: number(view.service.requestsLeft),
        waiting: number(view.service.requestsWaiting),
      }),
    ],
    [t('status.alerts'), waitingWords(reader, view)],
    [
      t('status.names'),
      t('status.namesValue', {
        players: number(names.player),
        pairs: number(names.pair),
        tournaments: number(names.tournament),
      }),
    ],
    [t('status.version'), view.version],
    [t('status.up'), timestamp(view.startedAt, 'R')],
  ]);
  return [...facts, trackRecordField(reader, view)];
};

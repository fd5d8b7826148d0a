import { describe, expect, it } from 'vitest';
import { UNKNOWN_SERVICE, type Quota, type ServiceState } from '#src/domain/quota.ts';
import { LOCALES, translator, type Locale } from '#src/i18n/i18n.ts';
import { statusMessage, type StatusView } from '#src/render/moderation/status.ts';
import { aReader, refusals } from './held.ts';
import { expectSentences } from './sentences.ts';

const NOW = 1_780_833_600_000;
const EARLIER = NOW - 600_000;

const QUOTA: Quota = {
  minute: { limit: 60, used: 18, left: 42, resetsAt: NOW + 60_000 },
  day: { limit: 1_500, used: 300, left: 1_200, resetsAt: NOW + 3_600_000 },
  month: { limit: null, used: 9_000, left: null, resetsAt: NOW + 86_400_000 },
  spent: [],
};

const WELL: StatusView = {
  feedConnected: true,
  lastUpdateAt: NOW - 2_000,
  silent: [],
  service: { ...UNKNOWN_SERVICE, requestsLeft: 41 },
  startedAt: EARLIER,
  version: '1.2.3',
  inPlay: { matches: 4, changedAt: NOW - 3_000, delayed: 0, delayedSince: null },
  names: { player: 1_234, pair: 600, tournament: 90 },
  isLearning: false,
  waiting: { posts: 0, news: 0 },
  channel: { id: '1', brokenSince: null, posts: 0 },
  trackRecord: null,
  database: null,
  clockAheadMs: 400,
  now: NOW,
};

const service = (more: Partial<ServiceState>) => ({ service: { ...WELL.service, ...more } });

const shown = (more: Partial<StatusView> = {}, locale: Locale = 'en') => {
  const embed = statusMessage(aReader(locale), { ...WELL, ...more }).embeds?.[0];
  return {
    title: embed?.title,
    text: embed?.description ?? '',
    figures: (embed?.fields ?? []).map(({ name, value }) => `${name}: ${value}`),
  };
};

const ALL_WRONG: Partial<StatusView> = {
  feedConnected: false,
  lastUpdateAt: EARLIER,
  silent: Array.from({ length: 10 }, () => ({
    matchId: 1_000_000,
    name: '*'.repeat(120),
    since: EARLIER,
  })),
  ...service({
    lacksLive: true,
    failingSince: EARLIER,
    requestsLeft: 0,
    requestsWaiting: 1_000_000,
  }),
  inPlay: { matches: 9, changedAt: null, delayed: 9, delayedSince: EARLIER },
  names: { player: 0, pair: 0, tournament: 0 },
  isLearning: true,
  channel: { id: '1', brokenSince: EARLIER, posts: 99 },
};

const TROUBLES: readonly (readonly [string, Partial<StatusView>])[] = [
  ['the feed is disconnected', { feedConnected: false }],
  [
    'the feed is disconnected and the plan has no live points',
    { feedConnected: false, ...service({ lacksLive: true }) },
  ],
  [
    'the feed is disconnected and the service down',
    { feedConnected: false, ...service({ failingSince: EARLIER }) },
  ],
  [
    'nothing is pushed of a match',
    { silent: [{ matchId: 7009, name: 'Vega/*Lamas* - Soria/Pinto', since: EARLIER }] },
  ],
  ['the feed is silent', { lastUpdateAt: EARLIER }],
  ['the service is down', service({ failingSince: EARLIER })],
  ['the service rejects the token', service({ failingSince: EARLIER, failure: 'refuses-token' })],
  [
    'the proxy in front of the service refuses the bot',
    service({ failingSince: EARLIER, failure: 'refused-by-proxy', proxyError: 1010 }),
  ],
  [
    'the service sends unreadable responses',
    service({ failingSince: EARLIER, failure: 'unreadable' }),
  ],
  [
    'answers of the service lack something',
    service({
      drift: ['court', 'score'].map((field) => ({
        ...{ endpoint: 'matches', what: `with ${field}`, carried: 0, of: 50 },
        ...{ since: EARLIER, expected: 'text' },
      })),
    }),
  ],
  [
    'matches are delayed',
    { inPlay: { matches: 2, changedAt: EARLIER, delayed: 2, delayedSince: EARLIER } },
  ],
  ['the bot cannot post in the channel', { channel: { id: '1', brokenSince: EARLIER, posts: 3 } }],
  [
    'the service rate-limits the bot',
    service({ rateLimitedSince: EARLIER, requestsLeft: 0, requestsWaiting: 7 }),
  ],
  [
    'the quota of the day is used up',
    service({
      quota: { ...QUOTA, spent: [{ priority: 'person', by: 'elsewhere', until: NOW + 600_000 }] },
      rateLimitedSince: EARLIER,
    }),
  ],
  [
    'results are late and names are not refreshed',
    service({
      quota: {
        ...QUOTA,
        spent: (['result', 'names'] as const).map((priority) => ({
          ...{ priority, by: 'day', until: NOW + 600_000 },
        })),
      },
    }),
  ],
  ['the requests of the minute are used up', service({ requestsLeft: 0, requestsWaiting: 7 })],
];

describe('the status', () => {
  it('says that all is well, followed by the figures', () => {
    expect(shown()).toEqual({
      title: 'Everything works',
      text: 'Scores arrive, the data service responds, and alerts go out.',
      figures: [
        'Live feed: connected, <t:1780833598:R>',
        'Live matches: 4',
        'Latest live update: <t:1780833597:R>',
        'Requests to the data service: 41 left this minute, 0 waiting',
        'Alerts waiting: none',
        'Known names: 1,234 players, 600 pairs, 90 tournaments',
        'Version: 1.2.3',
        'Started: <t:1780833000:R>',
        'Win probability: Too few matches decided yet',
      ],
    });
  });

  it('never says that an update was in the future, as a clock ahead of this one records', () => {
    const ahead = NOW + 70_000_000;
    const { figures } = shown({
      lastUpdateAt: ahead,
      inPlay: { matches: 4, changedAt: ahead, delayed: 0, delayedSince: null },
    });
    const now = `<t:${Math.floor(NOW / 1_000)}:R>`;
    expect(figures[0]).toBe(`Live feed: connected, ${now}`);
    expect(figures[2]).toBe(`Latest live update: ${now}`);
  });

  it.each(LOCALES)('says what is wrong, in %s', (locale) =>
    expectSentences(
      'status',
      locale,
      TROUBLES.map(([what, more]) => {
        const { title, text } = shown(more, locale);
        expect(title).toBe(translator(locale)('status.trouble'));
        return [what, text];
      }),
    ),
  );

  it('shows how good the predictions were', () => {
    const trackRecord = {
      predictions: 1_204,
      matches: 430,
      brier: 0.1714,
      logLoss: 0.5121,
      tenths: [
        { from: 0.5, to: 0.6, said: 0.551, won: 0.56, predictions: 410 },
        { from: 0.9, to: 1, said: 0.953, won: 0.949, predictions: 794 },
      ],
    };
    const total = 'Win probability: Predictions: 1,204 · Matches: 430';
    const others = [
      'Favourite at 50% to 60%: said 55%, won 56% of 410',
      'Favourite at 90% to 100%: said 95%, won 95% of 794',
      '-# The closer “won” is to “said”, the better the predictions.',
    ];
    expect(shown({ trackRecord }).figures.at(-1)?.split('\n')).toEqual([total, ...others]);
  });

  it('does not treat a small plan as a problem', () => {
    expect(shown(service({ lacksLive: true })).title).toBe('Everything works');
    expect(shown(service({ lacksLive: true })).text).toContain('Points: not in the data plan');
  });

  it('does not treat names that are still loading as a problem', () => {
    expect(shown({ isLearning: true }).title).toBe('Everything works');
    expect(shown({ isLearning: true }).text).toContain('Names are still loading (1,234 so far)');
    const alsoDown = shown({ isLearning: true, feedConnected: false });
    expect(alsoDown.title).toBe("Some things aren't working");
    expect(alsoDown.text).toContain('Names are still loading');
  });

  it('counts waiting alerts, and names no channel when there is none', () => {
    const waiting = { posts: 1_200, news: 2 };
    const everywhere = '1,200 for all channels; events being sent now: 2';
    expect(shown({ waiting }).figures[4]).toBe(`Alerts waiting: 0 for <#1>\n${everywhere}`);
    expect(shown({ waiting, channel: null }).figures[4]).toBe(`Alerts waiting: ${everywhere}`);
  });

  it.each(LOCALES)('is accepted by Discord in %s, even when everything is wrong', (locale) => {
    expect(refusals(statusMessage(aReader(locale), { ...WELL, ...ALL_WRONG }))).toEqual([]);
  });
});

/** A part of the code, and the tests that should notice every change of it. */
export interface Part {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const inDomain = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/domain/${name}.test.ts`);

const inStore = (...names: readonly string[]): readonly string[] =>
  names.map((name) => `test/store/${name}.test.ts`);

const inAlerts = (names: string): readonly string[] => [`test/alerts/{${names}}.test.ts`];

/** The tests of each part take a second or two: most changes are asked all of them. */
export const PARTS: readonly Part[] = [
  {
    name: 'domain/match',
    mutate: ['src/domain/match/*.ts'],
    tests: inDomain(
      '{appointments,beginnings,match-{events,result,state,status}}',
      '{game-history,games-told,play,played-games,replay,score,serving,situation}',
      '{next-on-court,set-completion,set-minutes}',
    ),
  },
  {
    name: 'domain/people',
    mutate: ['src/domain/people/*.ts', 'src/domain/plain.ts'],
    tests: inDomain(
      '{called-names,common-opponents,form,head-to-head,pairs,periods,service-ratings}',
    ),
  },
  {
    name: 'domain/tournament',
    mutate: ['src/domain/tournament/*.ts', 'src/domain/{local-time,terms}.ts'],
    tests: inDomain(
      '{draw,local-time,match-of-the-day,seasons,ties,tournament-progress,venue-clock}',
    ),
  },
  {
    name: 'domain/alerts',
    // The samples are data for a preview, which a person looks at.
    mutate: ['src/domain/alerts/*.ts', '!src/domain/alerts/sample.ts', 'src/domain/quota.ts'],
    tests: inDomain(
      '{alert-*,channel-permissions,follow*,games-told,morning}',
      '{quiet-hours,replay,server-event,upcoming,verdict}',
    ),
  },
  {
    name: 'domain/probability',
    mutate: ['src/domain/probability/*.ts'],
    tests: ['test/domain/probability/*.test.ts', 'test/alerts/predictions.test.ts'],
  },
  {
    name: 'store/outbox',
    mutate: ['src/store/outbox/*.ts'],
    tests: inStore(
      '{deliveries,erasure,following,merges,outbox,personal-data}',
      '{standing,ties,unannounced-rounds,unreadable,unsent}',
    ),
  },
  {
    name: 'alerts/agenda',
    mutate: ['src/alerts/agenda/*.ts'],
    tests: inAlerts('agenda,filters,quiet-hours,predictions,ties'),
  },
  {
    name: 'alerts/boards',
    mutate: ['src/alerts/boards/*.ts'],
    tests: inAlerts('boards,board-messages,many-boards'),
  },
  {
    name: 'alerts/cards',
    mutate: ['src/alerts/cards/*.ts'],
    tests: inAlerts(
      'between-two-looks,card-settings,cards,pushed-down,quiet-hours,spoiler-delay,threads,forum',
    ),
  },
  {
    name: 'alerts/channels',
    mutate: ['src/alerts/channels/*.ts'],
    tests: inAlerts(
      'channel-failure-notifier,forgotten,inheritance,post-directly,delivery,board-messages,pushed-down',
    ),
  },
  {
    name: 'alerts/delivery',
    mutate: ['src/alerts/delivery/*.ts'],
    tests: inAlerts(
      'delivery,hurried,instrumented-sender,limit-and-pause,news-age,wakes,in-order,fresh-news',
    ),
  },
  {
    name: 'alerts/ingest',
    mutate: ['src/alerts/ingest/*.ts'],
    tests: inAlerts(
      'fresh-news,merged-records,moments,news,one-event-fails,predictions,ties,videos,wider-news',
    ),
  },
  {
    name: 'alerts/posts',
    mutate: ['src/alerts/posts/*.ts'],
    tests: ['test/alerts/*.test.ts'],
  },
  {
    name: 'alerts/server-events',
    mutate: ['src/alerts/server-events/*.ts'],
    tests: inAlerts('server-events'),
  },
  {
    name: 'padel-api/quota',
    mutate: ['src/padel-api/quota/*.ts'],
    tests: ['test/padel-api/{budget,sharing,quota/!(*.property)}.test.ts'],
  },
];

/** A part of the code, and the tests that should notice every mutation of it. */
export interface Part {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const testsIn = (folder: string, names: string): readonly string[] =>
  names.split(' ').map((name) => `test/${folder}/${name}.test.ts`);

/** The tests of each part must be fast, a second or two: most mutations run all of them. */
export const PARTS: readonly Part[] = [
  {
    name: 'domain/match',
    mutate: ['src/domain/match/*.ts'],
    tests: testsIn(
      'domain',
      'appointments beginnings bookmark game-history games-told match-events match-result ' +
        'match-state match-status next-on-court plausible play played-games replay score serving ' +
        'set-completion set-minutes situation',
    ),
  },
  {
    name: 'domain/people',
    mutate: ['src/domain/people/*.ts', 'src/domain/plain.ts'],
    tests: testsIn(
      'domain',
      'called-names common-opponents form head-to-head pairs periods service-ratings',
    ),
  },
  {
    name: 'domain/tournament',
    mutate: ['src/domain/tournament/*.ts', 'src/domain/{local-time,terms}.ts'],
    tests: testsIn(
      'domain',
      'draw local-time match-of-the-day order-of-play seasons ties tournament-progress ' +
        'venue-clock videos',
    ),
  },
  {
    name: 'domain/alerts',
    // The samples are data for a preview, which a person looks at.
    mutate: ['src/domain/alerts/*.ts', '!src/domain/alerts/sample.ts', 'src/domain/quota.ts'],
    tests: [
      ...testsIn(
        'domain',
        'alert-* channel-permissions follow* games-told morning quiet-hours replay ' +
          'server-event upcoming verdict',
      ),
      ...testsIn('alerts', 'boards moments'),
      ...testsIn('commands', 'settings-import'),
    ],
  },
  {
    name: 'domain/probability',
    mutate: ['src/domain/probability/*.ts'],
    tests: ['test/domain/probability/*.test.ts', 'test/alerts/predictions.test.ts'],
  },
  {
    name: 'store/outbox',
    mutate: ['src/store/outbox/*.ts'],
    tests: testsIn(
      'store',
      'backlog deliveries erasure following merges outbox personal-data ties ' +
        'unannounced-rounds unreadable',
    ),
  },
  {
    name: 'alerts/agenda',
    mutate: ['src/alerts/agenda/*.ts'],
    tests: testsIn('alerts', 'agenda filters predictions quiet-hours ties'),
  },
  {
    name: 'alerts/kept',
    mutate: ['src/alerts/kept/*.ts'],
    tests: testsIn(
      'alerts',
      'between-two-looks board-messages boards card-settings cards forum many-boards pushed-down ' +
        'quiet-hours spoiler-delay threads',
    ),
  },
  {
    name: 'alerts/channels',
    mutate: ['src/alerts/channels/*.ts'],
    tests: testsIn(
      'alerts',
      'board-messages channel-failure-notifier delivery forgotten inheritance post-directly ' +
        'pushed-down',
    ),
  },
  {
    name: 'alerts/delivery',
    mutate: ['src/alerts/delivery/*.ts'],
    tests: testsIn('alerts', 'delivery fan-out instrumented-sender limit-and-pause wakes'),
  },
  {
    name: 'alerts/ingest',
    mutate: ['src/alerts/ingest/*.ts'],
    tests: testsIn(
      'alerts',
      'ingest merged-records moments news predictions ties videos wider-news',
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
    tests: testsIn('alerts', 'server-events'),
  },
  {
    name: 'padel-api/quota',
    mutate: ['src/padel-api/quota/*.ts'],
    tests: ['test/padel-api/{budget,sharing,quota/!(*.property)}.test.ts'],
  },
];

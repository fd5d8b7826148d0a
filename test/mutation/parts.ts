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
    tests: ['test/domain/probability/*.test.ts'],
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
    name: 'padel-api/quota',
    mutate: ['src/padel-api/quota/*.ts'],
    tests: ['test/padel-api/{budget,quota/!(*.property)}.test.ts'],
  },
];

import { instant, isMasked, isRecord, numeric, wireDate } from './lenient.ts';

/** Whether the client can read a field's value, by its kind. */
const KINDS = {
  id: (value: unknown) => typeof value === 'number' || typeof value === 'string',
  text: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => numeric.parse(value) !== null,
  date: (value: unknown) => wireDate.parse(value) !== null,
  instant: (value: unknown) => instant.parse(value) !== null,
  list: (value: unknown) => Array.isArray(value),
  object: (value: unknown) => isRecord(value),
  'list or text': (value: unknown) => Array.isArray(value) || typeof value === 'string',
  'object or text': (value: unknown) => isRecord(value) || typeof value === 'string',
  'number or text': (value: unknown) => typeof value === 'number' || typeof value === 'string',
} as const satisfies Record<string, (value: unknown) => boolean>;

export type FieldKind = keyof typeof KINDS;

type Fields = Readonly<Record<string, FieldKind>>;

type Row = Readonly<Record<string, unknown>>;

/** The fields of a record that the bot depends on, by their names on the wire. */
export interface RecordShape {
  /** Never null. A record is known by them, so they include its id where it has one. */
  readonly always: Fields;
  /** Present, and null where the service knows no value. */
  readonly nullable: Fields;
  /** Of the public service, beyond the specification; null where it knows no value. */
  readonly today: Fields;
  /** Fields with a value in certain records: a word for these, and which they are. */
  readonly due: Readonly<Record<string, readonly [word: string, isDue: (row: Row) => boolean]>>;
  /** Whether such services differ in where they put the record. */
  readonly mayNest: boolean;
}

const shape = (more: Partial<RecordShape>): RecordShape => ({
  always: {},
  nullable: {},
  today: {},
  due: {},
  mayNest: false,
  ...more,
});

const isFinished = ({ status }: Row): boolean => status === 'finished';

const hasTime = ({ schedule_label: label }: Row): boolean =>
  typeof label === 'string' && /\d:\d\d/.test(label);

const MATCH = shape({
  always: {
    id: 'id',
    category: 'text',
    round: 'number',
    status: 'text',
    players: 'object',
    connections: 'object or text',
  },
  nullable: {
    name: 'text',
    index: 'number',
    played_at: 'date',
    schedule_label: 'text',
    court: 'text',
    court_order: 'number',
    score: 'list or text',
    winner: 'text',
    started_time: 'instant',
    duration: 'number or text',
  },
  today: { scheduled_at: 'instant', scheduled_at_local: 'instant', seeds: 'object', draw: 'text' },
  due: {
    score: ['finished', isFinished],
    winner: ['finished', isFinished],
    scheduled_at: ['timed', hasTime],
  },
});

/** The list has no status. */
const LIVE = shape({
  always: { id: 'id' },
  nullable: { channel: 'text', sets: 'list' },
  today: { status: 'text' },
  due: { channel: ['in play', ({ sets }) => Array.isArray(sets) && sets.length > 0] },
});

const PLAYER = shape({
  always: { id: 'id', name: 'text', category: 'text' },
  nullable: { nationality: 'text', ranking: 'number', points: 'number', side: 'text' },
  today: { elo: 'number', short_name: 'text' },
});

const RANKING = shape({
  always: { id: 'id', name: 'text' },
  today: { ranking: 'number', points: 'number', ranking_diff: 'number', date: 'date' },
  mayNest: true,
});

const PAIR = shape({
  always: { id: 'id', players: 'list' },
  nullable: { name: 'text', points: 'number' },
});

const TOURNAMENT = shape({
  always: {
    id: 'id',
    name: 'text',
    level: 'text',
    status: 'text',
    start_date: 'date',
    end_date: 'date',
  },
  nullable: { location: 'text', country: 'text' },
  today: { timezone: 'text', venue: 'object', format: 'text', prize: 'object' },
  due: { timezone: ['placed', ({ country }) => typeof country === 'string'] },
});

const SEASON = shape({
  always: { id: 'id', name: 'text', status: 'text', start_date: 'date', year: 'number' },
});

const VIDEO = shape({ always: { id: 'id', url: 'text' }, nullable: { name: 'text' } });

const MATCH_STATS = shape({ always: { id: 'id' }, nullable: { match: 'object' } });

const CAREER = shape({
  always: { matches_played: 'number', matches_won: 'number' },
  nullable: { win_percentage: 'number or text', best_round: 'number' },
});

const SIMULATION = shape({ always: { probability: 'object', players: 'object' }, mayNest: true });

/** Endpoints that the bot depends on, by their paths, and the frames that are pushed. */
const ENDPOINTS: Readonly<Record<string, RecordShape>> = {
  frames: LIVE,
  live: LIVE,
  matches: MATCH,
  'matches/:id': MATCH,
  'matches/:id/live': LIVE,
  'matches/:id/stats': MATCH_STATS,
  'matches/:id/headtohead': MATCH,
  'matches/:id/head2head': MATCH,
  'matches/headtohead': MATCH,
  'matches/head2head': MATCH,
  'matches/simulate': SIMULATION,
  players: PLAYER,
  'players/:id': PLAYER,
  'players/:id/matches': MATCH,
  'players/:id/pairs': PAIR,
  'players/:id/rankings': RANKING,
  'players/:id/stats': CAREER,
  'pairs/:id': PAIR,
  'pairs/:id/matches': MATCH,
  'pairs/:id/stats': CAREER,
  rankings: RANKING,
  seasons: SEASON,
  'seasons/:id/tournaments': TOURNAMENT,
  tournaments: TOURNAMENT,
  'tournaments/:id': TOURNAMENT,
  'tournaments/:id/editions': TOURNAMENT,
  'tournaments/:id/matches': MATCH,
  'tournaments/:id/videos': VIDEO,
};

/** Their names: the labels of the metric, too. */
export const ENDPOINT_NAMES: readonly string[] = Object.keys(ENDPOINTS);

export interface Endpoint {
  readonly name: string;
  readonly shape: RecordShape;
}

/** The endpoint of a path below the base URL; null for one that the bot does not depend on. */
export const endpointOf = (path: string): Endpoint | null => {
  const [below = ''] = path.split('?');
  const segments = below.split('/').filter((segment) => segment !== '');
  const name = segments.map((each) => (/^\d+(-\d+)?$/.test(each) ? ':id' : each)).join('/');
  const found = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined;
  return found === undefined ? null : { name, shape: found };
};

/** Whether a row has a field that the client can read. */
export const carries = (row: Row, name: string, kind: FieldKind, mayBeNull = false): boolean => {
  const value = row[name];
  if (value === undefined) return false;
  return (value === null && mayBeNull) || isMasked(value) || KINDS[kind](value);
};

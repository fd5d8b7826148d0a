import type { Behaviour } from './faults.ts';
import { DAY } from '../../src/lib/time.ts';

/** What the service says of a match against its course: its sides exchanged, or play put off. */
type Retold = Pick<Behaviour, 'exchanged' | 'putOff'>;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TEAMS: Readonly<Record<string, string>> = { team_1: 'team_2', team_2: 'team_1' };

/** `7-6(4)`, `3 - 2`, `A:40`. */
const SCORE = /^(\w+)( ?[-:] ?)(\w+)(\(\d+\))?$/;

const exchangedIn = (value: unknown): unknown => {
  if (typeof value === 'string') return TEAMS[value] ?? value.replace(SCORE, '$3$2$1$4');
  if (Array.isArray(value)) return value.map(exchangedIn);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [TEAMS[key] ?? key, exchangedIn(own)]),
  );
};

/** The parts of a match, and of its points, that speak of sides. */
const OF_SIDES = ['players', 'score', 'winner', 'seeds', 'tie', 'sets'] as const;

const exchanged = (fields: Fields): Fields => ({
  ...fields,
  ...Object.fromEntries(
    OF_SIDES.flatMap((key) => (key in fields ? [[key, exchangedIn(fields[key])]] : [])),
  ),
  ...(typeof fields['name'] === 'string' ? { name: exchangedName(fields['name']) } : {}),
});

const exchangedName = (name: string): string =>
  [' vs ', ' - '].reduce((all, between) => all.split(between).toReversed().join(between), name);

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

const putOff = (fields: Fields): Fields => {
  if ('sets' in fields) return { ...fields, status: 'scheduled', sets: [] };
  const none = [
    'score',
    'winner',
    'started_time',
    'started_time_local',
    'scheduled_at',
    'scheduled_at_local',
  ];
  return {
    ...fields,
    ...Object.fromEntries(none.flatMap((key) => (key in fields ? [[key, null]] : []))),
    status: 'scheduled',
    played_at: dayAfter(String(fields['played_at'])),
    schedule_label: 'Starting at 11:00 AM',
  };
};

/** The match that a record, or its points, are about; null for anything else. */
const matchOf = (fields: Fields): number | null => {
  const [, id] = /\/matches\/(\d+)(?:\/live)?$/.exec(String(fields['self'])) ?? [];
  return id !== undefined && ('players' in fields || 'sets' in fields) ? Number(id) : null;
};

/** An answer or a frame as it is sent. */
export const retold = (value: unknown, { exchanged: turned, putOff: off }: Retold): unknown => {
  if (turned.length + off.length === 0) return value;
  if (Array.isArray(value)) {
    // The live list has no row of a match that is not in play.
    const isRow = (each: unknown): boolean =>
      !isFields(each) || !('sets' in each) || !off.includes(matchOf(each) ?? NaN);
    return value.filter(isRow).map((each) => retold(each, { exchanged: turned, putOff: off }));
  }
  if (!isFields(value)) return value;
  const match = matchOf(value);
  if (match === null) {
    return 'data' in value
      ? { ...value, data: retold(value['data'], { exchanged: turned, putOff: off }) }
      : value;
  }
  const told = turned.includes(match) ? exchanged(value) : value;
  return off.includes(match) ? putOff(told) : told;
};

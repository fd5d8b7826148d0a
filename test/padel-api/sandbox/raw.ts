import { z } from 'zod';
import { countryCodeOf } from '#src/domain/people/countries.ts';
import { PRO } from '../../../sandbox/test/padel-service/service.ts';
import type { PadelService } from '#sandbox/padel-service/index.ts';

/** The raw response of the service, read without the client. */
export type Raw = Readonly<Record<string, unknown>>;

export const object = z.record(z.string(), z.unknown());
const page = z.object({ data: z.array(object), meta: z.object({ total: z.int() }) });

/** Requests to the service without the client. */
export const rawOf = (service: PadelService, headers = PRO) => {
  const body = async (path: string, payload?: object): Promise<unknown> => {
    const method = payload === undefined ? 'GET' : 'POST';
    const request = { method, url: `/api${path}`, headers } as const;
    return (await service.inject(payload === undefined ? request : { ...request, payload })).json();
  };
  return {
    one: async (path: string, payload?: object): Promise<Raw> =>
      object.parse(await body(path, payload)),
    page: async (path: string, payload?: object) => page.parse(await body(path, payload)),
  };
};

const MASK = 'hidden_free_plan';

/** A response that a small plan may mask: what is masked reads as null, and is listed. */
export const maskable =
  <T extends object>(of: (raw: Raw) => T) =>
  (raw: Raw) => {
    const withheld = Object.keys(raw).filter((name) => {
      const { data = {} } = object.safeParse(raw[name]);
      return raw[name] === MASK || Object.values(data).includes(MASK);
    });
    const nulls = Object.fromEntries(withheld.map((name) => [name, null]));
    return { ...of({ ...raw, ...nulls }), withheld };
  };

const instantOf = (value: unknown): number | null =>
  value === null ? null : Date.parse(z.string().parse(value));

export const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

/** The client leaves out what one of the two forms lacks, and what is null there. */
export const knownOf = <T>(value: T): NonNullable<T> | undefined => value ?? undefined;

/** Text of either form: without any it is empty, or null. */
const textOf = (value: unknown): string | null =>
  value === null ? null : z.string().parse(value).trim() || null;

const minutesOf = (value: unknown): number | null => {
  const [hours = 0, minutes = 0] = (textOf(value) ?? '').split(':').map(Number);
  return hours * 60 + minutes || null;
};

/** Minutes of the UTC offset of an instant: its local reading minus the true one. */
const offsetOf = (value: unknown): number | undefined => {
  const local = z.string().nullish().parse(value);
  if (local === null || local === undefined) return undefined;
  return (Date.parse(`${local.slice(0, 19)}Z`) - Date.parse(local)) / 60_000;
};

const teams = z.object({ team_1: z.unknown(), team_2: z.unknown() });

export const byTeam = <T>(value: unknown, of: (team: unknown) => T) => {
  const { team_1, team_2 } = teams.parse(value);
  return { team_1: of(team_1), team_2: of(team_2) };
};

const setOf = (value: unknown) => {
  const texts = byTeam(value, (text) => z.string().parse(text));
  const points = /\((\d+)\)/.exec(texts.team_1 + texts.team_2)?.[1];
  const games = byTeam(texts, (text) => Number.parseInt(z.string().parse(text), 10));
  return { ...games, tieBreak: points === undefined ? null : Number(points) };
};

/** Masked lists are empty. */
const listOf = (value: unknown): readonly Raw[] => z.array(object).catch([]).parse(value);

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** The part of a full name that the name of a match has, without accents. */
const calledIn = (full: string, part = ''): string | undefined => {
  const at = part === '' ? -1 : withoutAccents(full).indexOf(part);
  return at === -1 || part === withoutAccents(full)
    ? undefined
    : full.substring(at, at + part.length);
};

/** The players of a match by team, with the names they go by where the match's name has them. */
const refsOf = (raw: Raw) => {
  const parts = (textOf(raw['name']) ?? '').split(/ - |\//);
  const first = { team_1: 0, team_2: listOf(teams.parse(raw['players']).team_1).length };
  const refs = (team: unknown, from: number) =>
    listOf(team).map(({ id, name }, index) => ({
      ...{ id, name },
      called: calledIn(z.string().parse(name), parts[from + index]),
    }));
  const { team_1, team_2 } = teams.parse(raw['players']);
  return { team_1: refs(team_1, first.team_1), team_2: refs(team_2, first.team_2) };
};

const seedsOf = (value: unknown) => {
  const seeds = teams.optional().parse(value);
  return (seeds?.team_1 ?? seeds?.team_2 ?? null) === null ? undefined : seeds;
};

/** Nations have English names in the answers, and codes in the bot. */
const tieOf = (value: unknown) => {
  const tie = object.optional().parse(value);
  return (
    tie && {
      ...{ id: tie['id'], group: tie['group'], rubber: tie['rubber'], score: tie['score'] },
      teams: byTeam(tie, (nation) => countryCodeOf(String(nation)) ?? null),
      winner: knownOf(tie['winner']),
    }
  );
};

/** Paths are one text, or an object of them. */
const idIn = (connections: unknown): number =>
  Number(/\/tournaments\/(\d+)/.exec(JSON.stringify(connections))?.[1]);

/** The expected match of the client. */
export const matchOf = maskable((raw) => ({
  id: raw['id'],
  category: raw['category'],
  round: raw['round'],
  roundName: raw['round_name'],
  slot: raw['index'],
  playedOn: raw['played_at'],
  startedAt: instantOf(raw['started_time']),
  duration: minutesOf(raw['duration']),
  scheduleLabel: textOf(raw['schedule_label']),
  scheduledAt: knownOf(instantOf(raw['scheduled_at'] ?? null)),
  venueOffset: offsetOf(raw['scheduled_at_local'] ?? raw['started_time_local']),
  court: textOf(raw['court']),
  courtOrder: raw['court_order'],
  status: raw['status'],
  score: raw['score'] === null ? null : z.array(z.unknown()).parse(raw['score']).map(setOf),
  winner: raw['winner'],
  teams: refsOf(raw),
  seeds: seedsOf(raw['seeds']),
  draw: raw['draw'],
  watchability: knownOf(raw['watchability']),
  tie: tieOf(raw['tie']),
  tournamentId: idIn(raw['connections']),
}));

const countryOf = ({ nationality, country }: Raw) => {
  const code = nationality ?? country;
  return code === 'ZZ' ? null : code;
};

/** One of the given names, those before the last two words of a name, is no short name. */
const shortNameIn = ({ name, short_name: short }: Raw): unknown => {
  const given = (textOf(name) ?? '').split(' ').slice(0, -2);
  return given.some((word) => word === short) ? undefined : short;
};

/** The expected player of the client. */
export const playerOf = maskable((raw) => ({
  id: raw['id'],
  name: raw['name'],
  shortName: shortNameIn(raw),
  called: shortNameIn(raw),
  category: raw['category'],
  photoUrl: raw['photo_url'],
  ranking: numberOf(raw['ranking']) === 9999 ? null : numberOf(raw['ranking']),
  points: raw['points'],
  height: raw['height'],
  elo: raw['elo'],
  nationality: countryOf(raw),
  birthplace: raw['birthplace'],
  birthdate: raw['birthdate'],
  age: numberOf(raw['age']),
  hand: raw['hand'],
  side: raw['side'],
}));

/** The expected pair of the client. */
export const pairOf = maskable((raw) => ({
  ids: String(raw['id']).split('-').map(Number),
  name: raw['name'],
  category: raw['category'],
  points: numberOf(raw['points']),
  firstMatchOn: raw['first_match_at'],
  lastMatchOn: raw['last_match_at'],
  players: listOf(raw['players']).map(playerOf),
}));

/** A zone by the name that the runtime has for it. */
const zoneOf = (timeZone: unknown): string | undefined =>
  typeof timeZone === 'string'
    ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
    : undefined;

/** The expected tournament of the client. */
export const tournamentOf = (raw: Raw) => ({
  id: raw['id'],
  name: raw['name'],
  location: raw['location'],
  country: countryOf(raw),
  level: raw['level'],
  status: raw['status'],
  startDate: raw['start_date'],
  endDate: raw['end_date'],
  format: raw['format'],
  timeZone: zoneOf(raw['timezone']),
  venue: object.nullish().parse(raw['venue'])?.['name'],
  prize: knownOf(raw['prize']),
});

/** The expected edition of the client: the champions of each category by their short names. */
export const editionOf = (raw: Raw) => ({
  id: raw['id'],
  startDate: raw['start_date'],
  winners: (['men', 'women'] as const).flatMap((category) =>
    listOf(object.catch({}).parse(raw['winners'])[category]).map(({ name }) => ({
      category,
      name,
    })),
  ),
});

/** The expected place in a ranking; the service counts the new place minus the old one. */
export const rankingEntryOf = maskable((raw) => ({
  id: raw['id'],
  name: raw['name'],
  nationality: countryOf(raw),
  ranking: raw['ranking'],
  points: raw['points'],
  moved: raw['ranking_diff'] === null ? undefined : 0 - Number(raw['ranking_diff']),
  date: raw['date'],
}));

/** The expected season of the client. */
export const seasonOf = (raw: Raw) => ({
  id: raw['id'],
  name: raw['name'],
  year: numberOf(raw['year']),
  tournaments: raw['tournaments_count'],
  status: raw['status'],
  startDate: raw['start_date'],
  endDate: raw['end_date'],
});

/** The expected video of the client. */
export const videoOf = maskable((raw) => ({
  id: raw['id'],
  name: raw['name'],
  url: raw['url'],
  type: raw['type'],
  startedAt: instantOf(raw['started_at']),
}));

/** The expected simulation. */
export const simulationOf = maskable((raw) => ({
  chances:
    raw['probability'] === null ? null : byTeam(raw['probability'], (value) => Number(value) / 100),
  players: byTeam(raw['players'], (team) => listOf(team).map(playerOf)),
}));

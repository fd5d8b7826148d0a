import { FANS_ROLE_ID } from '#sandbox/discord/guild/accounts.ts';
import { PRESETS } from '#src/domain/alerts/alert-types.ts';
import type { Plan } from './alert-plan.ts';
import type { PostKind } from './alert-record.ts';

/**
 * Izquierdo / Mertens – Valero / Gisbert on Court Central of the Paris Major, women, round of 32: 1-6 0-6,
 * from 12:10 to 13:03. The match before it there ends at 11:40; its winners meet Dávila / Toledo.
 */
export const MATCH = 71698;

/** Valero, whom the channels follow. */
export const PLAYER = 265;
/** A player without a match this week. */
const SOMEBODY_ELSE = 355;

/** A channel of the evening, and the alerts expected there. */
export interface Row extends Plan {
  /** The kinds of all expected posts, in order. */
  readonly expected: readonly PostKind[];
  /** The same in the thread of the match. */
  readonly expectedInThread?: readonly PostKind[];
}

/** The posts of the evening with the presets `everything` and `essentials`. */
const ALL = ['next', 'start', 'set', 'result', 'draw', 'correction'] as const;
const ESSENTIAL = ['start', 'set', 'result', 'correction'] as const;
const NOTHING = [] as const;

const follows = [`name:player:${PLAYER}`];
const everything = { settings: { types: PRESETS.everything }, follows };
const essentials = { follows };

/** The same with more settings. */
const also = (plan: Plan, settings: NonNullable<Plan['settings']>): Plan => ({
  ...plan,
  settings: { ...plan.settings, ...settings },
});

const only = (type: string): Plan => ({ choose: [['what', 'types', [type]]], follows });

const BY_PRESET = {
  calm: { settings: { types: PRESETS.calm }, follows, expected: ['card', 'result', 'correction'] },
  essentials: { ...essentials, expected: ESSENTIAL },
  everything: { ...everything, expected: ALL },
} as const;

/** Channels with one type only; alerts-days.test.ts covers what does not occur here. */
const TYPES = {
  'only-start': { ...only('start'), expected: ['start'] },
  'only-card': { ...only('card'), expected: ['card'] },
  'only-set': { ...only('set'), expected: ['set', 'set'] },
  'only-moment': { ...only('moment'), expected: NOTHING },
  'only-result': { ...only('result'), expected: ['result', 'correction'] },
  'only-upcoming': { ...only('upcoming'), expected: ['next'] },
  'only-news': { ...only('news'), expected: ['draw'] },
  'only-daily': { ...only('daily'), expected: NOTHING },
} as const satisfies Readonly<Record<string, Row>>;

const levels = (...chosen: readonly string[]): Plan => ({
  ...essentials,
  choose: [['matches', 'levels', chosen]],
});

const MATCHES = {
  'follows-nothing': { settings: { types: PRESETS.everything }, expected: NOTHING },
  'follows-others': { ...everything, follows: [`name:player:${SOMEBODY_ELSE}`], expected: NOTHING },
  'from-this-round': { ...also(essentials, { smallestRound: 16 }), expected: ESSENTIAL },
  'from-the-next-round': { ...also(everything, { smallestRound: 8 }), expected: ['draw'] },
  women: { ...also(essentials, { category: 'women' }), expected: ESSENTIAL },
  men: { ...also(essentials, { category: 'men' }), expected: NOTHING },
  majors: { ...levels('major', 'finals'), expected: ESSENTIAL },
  'no-majors': { ...levels('p1', 'p2', 'finals'), expected: NOTHING },
} as const satisfies Readonly<Record<string, Row>>;

const nora = `name:player:${PLAYER}`;

const PINGS = {
  role: { ...also(essentials, { roles: [FANS_ROLE_ID] }), expected: ESSENTIAL },
  'role-at-sets': {
    ...also(essentials, { roles: [FANS_ROLE_ID] }),
    choose: [['pings', 'roleTypes', ['set']]],
    expected: ESSENTIAL,
  },
  members: { members: { nora, iker: nora }, expected: ESSENTIAL },
  // A member who follows a whole category is pinged for the channel's posts, but adds none.
  'members-wide': {
    members: { nora: 'what:women' },
    expected: NOTHING,
  },
  'members-wide-too': { ...essentials, members: { nora: 'what:women' }, expected: ESSENTIAL },
} as const satisfies Readonly<Record<string, Row>>;

const LOOKS = {
  covered: { ...also(essentials, { coverScores: true }), expected: ESSENTIAL },
  threads: {
    ...also(everything, { threads: true }),
    expected: ['next', 'start', 'result', 'draw', 'correction'],
    expectedInThread: ['set'],
  },
  news: { ...essentials, type: 'announcement', expected: ESSENTIAL },
  'comes-back': { ...essentials, expected: ESSENTIAL },
  spanish: { ...essentials, language: 'es', expected: ESSENTIAL },
} as const satisfies Readonly<Record<string, Row>>;

const TIMES = {
  paused: { ...essentials, expected: ['card', 'result', 'correction'] },
  'quiet-at-the-end': {
    ...also(essentials, { quietHours: { from: 770, to: 820 }, timeZone: 'UTC' }),
    expected: ['start', 'set', 'quiet-hours-digest'],
  },
  'quiet-in-madrid': {
    ...also(essentials, { quietHours: { from: 830, to: 880 }, timeZone: 'Europe/Madrid' }),
    expected: ['start', 'set', 'quiet-hours-digest'],
  },
  'quiet-elsewhere': {
    ...also(essentials, { quietHours: { from: 770, to: 820 }, timeZone: 'Asia/Tokyo' }),
    expected: ESSENTIAL,
  },
  // The missed start is not worth a line in a digest, and an empty digest is not posted.
  'quiet-at-the-start': {
    ...also(essentials, { quietHours: { from: 720, to: 750 }, timeZone: 'UTC' }),
    expected: ['card', 'set', 'result', 'correction'],
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Every channel of the evening by its name. */
export const ROWS: Readonly<Record<string, Row>> = {
  ...BY_PRESET,
  ...TYPES,
  ...MATCHES,
  ...PINGS,
  ...LOOKS,
  ...TIMES,
};

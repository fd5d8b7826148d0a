import type { Plan } from './alert-plan.ts';
import type { Told } from './alert-record.ts';

/**
 * Izquierdo / Mertens – Valero / Gisbert on Court Central of the Paris Major, women, round of 32: 1-6 0-6,
 * from 12:10 to 13:03. The match before it there ends at 11:40; its winners meet Dávila / Toledo.
 */
export const MATCH = 71698;

/** Valero, who is followed; and somebody who does not play this week. */
export const PLAYER = 265;
const SOMEBODY_ELSE = 355;

/** A channel of the evening, and what it is to be told. */
export interface Row extends Plan {
  /** Everything that is posted there, in its order; games of a row count as one. */
  readonly told: readonly Told[];
  /** The same in the thread of the match. */
  readonly inThread?: readonly Told[];
}

/** An evening as a channel is told it that wants everything, or the essentials. */
const ALL = ['next', 'start', 'game', 'set', 'game', 'result', 'correction', 'draw'] as const;
const ESSENTIAL = ['start', 'set', 'result', 'correction'] as const;
const NOTHING = [] as const;

const follows = [`player:${PLAYER}`];
const everything = { set: 'preset:everything', follows };
const essentials = { set: 'preset:essentials', follows };

/** The same with more options. */
const also = <P extends { readonly set: string }>(plan: P, options: string): P => ({
  ...plan,
  set: `${plan.set} ${options}`,
});

const only = (kind: string): Plan => ({ choose: [['what', 'kinds', [kind]]], follows });

const PRESETS = {
  results: { set: 'preset:results', follows, told: ['result', 'correction'] },
  essentials: { ...essentials, told: ESSENTIAL },
  everything: { ...everything, told: ALL },
} as const;

/** Those of which the evening has none are told of other days (alerts-days.test.ts). */
const KINDS = {
  'only-draw': { ...only('draw'), told: ['draw'] },
  'only-schedule': { ...only('schedule'), told: NOTHING },
  'only-reminder': { ...only('reminder'), told: NOTHING },
  'only-next': { ...only('next'), told: ['next'] },
  'only-start': { ...only('start'), told: ['start'] },
  'only-card': { ...only('card'), told: ['card'] },
  'only-game': { ...only('game'), told: ['game'] },
  'only-set': { ...only('set'), told: ['set', 'set'] },
  'only-result': { ...only('result'), told: ['result'] },
  'only-correction': { ...only('correction'), told: ['correction'] },
  'only-tournament': { ...only('tournament'), told: NOTHING },
  'only-ranking': { ...only('ranking'), told: NOTHING },
  'only-digest': { ...only('digest'), told: NOTHING },
} as const satisfies Readonly<Record<string, Row>>;

const levels = (...chosen: readonly string[]): Plan => ({
  ...essentials,
  choose: [['matches', 'levels', chosen]],
});

const MATCHES = {
  'follows-nothing': { set: 'preset:everything', told: NOTHING },
  'follows-others': { ...everything, follows: [`player:${SOMEBODY_ELSE}`], told: NOTHING },
  'from-this-round': { ...also(essentials, 'round:16'), told: ESSENTIAL },
  'from-the-next-round': { ...also(everything, 'round:8'), told: ['draw'] },
  women: { ...also(essentials, 'category:women'), told: ESSENTIAL },
  men: { ...also(essentials, 'category:men'), told: NOTHING },
  majors: { ...levels('major', 'finals'), told: ESSENTIAL },
  'no-majors': { ...levels('p1', 'p2', 'finals'), told: NOTHING },
} as const satisfies Readonly<Record<string, Row>>;

const nora = `player:${PLAYER}`;

const PINGS = {
  role: { ...also(essentials, 'add-role:@Padel'), told: ESSENTIAL },
  'role-at-sets': {
    ...also(essentials, 'add-role:@Padel'),
    choose: [['pings', 'roleKinds', ['set']]],
    told: ESSENTIAL,
  },
  members: { set: 'preset:essentials', members: { nora, iker: nora }, told: ESSENTIAL },
  'members-silent': {
    set: 'preset:essentials',
    members: { nora },
    choose: [['pings', 'memberKinds', []]],
    told: ESSENTIAL,
  },
  // Whoever follows all women is pinged for what the channel is told, and makes nobody read more.
  'members-wide': { set: 'preset:essentials', members: { nora: 'category:women' }, told: NOTHING },
  'members-wide-too': { ...essentials, members: { nora: 'category:women' }, told: ESSENTIAL },
} as const satisfies Readonly<Record<string, Row>>;

const LOOKS = {
  covered: { ...also(essentials, 'cover-scores:true'), told: ESSENTIAL },
  threads: {
    ...also(everything, 'threads:true'),
    told: ['next', 'start', 'result', 'correction', 'draw'],
    inThread: ['game', 'set', 'game'],
  },
  news: { ...essentials, type: 'announcement', told: ESSENTIAL },
  removes: { ...also(essentials, 'remove-cards:true'), told: ESSENTIAL },
  'stays-put': { ...also(essentials, 'repost-cards:false'), told: ESSENTIAL },
  'comes-back': { ...essentials, told: ESSENTIAL },
  spanish: { ...essentials, language: 'es', told: ESSENTIAL },
} as const satisfies Readonly<Record<string, Row>>;

const TIMES = {
  'three-an-hour': {
    ...also(everything, 'limit:3'),
    told: ['next', 'start', 'result', 'correction'],
  },
  paused: { ...essentials, told: ['card', 'result', 'correction'] },
  'quiet-at-the-end': {
    ...also(essentials, 'quiet:12:50-13:40 zone:UTC'),
    told: ['start', 'set', 'quiet-hours-digest'],
  },
  'quiet-in-madrid': {
    ...also(essentials, 'quiet:13:50-14:40 zone:Europe/Madrid'),
    told: ['start', 'set', 'quiet-hours-digest'],
  },
  'quiet-elsewhere': {
    ...also(essentials, 'quiet:12:50-13:40 zone:Asia/Tokyo'),
    told: ESSENTIAL,
  },
  // Nothing of it is worth a line later, and that is no news either.
  'quiet-at-the-start': {
    ...also(essentials, 'quiet:12:00-12:30 zone:UTC'),
    told: ['card', 'set', 'result', 'correction'],
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Every channel of the evening by its name. */
export const ROWS: Readonly<Record<string, Row>> = {
  ...PRESETS,
  ...KINDS,
  ...MATCHES,
  ...PINGS,
  ...LOOKS,
  ...TIMES,
};

import en from '#data/locales/en.json' with { type: 'json' };
import { FANS_ROLE_ID } from '#sandbox/discord/guild/accounts.ts';
import { PRESETS } from '#src/domain/alerts/alert-types.ts';
import type { Plan } from './alert-plan.ts';
import { PLAYER } from './evening-rows.ts';

const follows = [`name:player:${PLAYER}`];
const essentials = { follows } as const;
const also = (settings: NonNullable<Plan['settings']>) => ({ settings, follows }) as const;

const { reason } = en.why;

export interface Case extends Plan {
  /** What `/alerts why` must say for each kind of alert. */
  readonly why: readonly (readonly [kind: keyof typeof en.alertType, words: string])[];
}

/** A channel for each reason that `/alerts why` can give for an evening. */
export const CASES = {
  sent: {
    ...essentials,
    why: [
      ['start', 'Posted <t:'],
      ['result', 'Posted <t:'],
    ],
  },
  type: {
    settings: { types: PRESETS.calm },
    follows,
    why: [
      ['start', reason.type],
      ['result', 'Posted <t:'],
    ],
  },
  round: {
    ...also({ smallestRound: 8 }),
    why: [
      ['start', reason.round],
      ['result', reason.round],
    ],
  },
  level: {
    ...essentials,
    choose: [['matches', 'levels', ['p1']]],
    why: [['result', reason.level]],
  },
  category: { ...also({ category: 'men' }), why: [['result', reason.category]] },
  'paused-why': {
    ...essentials,
    why: [
      ['start', reason.paused],
      ['result', 'Posted <t:'],
    ],
  },
  quiet: {
    ...also({ quietHours: { from: 770, to: 850 }, timeZone: 'UTC' }),
    why: [
      ['start', 'Posted <t:'],
      ['result', reason['quiet-hours']],
    ],
  },
  late: {
    ...also({ delay: 900 }),
    why: [
      ['start', 'Delayed by: '],
      ['result', `Waiting (${reason.delay})`],
    ],
  },
  unfollowed: {
    ...also({ delay: 300 }),
    why: [
      ['start', 'Posted <t:'],
      ['result', reason.unfollowed],
    ],
  },
  'follows-none': { follows: [], why: [['result', reason['not-followed']]] },
  'follows-later': {
    follows: [],
    why: [
      ['start', 'Followed only since <t:'],
      ['result', 'Followed only since <t:'],
    ],
  },
  'no-permission': {
    ...essentials,
    why: [['result', `Waiting (${reason['missing-permissions']})`]],
  },
  'no-access': { ...essentials, why: [['result', `Waiting (${reason['missing-access']})`]] },
  'mended-late': {
    ...essentials,
    why: [
      ['start', reason.expired],
      ['result', 'Posted <t:'],
    ],
  },
  'mended-after': {
    ...essentials,
    why: [['result', reason['missing-permissions']]],
  },
} as const satisfies Readonly<Record<string, Case>>;

/** More channels; their tests say what they are for. */
export const OTHERS = {
  removed: { ...essentials, members: { nora: `name:player:${PLAYER}` } },
  tested: {
    choose: [['what', 'types', ['start', 'set', 'result']]],
    settings: { roles: [FANS_ROLE_ID] },
  },
  shared: {},
} as const satisfies Readonly<Record<string, Plan>>;

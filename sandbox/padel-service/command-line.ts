import { parseArgs } from 'node:util';
import { orUsageError, UsageError } from '../../src/lib/usage-error.ts';
import { ANCHOR_WORDING, isAnchor } from './anchor.ts';
import type { PadelServiceOptions } from './index.ts';
import { isReceiverUrl } from './webhooks/receiver-url.ts';
import type { SubscriptionOptions } from './webhooks/subscription.ts';
import { CALLED_NAMES } from './world/people/called-names.ts';
import { DEFAULT_PROFILE, PROFILES } from './world/profile.ts';

export const USAGE = `The sandbox's padel data service: an invented world with live matches.

  npm run padel-service -- [--port 4100] [--profile NAME] [--speed 1] [--seed 1] [--day YYYY-MM-DD]
                           [--opening team-event] [--rate-limit 60] [--state FILE] [--webhook-url URL]
                           [--webhook-secret TEXT] [--allow-loopback-webhooks]
                           [--called-names WHERE]

  --port            port on 127.0.0.1; 0 picks a free one (default 4100)
  --profile         "today" (default): the public service as it runs; or "specification"
  --speed           world seconds per real second; 0 stops the clock (default 1)
  --seed            which world (default 1)
  --day             the day the world starts on (default: today, UTC)
  --opening         with profile today: "team-event" starts in that season's team event
  --rate-limit      requests per minute and token (default 60; profile today: by plan)
  --state           file that keeps the world's clock and the webhook across restarts
  --webhook-url     public HTTPS URL that receives changes of matches, players, tournaments
  --webhook-secret  signs them (default: derived from the world)
  --allow-loopback-webhooks
                    allows webhook URLs on this machine, and plain HTTP
  --called-names    adds the names players go by: to "matches", "players", "both" or
                    "nowhere" (default)
  --help            this text

More: sandbox/padel-service/README.md`;

const isWhole =
  (low: number, high: number) =>
  (value: number): boolean =>
    Number.isSafeInteger(value) && value >= low && value <= high;

const NUMBERS = {
  port: { wording: 'a whole number from 0 to 65535', isRight: isWhole(0, 65_535) },
  speed: {
    wording: 'a number from 0 to 1000',
    isRight: (value: number) => value >= 0 && value <= 1000,
  },
  seed: { wording: 'a whole number from 0 on', isRight: isWhole(0, Number.MAX_SAFE_INTEGER) },
  'rate-limit': { wording: 'a whole number from 1 on', isRight: isWhole(1, 1_000_000) },
} as const;

const numberOf = (name: keyof typeof NUMBERS, text: string): number => {
  const value = text.trim() === '' ? NaN : Number(text);
  const { wording, isRight } = NUMBERS[name];
  if (isRight(value)) return value;
  throw new UsageError(`--${name} must be ${wording}, not "${text}".`);
};

const dayOf = (text: string): string => {
  if (isAnchor(text)) return text;
  throw new UsageError(`--day must be ${ANCHOR_WORDING}, not "${text}".`);
};

const oneOf = <const T extends string>(name: string, words: readonly T[], text: string): T => {
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new UsageError(`--${name} must be ${words.join(', ')}, not "${text}".`);
};

const openingOf = (text: string, profile: string | undefined) => {
  if ((profile ?? DEFAULT_PROFILE) !== 'today')
    throw new UsageError('--opening needs --profile today.');
  return oneOf('opening', ['anchor', 'team-event'], text);
};

/** Without the option, the profile `today` applies the limits of each plan. */
const rateLimitOf = (text: string | undefined, profile: string | undefined) => {
  if (text === undefined && (profile ?? DEFAULT_PROFILE) === 'today') return {};
  return { rateLimit: numberOf('rate-limit', text ?? '60') };
};

const webhookOf = (
  url: string | undefined,
  secret: string | undefined,
  allowLoopback: boolean,
): SubscriptionOptions => {
  if (url !== undefined && !isReceiverUrl(url, { allowLoopback })) {
    const hint = allowLoopback ? '' : ' For this machine add --allow-loopback-webhooks.';
    throw new UsageError(`--webhook-url must be a public HTTPS URL, not "${url}".${hint}`);
  }
  if (secret === '') throw new UsageError('--webhook-secret must not be empty.');
  return { ...(url === undefined ? {} : { url }), ...(secret === undefined ? {} : { secret }) };
};

const parsed = (args: readonly string[]) =>
  orUsageError(
    () =>
      parseArgs({
        args: [...args],
        options: {
          port: { type: 'string', default: '4100' },
          profile: { type: 'string' },
          speed: { type: 'string' },
          seed: { type: 'string' },
          day: { type: 'string' },
          opening: { type: 'string' },
          'rate-limit': { type: 'string' },
          state: { type: 'string' },
          'webhook-url': { type: 'string' },
          'webhook-secret': { type: 'string' },
          'allow-loopback-webhooks': { type: 'boolean', default: false },
          'called-names': { type: 'string', default: 'nowhere' },
          help: { type: 'boolean', default: false },
        },
      }).values,
  );

/**
 * Reads the arguments of the command.
 * @throws UsageError with a message for the user
 */
export const readCommandLine = (args: readonly string[]): PadelServiceOptions | 'help' => {
  const values = parsed(args);
  const { speed, seed, day, state, profile, opening } = values;
  if (values.help) return 'help';
  const allowLoopback = values['allow-loopback-webhooks'];
  const calledNames = oneOf('called-names', CALLED_NAMES, values['called-names']);
  const webhook = webhookOf(values['webhook-url'], values['webhook-secret'], allowLoopback);
  return {
    port: numberOf('port', values.port),
    ...rateLimitOf(values['rate-limit'], profile),
    ...(profile === undefined ? {} : { profile: oneOf('profile', PROFILES, profile) }),
    ...(opening === undefined ? {} : { opening: openingOf(opening, profile) }),
    ...(speed === undefined ? {} : { speed: numberOf('speed', speed) }),
    ...(seed === undefined ? {} : { seed: numberOf('seed', seed) }),
    ...(day === undefined ? {} : { day: dayOf(day) }),
    ...(state === undefined ? {} : { stateFile: state }),
    ...(Object.keys(webhook).length === 0 ? {} : { webhook }),
    ...(allowLoopback ? { allowLoopbackWebhooks: true } : {}),
    ...(calledNames === 'nowhere' ? {} : { calledNames }),
  };
};

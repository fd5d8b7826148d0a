import type { Environment } from './environment.ts';

/** With any of these the bot listens. */
const LISTENING = ['HTTP_PORT', 'WEBHOOK_SECRET', 'WEBHOOK_UNSIGNED'] as const;

/** What means nothing alone: whoever gives it would believe that it does something. */
const LACKS = [
  { given: 'REALTIME_PORT', without: ['REALTIME_HOST'], so: 'give both, or neither' },
  { given: 'REALTIME_TLS', without: ['REALTIME_HOST'], so: 'give both, or neither' },
  {
    given: 'HTTP_HOST',
    without: LISTENING,
    so: 'nothing listens that could have an address',
  },
  {
    given: 'HTTP_TRUST_PROXY',
    without: LISTENING,
    so: 'nothing listens that could be behind a proxy',
  },
  {
    given: 'WEBHOOK_SECRET_PREVIOUS',
    without: ['WEBHOOK_SECRET'],
    so: 'the newer one signs from now on',
  },
] as const;

const lacking = (env: Environment): readonly string[] =>
  LACKS.filter(
    ({ given: name, without }) =>
      env[name] !== undefined && without.every((other) => env[other] === undefined),
  ).map(
    ({ given: name, without, so }) => `${name} is given without ${without.join(' or ')}: ${so}`,
  );

/** Nobody guesses 128 random bits, which is what so many hexadecimal digits hold. */
const SECRET_IN_PATH = /[0-9a-f]{32}/i;
/** Chance leaves more different digits than this among 32 (all but once in a billion). */
const FEW_DIGITS = 6;

const isSecretPath = (path: string): boolean => {
  const [digits = ''] = SECRET_IN_PATH.exec(path) ?? [];
  return new Set(digits.toLowerCase()).size > FEW_DIGITS;
};

/** Whoever knows the address of a receiver that checks no signature may deliver to it. */
const unsafe = (env: Environment): readonly string[] => {
  if (env.WEBHOOK_UNSIGNED !== 'yes') return [];
  if (env.WEBHOOK_SECRET !== undefined) {
    return ['WEBHOOK_UNSIGNED is given beside WEBHOOK_SECRET: a sender signs, or it does not'];
  }
  if (isSecretPath(env.WEBHOOK_PATH)) return [];
  return [
    'WEBHOOK_PATH should contain a secret of 32 random hexadecimal digits or more when ' +
      'WEBHOOK_UNSIGNED is yes: whoever knows the path may deliver. `openssl rand -hex 32` makes one',
  ];
};

/** What is wrong with variables beside each other, though each by itself is right. */
export const contradictions = (env: Environment): readonly string[] => [
  ...lacking(env),
  ...unsafe(env),
];

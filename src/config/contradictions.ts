import type { Environment } from './environment.ts';

/** Each of these makes the bot listen. */
const LISTENING = ['HTTP_PORT', 'WEBHOOK_SECRET', 'WEBHOOK_UNSIGNED'] as const;

/** Variables that have no effect without another one; ignoring them would mislead the operator. */
const REQUIRES = [
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
  REQUIRES.filter(
    ({ given: name, without }) =>
      env[name] !== undefined && without.every((other) => env[other] === undefined),
  ).map(
    ({ given: name, without, so }) => `${name} is given without ${without.join(' or ')}: ${so}`,
  );

/** 128 random bits as hexadecimal digits: not guessable. */
const SECRET_IN_PATH = /[0-9a-f]{32}/i;
/** Random secrets have more different digits than this among 32 (all but once in a billion). */
const FEW_DIGITS = 6;

const isSecretPath = (path: string): boolean => {
  const [digits = ''] = SECRET_IN_PATH.exec(path) ?? [];
  return new Set(digits.toLowerCase()).size > FEW_DIGITS;
};

/** Without a signature anyone who knows the address can send webhooks. */
const unsafe = (env: Environment): readonly string[] => {
  if (env.WEBHOOK_UNSIGNED !== true) return [];
  if (env.WEBHOOK_SECRET !== undefined) {
    return ['WEBHOOK_UNSIGNED is given beside WEBHOOK_SECRET: a sender signs, or it does not'];
  }
  if (isSecretPath(env.WEBHOOK_PATH)) return [];
  return [
    'WEBHOOK_PATH should contain a secret of 32 random hexadecimal digits or more when ' +
      'WEBHOOK_UNSIGNED is yes: anyone who knows the path may deliver. `openssl rand -hex 32` makes one',
  ];
};

/** Faults in the combination of variables that are each valid. */
export const contradictions = (env: Environment): readonly string[] => [
  ...lacking(env),
  ...unsafe(env),
];

import { pino, stdSerializers, type Logger } from 'pino';

/** Anything that could hold a secret, wherever it stands in what is logged. */
const SECRETS = [
  'token',
  'authorization',
  'password',
  '*.token',
  '*.authorization',
  '*.headers.authorization',
  '*.password',
  'err.requestBody',
  'err.options.headers',
];

/** The address of an interaction's answer carries its token, and whoever has it may answer. */
const TOKEN_IN_PATH = /\/(interactions|webhooks)\/(\d+)\/[^/?"\s]+/g;

const withoutTokens = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(TOKEN_IN_PATH, '/$1/$2/[secret]');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutTokens);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutTokens(each)]),
  );
};

const errorWithoutTokens = (error: unknown): unknown =>
  error instanceof Error ? withoutTokens(stdSerializers.err(error)) : withoutTokens(error);

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** JSON lines on stderr: stdout belongs to what a person reads. */
export const createLog = (level: LogLevel): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: { err: errorWithoutTokens },
      redact: { paths: SECRETS, censor: '[secret]' },
    },
    pino.destination(2),
  );

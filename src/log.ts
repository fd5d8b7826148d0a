import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import packageFile from '../package.json' with { type: 'json' };

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

/** What is wrong with a message to Discord stands eight levels deep in its answer. */
const DEPTH = 12;

/** Data, as it stands in JSON; anything else holds on to half a library, and to its secrets. */
const isData = (value: object): boolean => Array.isArray(value) || value.constructor === Object;

const withoutTokens = (value: unknown, within: readonly object[] = []): unknown => {
  if (typeof value === 'string') return value.replace(TOKEN_IN_PATH, '/$1/$2/[secret]');
  if (typeof value !== 'object' || value === null) return value;
  if (!isData(value) || within.includes(value) || within.length >= DEPTH) return '[left out]';
  const inside = [...within, value];
  if (Array.isArray(value)) return value.map((each) => withoutTokens(each, inside));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutTokens(each, inside)]),
  );
};

const errorWithoutTokens = (error: unknown): unknown =>
  error instanceof Error ? withoutTokens(stdSerializers.err(error)) : withoutTokens(error);

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** JSON lines, on stderr unless told otherwise: stdout belongs to what a person reads. */
export const createLog = (level: LogLevel, to: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid, version: packageFile.version },
      serializers: { err: errorWithoutTokens },
      redact: { paths: SECRETS, censor: '[secret]' },
    },
    to,
  );

import { pino, stdSerializers, type DestinationStream, type LogFn, type Logger } from 'pino';
import packageFile from '../package.json' with { type: 'json' };
import { createThrottle } from './lib/throttled-log.ts';

/** Anything that could hold a secret, wherever it stands in what is logged. */
const SECRETS = [
  'token',
  'authorization',
  'password',
  '*.token',
  'secret',
  '*.secret',
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

/** Of warnings and errors with the same message so many are written in a minute. */
const MAX_REPEATED = 5;

const WARN = pino.levels.values['warn'] ?? 40;

/** A storm of errors does not fill the disk; how many more lines there were follows in one. */
const throttled = () => {
  const lets = createThrottle(MAX_REPEATED);
  return function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) {
    const message = args.find((arg: unknown) => typeof arg === 'string') ?? '';
    const summarize = (heldBack: number): void => {
      write.call(this, { heldBack }, message);
    };
    if (level < WARN || lets(message, summarize)) write.apply(this, args);
  };
};

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** JSON lines, on stderr unless told otherwise: stdout belongs to what a person reads. */
export const createLog = (level: LogLevel, to: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid, version: packageFile.version },
      serializers: { err: errorWithoutTokens },
      redact: { paths: SECRETS, censor: '[secret]' },
      hooks: { logMethod: throttled() },
    },
    to,
  );

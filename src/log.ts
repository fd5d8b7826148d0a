import { pino, stdSerializers, type DestinationStream, type LogFn, type Logger } from 'pino';
import packageFile from '../package.json' with { type: 'json' };
import { createThrottle } from './lib/throttled-log.ts';

/** Paths of secrets, wherever they occur in what is logged. */
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
  'err.options.headers',
];

/** The URL of an interaction's response holds its token, which allows anyone to respond. */
const TOKEN_IN_PATH = /\/(interactions|webhooks)\/(\d+)\/[^/?"\s]+/g;

/** Discord's validation errors are nested up to eight levels deep. */
const MAX_DEPTH = 12;

/** Plain data as in JSON; other objects may reference large structures, and secrets. */
const isData = (value: object): boolean => Array.isArray(value) || value.constructor === Object;

const withoutTokens = (value: unknown, within: readonly object[] = []): unknown => {
  if (typeof value === 'string') return value.replace(TOKEN_IN_PATH, '/$1/$2/[secret]');
  if (typeof value !== 'object' || value === null) return value;
  if (!isData(value) || within.includes(value) || within.length >= MAX_DEPTH) return '[left out]';
  const inside = [...within, value];
  if (Array.isArray(value)) return value.map((each) => withoutTokens(each, inside));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutTokens(each, inside)]),
  );
};

const errorWithoutTokens = (error: unknown): unknown =>
  error instanceof Error ? withoutTokens(stdSerializers.err(error)) : withoutTokens(error);

/** A warning says what happens next, and repeats for as long as an outage lasts: its stack is noise. */
const withoutStacks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutStacks);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'stack');
  return Object.fromEntries(fields.map(([name, each]) => [name, withoutStacks(each)]));
};

/** Maximum number of warnings and errors with the same message per minute. */
const MAX_REPEATED = 5;

const { warn: WARN = 40, error: ERROR = 50 } = pino.levels.values;

/** Limits repeated errors, so that they do not fill the disk; one line reports the number of those left out. */
const throttled = () => {
  const lets = createThrottle(MAX_REPEATED);
  return function logMethod(this: Logger, args: Parameters<LogFn>, write: LogFn, level: number) {
    const message = args.find((arg: unknown) => typeof arg === 'string') ?? '';
    const summarize = (heldBack: number): void => {
      write.call(this, { heldBack }, message);
    };
    if (level >= WARN && !lets(message, summarize)) return;
    const [first] = args as readonly unknown[];
    if (level < ERROR && typeof first === 'object' && first !== null && 'err' in first) {
      const err = withoutStacks(errorWithoutTokens(first.err));
      write.call(this, { ...first, err }, message);
    } else write.apply(this, args);
  };
};

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Writes JSON lines to stderr by default: stdout is for the user. */
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

import { pino, type Logger } from 'pino';

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

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** JSON lines on stderr: stdout belongs to what a person reads. */
export const createLog = (level: LogLevel): Logger =>
  pino({ level, base: null, redact: { paths: SECRETS, censor: '[secret]' } }, pino.destination(2));

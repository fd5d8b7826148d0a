import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Node takes a `#` inside a word for a comment; Docker and systemd do not. Node leaves it in quotes. */
const HASH_IN_WORD = /^([ \t]*(?:export +)?\w+ *= *)([^\s"'`#][^\s`]*#[^\s`]*)/gm;

/** Docker Compose takes `NAME: value`, too; Node takes it for a part of the next name. */
const COLON_AFTER_NAME = /^([ \t]*(?:export +)?[A-Z][A-Z0-9_]*):(?=[ \t]|$)/gm;

/** The variables in the text of a `.env`. */
export const variablesIn = (text: string): NodeJS.ProcessEnv =>
  parseEnv(
    text
      .replace(/^\uFEFF/, '')
      .replace(COLON_AFTER_NAME, '$1=')
      .replace(HASH_IN_WORD, '$1`$2`'),
  );

const OTHER_ENCODING = 'is not UTF-8: save it again in that encoding';

const UNREADABLE: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder: it should be a file with a line for each variable',
  EACCES: 'cannot be read: allow the user of the bot to read it',
  EPERM: 'cannot be read: allow the user of the bot to read it',
  ERR_ENCODING_INVALID_ENCODED_DATA: OTHER_ENCODING,
};

/** The variables of a file; none without one. @throws with a sentence for the operator */
export const readEnvFile = (file: string): NodeJS.ProcessEnv => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
    if (!text.includes('\0')) return variablesIn(text);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return {};
    throw new Error(`${file} ${UNREADABLE[code] ?? `cannot be read (${code})`}`, { cause: error });
  }
  // UTF-16, which PowerShell writes and no parser reads.
  throw new Error(`${file} ${OTHER_ENCODING}`);
};

const QUOTED = /^(["'`])(.*?)\1(?:\s+#.*)?$/s;

/**
 * A value without what Docker and systemd leave in it: quotes, and blanks around. An empty variable
 * counts as missing: `DISCORD_TOKEN=` in a file is a form not filled in.
 */
export const bareValue = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return (QUOTED.exec(text)?.[2] ?? text).trim() || undefined;
};

const TYPOGRAPHIC = /^[\u2018-\u201f«»‹›]|[\u2018-\u201f«»‹›]$/;
const STRAIGHT = /^["'`]|["'`]$/;

/** What is wrong with how a value is written, whatever it is for; null when nothing is. */
export const writingFault = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (TYPOGRAPHIC.test(text)) return 'has typographic quotes: write straight ones (") or none';
  if (/[\r\n]/.test(text)) return 'has a line break in it: a quote in its line is not closed';
  const isHalfQuoted = STRAIGHT.test(text.replace(COMMENT, '')) && !QUOTED.test(text);
  return isHalfQuoted ? 'has a quote at one end only: close it, or write none' : null;
};

/** Starts a comment in a line for Node and Compose; Docker and systemd leave it in the value. */
export const COMMENT = /(?:^|\s)#.*$/s;

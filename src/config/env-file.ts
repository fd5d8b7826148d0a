import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Node takes a `#` inside a word for a comment; Docker and systemd do not. Node leaves it in quotes. */
const HASH_IN_WORD = /^([ \t]*(?:export +)?\w+ *= *)([^\s"'`#][^\s`]*#[^\s`]*)/gm;

/** The variables in the text of a `.env`. */
export const variablesIn = (text: string): NodeJS.ProcessEnv =>
  parseEnv(text.replace(/^\uFEFF/, '').replace(HASH_IN_WORD, '$1`$2`'));

/** The variables of a file; none without one. @throws with a sentence for the operator */
export const readEnvFile = (file: string): NodeJS.ProcessEnv => {
  if (!existsSync(file)) return {};
  const bytes = readFileSync(file);
  // PowerShell writes UTF-16, which no parser reads.
  if (bytes.includes(0)) throw new Error(`${file} is not UTF-8: save it again in that encoding`);
  return variablesIn(bytes.toString('utf8'));
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

/** Starts a comment in a line for Node and Compose; Docker and systemd leave it in the value. */
export const COMMENT = /\s+#.*$/s;

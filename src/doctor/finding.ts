import { errorCode } from '../lib/error-code.ts';

/** `warning`: the bot works. `error`: it cannot. */
type FindingLevel = 'ok' | 'warning' | 'error';

/** The result of one check, in words for the operator. */
export interface Finding {
  readonly verdict: FindingLevel;
  /** What was checked: `Discord token`. */
  readonly about: string;
  readonly says: string;
  /** What to do next; missing when nothing is. */
  readonly next?: string;
}

/** What may be found about one thing: `Discord token`. */
export const findingsAbout = (about: string) => ({
  passed: (says: string): Finding => ({ verdict: 'ok', about, says }),
  warned: (says: string, next: string): Finding => ({ verdict: 'warning', about, says, next }),
  failed: (says: string, next: string): Finding => ({ verdict: 'error', about, says, next }),
});

/** Whether the bot would run. */
export const hasNoFailure = (findings: readonly Finding[]): boolean =>
  findings.every(({ verdict }) => verdict !== 'error');

const MARKS: Readonly<Record<FindingLevel, string>> = { ok: '✓', warning: '!', error: '✗' };

/** The width of the first column. */
const WIDTH = 15;

/** `✗ Discord token    Discord refuses it. → Copy it again …` */
export const lineOf = ({ verdict, about, says, next }: Finding): string => {
  const todo = next === undefined ? '' : ` → ${next}`;
  return `${MARKS[verdict]} ${about.padEnd(WIDTH)}  ${says}${todo}`;
};

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

export const reportSummary = (findings: readonly Finding[]): string => {
  const count = (verdict: FindingLevel): number =>
    findings.filter((each) => each.verdict === verdict).length;
  if (!hasNoFailure(findings)) return `${counted(count('error'), 'problem')} to fix.`;
  const known = count('warning');
  return known === 0 ? 'No problems found.' : `The bot can run; ${counted(known, 'warning')}.`;
};

export const jsonOf = (findings: readonly Finding[]): string =>
  JSON.stringify({ sound: hasNoFailure(findings), findings }, null, 2);

/** Codes of Node, undici and TLS as text that follows a colon. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name cannot be resolved at the moment',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'no answer',
  TimeoutError: 'no answer',
  UND_ERR_CONNECT_TIMEOUT: 'no answer',
  UND_ERR_HEADERS_TIMEOUT: 'no answer',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'no network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate chain is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS',
};

/** The cause of an error. Leaves out its message, which may hold secrets. */
export const errorSummary = (error: unknown): string => {
  const code = errorCode(error);
  if (code === null)
    return `for a reason without a name (${error instanceof Error ? error.name : typeof error})`;
  return WORDS[code] ?? code;
};

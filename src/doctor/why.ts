import { errorCode } from '../lib/error-code.ts';

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
export const whyOf = (error: unknown): string => {
  const code = errorCode(error);
  if (code === null)
    return `for a reason without a name (${error instanceof Error ? error.name : typeof error})`;
  return WORDS[code] ?? code;
};

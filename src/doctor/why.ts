import { errorCode } from '../lib/error-code.ts';

/** Codes of Node, undici and TLS as text that follows a colon. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'there is no answer',
  TimeoutError: 'there is no answer',
  UND_ERR_CONNECT_TIMEOUT: 'there is no answer',
  UND_ERR_HEADERS_TIMEOUT: 'there is no answer',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by nobody that is trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody that is trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate lacks the one that signed it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name',
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

import { BlockList, isIP } from 'node:net';

/** Addresses outside the public internet (RFC 6890), except loopback. */
const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv6');
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Names that lead nowhere else: this machine, this network. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/;

const isIn = (list: BlockList, host: string): boolean => {
  const family = isIP(host);
  return family !== 0 && list.check(host, family === 4 ? 'ipv4' : 'ipv6');
};

/** The host without the brackets of IPv6 and the dot at the end of a whole name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isLoopback = (host: string): boolean => host === 'localhost' || isIn(LOOPBACK, host);

const isPublic = (host: string): boolean => {
  if (isIP(host) !== 0) return !isIn(PRIVATE, host) && !isIn(LOOPBACK, host);
  return host.includes('.') && !LOCAL_NAME.test(host);
};

/**
 * Whether events may be sent to an address: HTTPS, a host that is public by its name,
 * no user and password in it.
 * @param options.allowLoopback lets this machine be the receiver, over plain HTTP too
 */
export const isReceiverUrl = (
  text: string,
  { allowLoopback }: { readonly allowLoopback: boolean },
): boolean => {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  if (allowLoopback && isLoopback(host)) return ['http:', 'https:'].includes(url.protocol);
  return url.protocol === 'https:' && isPublic(host);
};

/** The address of a webhook is not allowed; the message says why. */
export class ReceiverUrlError extends Error {
  override readonly name = 'ReceiverUrlError';
}

/** @throws ReceiverUrlError unless events may be sent to an address */
export const requireReceiverUrl = (
  url: string,
  options: { readonly allowLoopback: boolean },
): void => {
  if (isReceiverUrl(url, options)) return;
  const addition = options.allowLoopback ? ' or lead to this machine' : '';
  throw new ReceiverUrlError(`The webhook must have a public HTTPS URL${addition}, not "${url}".`);
};

/** Whether an address is under a name that never leads anywhere (RFC 2606, RFC 6761). */
export const isNowhere = (text: string): boolean =>
  /(^|\.)(example|invalid|test)$/.test(hostOf(new URL(text)));

import { isIP } from 'node:net';

/** An IPv4 address as a dual-stack socket writes it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * The unit of rate limits: an IPv4 address, or the /64 network of an IPv6 address, since one host has
 * all of it. Any other text is returned unchanged.
 */
export const networkOf = (address: string): string => {
  const [, mapped] = MAPPED.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (isIP(address) !== 6) return address;
  const [withoutZone = ''] = address.split('%', 1);
  // Normalized: small letters, no leading zeros, at most one `::`.
  const { hostname } = new URL(`http://[${withoutZone}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, GROUPS_OF_NETWORK).join(':')}::/64`;
};

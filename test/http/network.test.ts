import { expect, it } from 'vitest';
import { networkOf } from '#src/http/address-limit.ts';

it.each([
  ['an IPv4 address is itself', '192.0.2.1', '192.0.2.1'],
  ['an IPv4 address in IPv6 notation is the IPv4 address', '::ffff:192.0.2.1', '192.0.2.1'],
  ['an IPv6 address is its /64', '2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['capitals become small letters', '2001:DB8:0:A::1', '2001:db8:0:a::/64'],
  ['leading zeros of a group are dropped', '2001:0db8:0000:000a::1', '2001:db8:0:a::/64'],
  ['groups may be omitted in the middle', '1:2::5:6:7:8', '1:2:0:0::/64'],
  ['groups may be omitted at the start', '::4:5:6:7:8', '0:0:0:4::/64'],
  [
    'an IPv4 address at the end counts as two groups',
    '64:ff9b:1:2:3::192.0.2.1',
    '64:ff9b:1:2::/64',
  ],
  ['a zone is ignored', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['an invalid address is itself', 'here', 'here'],
])('%s', (_what, address, network) => {
  expect(networkOf(address)).toBe(network);
});

import { describe, expect, it } from 'vitest';
import { isNowhere, isReceiverUrl } from '#sandbox/padel-service/webhooks/receiver-url.ts';

const isAllowed = (url: string, allowLoopback = false): boolean =>
  isReceiverUrl(url, { allowLoopback });

describe('the URL of a webhook', () => {
  it.each([
    ['a name', 'https://bot.padel.club/hook'],
    ['a port and a query', 'https://bot.padel.club:8443/hook?from=padel'],
    ['a public IPv4 address', 'https://8.8.8.8/hook'],
    ['a public IPv6 address', 'https://[2606:4700::1111]/hook'],
    ['a name with a trailing dot', 'https://bot.padel.club./hook'],
  ])('may have %s', (_reason, url) => {
    expect(isAllowed(url)).toBe(true);
  });

  it.each([
    ['plain HTTP', 'http://bot.padel.club/hook'],
    ['another protocol', 'ftp://bot.padel.club/hook'],
    ['no protocol', 'bot.padel.club/hook'],
    ['no text', ''],
    ['a user', 'https://me@bot.padel.club/hook'],
    ['a password', 'https://:secret@bot.padel.club/hook'],
    ['this machine by name', 'https://localhost/hook'],
    ['this machine by a name with a trailing dot', 'https://localhost./hook'],
    ['a subdomain of this machine', 'https://bot.localhost/hook'],
    ['a host without a dot', 'https://bot/hook'],
    ['a name of the local network', 'https://bot.local/hook'],
    ['an internal name of a cloud', 'https://metadata.google.internal/hook'],
    ['loopback', 'https://127.0.0.1/hook'],
    ['another address of the loopback range', 'https://127.8.0.1/hook'],
    ['loopback as a number', 'https://2130706433/hook'],
    ['loopback in hexadecimal', 'https://0x7f.1/hook'],
    ['loopback in IPv6', 'https://[::1]/hook'],
    ['loopback as an IPv4 address in IPv6', 'https://[::ffff:127.0.0.1]/hook'],
    ['the unspecified address', 'https://0.0.0.0/hook'],
    ['a private network of class A', 'https://10.1.2.3/hook'],
    ['a private network of class B', 'https://172.31.0.1/hook'],
    ['a private network of class C', 'https://192.168.1.1/hook'],
    ['the shared address space of providers', 'https://100.64.0.1/hook'],
    ['link-local', 'https://169.254.169.254/hook'],
    ['link-local in IPv6', 'https://[fe80::1]/hook'],
    ['a private network in IPv6', 'https://[fd00::1]/hook'],
    ['a private network as an IPv4 address in IPv6', 'https://[::ffff:10.0.0.1]/hook'],
    ['multicast', 'https://224.0.0.1/hook'],
  ])('is rejected with %s', (_reason, url) => {
    expect(isAllowed(url)).toBe(false);
  });

  it.each([
    ['http://127.0.0.1:3000/hook', true],
    ['http://localhost:3000/hook', true],
    ['https://[::1]/hook', true],
    ['https://bot.padel.club/hook', true],
    ['ftp://127.0.0.1/hook', false],
    ['http://192.168.1.1/hook', false],
    ['http://bot.padel.club/hook', false],
  ])('with loopback allowed: %s → %s', (url, expected) => {
    expect(isAllowed(url, true)).toBe(expected);
  });

  it('counts as unreachable under a reserved name', () => {
    expect(isNowhere('https://receiver.example/webhook')).toBe(true);
    expect(isNowhere('https://receiver.example.com/webhook')).toBe(false);
  });
});

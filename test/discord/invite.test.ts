import { readFileSync } from 'node:fs';
import { PermissionsBitField } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { INTENTS } from '#src/discord/gateway/intents.ts';
import { inviteLink } from '#src/discord/invite.ts';
import { PRIVILEGED_INTENTS } from '#sandbox/discord/gateway/gateway.ts';

describe('the invitation', () => {
  it('asks for what alerts, threads and events need, and for nothing else', () => {
    const { origin, pathname, searchParams } = new URL(inviteLink('1100000000000000002'));
    expect(origin + pathname).toBe('https://discord.com/oauth2/authorize');
    expect(searchParams.get('client_id')).toBe('1100000000000000002');
    expect(searchParams.get('scope')).toBe('bot applications.commands');
    const permissions = new PermissionsBitField(BigInt(searchParams.get('permissions') ?? ''));
    expect(permissions.toArray().toSorted()).toEqual([
      'CreateEvents',
      'CreatePublicThreads',
      'EmbedLinks',
      'ManageEvents',
      'SendMessages',
      'SendMessagesInThreads',
      'ViewChannel',
    ]);
  });

  it('stands in the guide as it is made', () => {
    expect(readFileSync('docs/operators.md', 'utf8')).toContain(inviteLink('YOUR_APPLICATION_ID'));
  });
});

it('asks for no privileged intent', () => {
  expect(INTENTS.filter((intent) => (intent & PRIVILEGED_INTENTS) !== 0)).toEqual([]);
});

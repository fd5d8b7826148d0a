import { readFileSync } from 'node:fs';
import { PermissionsBitField } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { INTENTS } from '#src/discord/gateway/intents.ts';
import { inviteLink } from '#src/discord/invite.ts';
import { PRIVILEGED_INTENTS } from '#sandbox/discord/gateway/gateway.ts';

describe('the invite link', () => {
  it('requests exactly the permissions for alerts, threads and events', () => {
    const { origin, pathname, searchParams } = new URL(inviteLink('1100000000000000002'));
    expect(origin + pathname).toBe('https://discord.com/oauth2/authorize');
    expect(searchParams.get('client_id')).toBe('1100000000000000002');
    expect(searchParams.get('scope')).toBe('bot applications.commands');
    const permissions = new PermissionsBitField(BigInt(searchParams.get('permissions') ?? ''));
    expect(permissions.toArray().toSorted()).toEqual([
      'AttachFiles',
      'CreateEvents',
      'CreatePublicThreads',
      'EmbedLinks',
      'ManageEvents',
      'SendMessages',
      'SendMessagesInThreads',
      'ViewChannel',
    ]);
  });

  it('is the one in docs/operators.md', () => {
    expect(readFileSync('docs/operators.md', 'utf8')).toContain(inviteLink('YOUR_APPLICATION_ID'));
  });
});

it('the gateway requests no privileged intent', () => {
  expect(INTENTS.filter((intent) => (intent & PRIVILEGED_INTENTS) !== 0)).toEqual([]);
});

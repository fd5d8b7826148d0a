import { describe, expect, it } from 'vitest';
import {
  createAlertManagers,
  createCommandPermissions,
} from '#src/discord/servers/alert-managers.ts';
import { registerCommands } from '#src/discord/registered.ts';
import { alerts } from '#commands/alerts.ts';
import type { ControlState } from '#sandbox/discord/shown-state.ts';
import { aLog } from '../lib/log.ts';
import { aRest } from './bot.ts';
import { aLocalDiscord } from '../../sandbox/test/discord/setup.ts';

/** A server whose settings for `/alerts` the bot reads from the local Discord. */
const aServer = async () => {
  let requests = 0;
  const local = await aLocalDiscord({
    onAnswer: ({ route }) => {
      if (route.endsWith('/permissions')) requests += 1;
    },
  });
  const { apiUrl, token } = local;
  await registerCommands({ apiUrl, token, commands: [alerts] });
  const { rest } = aRest(local);
  const call = async (method: string, path: string, body?: object): Promise<ControlState> => {
    const response = await fetch(new URL(`/sandbox${path}`, local.url), {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    // The control API guarantees this type.
    return (await response.json()) as ControlState;
  };
  const state = await call('GET', '/state');
  const person = state.people.find(({ role }) => role === 'member');
  const commandId = state.commands.find(({ name }) => name === 'alerts')?.id;
  let at = 1;
  const permissions = createCommandPermissions({
    rest,
    applicationId: local.applicationId,
    commandId: () => commandId,
    monotonic: () => at,
    log: aLog(),
  });
  const mayManage = createAlertManagers({
    managerRoles: () => Promise.resolve([]),
    commandPermissions: permissions.of,
    log: aLog(),
  });
  const member = {
    guildId: local.guildId,
    userId: person?.id ?? '',
    roleIds: [],
    mayManage: false,
  };
  return {
    isManager: () => mayManage(member),
    /** Changes the settings, and forgets the old ones as Discord's event would make the bot do. */
    choose: async (entries: readonly { who: string; isAllowed: boolean }[]) => {
      await call('PUT', '/commands/alerts/permissions', { entries });
      permissions.forget(local.guildId);
    },
    requests: () => requests,
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
    runs: async () => {
      const response = await call('GET', `/state?as=${person?.username ?? ''}`);
      return response.commands.some(({ name }) => name === 'alerts');
    },
    username: person?.username ?? '',
  };
};

describe('the alert managers set under Integrations', () => {
  it('are nobody without a setting, and change with each new setting', async () => {
    const { isManager, choose, runs, username } = await aServer();
    expect([await isManager(), await runs()]).toEqual([false, false]);
    await choose([{ who: username, isAllowed: true }]);
    expect([await isManager(), await runs()]).toEqual([true, true]);
    await choose([
      { who: '@everyone', isAllowed: true },
      { who: username, isAllowed: false },
    ]);
    expect([await isManager(), await runs()]).toEqual([false, false]);
    await choose([{ who: '@everyone', isAllowed: true }]);
    expect([await isManager(), await runs()]).toEqual([true, true]);
    await choose([]);
    expect([await isManager(), await runs()]).toEqual([false, false]);
  });

  it('cost one request a minute, however many members are checked', async () => {
    const { isManager, requests, pass } = await aServer();
    await Promise.all(Array.from({ length: 100 }, isManager));
    expect(requests()).toBe(1);
    pass(60_001);
    await isManager();
    expect(requests()).toBe(2);
  });
});

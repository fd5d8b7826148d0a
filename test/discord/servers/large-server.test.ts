import fc from 'fast-check';
import { OverwriteType, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createServers } from '#src/discord/servers/servers.ts';
import { runs } from '../../runs.ts';
import {
  aChannel,
  anEvent,
  anOverwrite,
  aRole,
  aThread,
  created,
  OUR_ROLE,
  ready,
  SERVER,
  US,
} from './events.ts';

const SHARD = { id: 0, count: 1 };

const idOf = (index: number): string => String(1_100_000_000_000_100_000n + BigInt(index));

/** Overwrites of as many roles as a server may have. */
const overwrites = Array.from({ length: 250 }, (_, index) =>
  anOverwrite(idOf(900_000 + index), OverwriteType.Role, {
    allow: PermissionFlagsBits.ViewChannel,
  }),
);

const heavyChannel = (id: string, name: string) =>
  aChannel(id, { name, permission_overwrites: overwrites });

const aLargeServer = (channels: number) => {
  const servers = createServers({ ownId: US, now: () => 0 });
  const send = (...events: readonly ReturnType<typeof anEvent>[]): void => {
    for (const event of events) servers.onDispatch(SHARD, event);
  };
  const ids = Array.from({ length: channels }, (_, index) => idOf(index));
  send(
    ready(SERVER),
    created(SERVER, { channels: ids.map((id) => heavyChannel(id, `old ${id}`)) }),
  );
  return { servers, send, ids };
};

/** The names of the channels of the server, by id. */
const namesIn = (servers: ReturnType<typeof createServers>): ReadonlyMap<string, string> =>
  new Map(
    [...(servers.of(SERVER)?.channels.entries() ?? [])].map(
      ([id, { name }]) => [id, name] as const,
    ),
  );

describe('a server with hundreds of overwrites in each channel', () => {
  it('finds each channel', () => {
    const { servers, ids } = aLargeServer(40);
    expect([...namesIn(servers).keys()].toSorted()).toEqual(ids.toSorted());
    expect(servers.of(SERVER)?.channels.get(idOf(39))?.overwrites).toHaveLength(overwrites.length);
    expect(servers.of(SERVER)?.channels.get(idOf(40))).toBeUndefined();
  });

  it('changes its roles, and keeps its channels', () => {
    const { servers, send, ids } = aLargeServer(10);
    send(anEvent('GUILD_ROLE_UPDATE', { guild_id: SERVER, role: aRole(OUR_ROLE, 8n) }));
    expect(servers.of(SERVER)?.roles.get(OUR_ROLE)?.permissions).toBe(8n);
    expect(namesIn(servers).size).toBe(ids.length);
  });

  it('is forgotten when the bot leaves it', () => {
    const { servers, send } = aLargeServer(0);
    send(created(SERVER, { channels: [heavyChannel(idOf(1), 'one')] }));
    send(anEvent('GUILD_DELETE', { id: SERVER }));
    expect(servers.of(SERVER)).toBeUndefined();
    expect(servers.ids().size).toBe(0);
  });

  it('has the channels that any order of events leaves', () => {
    const step = fc.record({
      kind: fc.constantFrom('update', 'create', 'delete', 'thread', 'archive'),
      index: fc.nat({ max: 20 }),
    });
    fc.assert(
      fc.property(fc.nat({ max: 12 }), fc.array(step, { maxLength: 30 }), (size, steps) => {
        const { servers, send, ids } = aLargeServer(size);
        const expected = new Map(ids.map((id) => [id, `old ${id}`]));
        for (const [at, { kind, index }] of steps.entries()) {
          const [id, thread, name] = [idOf(index), idOf(1_000 + index), `new ${at}`];
          switch (kind) {
            case 'update':
            case 'create':
              send(anEvent('CHANNEL_UPDATE', heavyChannel(id, name)));
              expected.set(id, name);
              break;
            case 'delete':
              send(anEvent('CHANNEL_DELETE', aChannel(id)));
              expected.delete(id);
              expected.delete(thread);
              break;
            case 'thread':
              // Discord opens threads in channels that are there.
              if (!expected.has(id)) break;
              send(anEvent('THREAD_CREATE', aThread(thread, { parent_id: id, name })));
              expected.set(thread, name);
              break;
            case 'archive':
              send(
                anEvent(
                  'THREAD_UPDATE',
                  aThread(thread, { parent_id: id, thread_metadata: { archived: true } }),
                ),
              );
              expected.delete(thread);
          }
        }
        expect(new Map([...namesIn(servers)].toSorted())).toEqual(
          new Map([...expected].toSorted()),
        );
      }),
      { numRuns: runs(30) },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { block } from '#commands/block.ts';
import { createBlockList } from '#src/app/block-list.ts';
import { addBlock, allBlocks } from '#src/store/channels/blocks.ts';
import { aLog } from '../lib/log.ts';
import { idsOfControls } from '../render/controls.ts';
import { aRequest, aStage, type Typed } from './stage.ts';

const MEMBER = '1100000000000000101';
const SERVER = '1100000000000000202';

const operator = (subcommand: string, typed: Typed = {}) =>
  aRequest(typed, { subcommand, isOperator: true });

const aStageWithNotifications = async () => {
  const { services } = await aStage([]);
  const notified: (string | null)[] = [];
  return {
    notified,
    services: {
      ...services,
      blocked: (added: string | null) => {
        notified.push(added);
        return Promise.resolve();
      },
    },
  };
};

describe('/block', () => {
  it('is for the operator only, as are its controls', async () => {
    const { services } = await aStage([]);
    const problem = { problem: 'operator-only' };
    await expect(block.run(aRequest({}, { subcommand: 'list' }), services)).rejects.toMatchObject(
      problem,
    );
    const press = { ...aRequest(), values: ['page', '2'], chosen: [] };
    await expect(block.component?.run(press, services)).rejects.toMatchObject(problem);
  });

  it('blocks an id or a mention, and notifies the rest of the bot at once', async () => {
    const { services, notified } = await aStageWithNotifications();
    await block.run(operator('add', { id: `<@${MEMBER}>`, reason: 'floods *us*' }), services);
    const { content, embeds } = await block.run(operator('add', { id: ` ${SERVER} ` }), services);
    expect(notified).toEqual([MEMBER, SERVER]);
    expect(content).toContain(SERVER);
    expect(embeds?.[0]?.description).toContain('floods \\*us\\*');
    expect((await allBlocks(services.db)).map(({ discordId }) => discordId).toSorted()).toEqual([
      MEMBER,
      SERVER,
    ]);
  });

  it('removes a block, and says so when there was none', async () => {
    const { services, notified } = await aStageWithNotifications();
    await addBlock(services.db, { discordId: MEMBER, reason: '', since: 1 });
    const removed = await block.run(operator('remove', { id: MEMBER }), services);
    expect(removed.content).toContain('no longer blocked');
    const again = await block.run(operator('remove', { id: MEMBER }), services);
    expect(again.content).toContain('is not blocked');
    expect(notified).toEqual([null, null]);
  });

  it.each([
    ['words', 'nora', 'unknown-id'],
    ['too short a number', '123', 'unknown-id'],
    ['the operator', MEMBER, 'block-yourself'],
  ])('refuses to block %s', async (_what, id, problem) => {
    const { services } = await aStage([]);
    const request = aRequest({ id }, { subcommand: 'add', isOperator: true, userId: MEMBER });
    await expect(block.run(request, services)).rejects.toMatchObject({ problem });
  });

  it('pages a long list', async () => {
    const { services } = await aStage([]);
    for (let each = 0; each < 40; each += 1) {
      await addBlock(services.db, {
        discordId: `11000000000000${1_000 + each}`,
        reason: '',
        since: each,
      });
    }
    const first = await block.run(operator('list'), services);
    expect(idsOfControls(first)).toContain('block:page:2');
    const press = { ...operator('list'), values: ['page', '3'], chosen: [] };
    const last = await block.component?.run(press, services);
    expect(last?.embeds?.[0]?.description?.split('\n')).toHaveLength(10);
  });
});

describe('the block list of a process', () => {
  it('is read again after 30 seconds, as another process may have changed it', async () => {
    const { services } = await aStage([]);
    let now = 0;
    const list = createBlockList({ db: services.db, monotonic: () => now, log: aLog() });
    await list.refresh();
    await addBlock(services.db, { discordId: SERVER, reason: '', since: 1 });
    now = 30_000;
    expect(list.isBlocked([MEMBER, SERVER])).toBe(false);
    now = 30_001;
    list.isBlocked([SERVER]);
    await expect.poll(() => list.isBlocked([MEMBER, SERVER])).toBe(true);
  });

  it('stays as it was while it cannot be read', async () => {
    const { services } = await aStage([]);
    await addBlock(services.db, { discordId: SERVER, reason: '', since: 1 });
    const log = aLog();
    const list = createBlockList({ db: services.db, monotonic: () => 0, log });
    await list.refresh();
    await services.db.schema.dropTable('blocks').execute();
    await list.refresh();
    expect(list.isBlocked([SERVER])).toBe(true);
    expect(log.lines).toEqual(['error block list unreadable, keeping the last one']);
  });
});

import { describe, expect, it } from 'vitest';
import { alerts } from '#commands/alerts.ts';
import { follow } from '#commands/follow.ts';
import { follows } from '#commands/follows.ts';
import { unfollow } from '#commands/unfollow.ts';
import { stateOf } from '#src/domain/match-state.ts';
import { addFollow } from '#src/store/follows.ts';
import { insertMatch } from '#src/store/matches.ts';
import { aMatch } from '../domain/feed.ts';
import { aPlayer, aTournament } from '../padel-api/names.ts';
import { aRequest, aStage, whileTyping, type Typed } from './stage.ts';

const NAMES = [aPlayer(1, 'Ana Vega'), aPlayer(2, 'Eva *Lamas*'), aTournament(7, 'Madrid P1')];

const aChannel = async () => {
  const stage = await aStage(NAMES);
  return { ...stage, channel: await stage.setUp() };
};

const MODERATOR = { mayManage: true };

describe('following', () => {
  it.each([
    ['a player for oneself', { player: 'vega' }, {}, 'You follow **Ana Vega**.'],
    ['a tournament for oneself', { tournament: '7' }, {}, 'You follow **Madrid P1**.'],
    [
      'a player for the channel',
      { player: '1', who: 'channel' },
      MODERATOR,
      '<#500> follows **Ana Vega**',
    ],
    ['a player whose name is markdown', { player: '2' }, {}, 'You follow **Eva \\*Lamas\\***.'],
  ])('%s is confirmed', async (_reason, typed: Typed, asker, expected) => {
    const { services } = await aChannel();
    const { content } = await follow.run(aRequest(typed, asker), services);
    expect(content).toContain(expected);
    const again = await follow.run(aRequest(typed, asker), services);
    expect(again.content).toContain('already');
  });

  it.each([
    ['nothing', {}, {}, 'nothing-to-follow'],
    ['somebody unknown', { player: 'xyzxyz' }, {}, 'unknown-player'],
    [
      'for the channel without permission',
      { player: '1', who: 'channel' },
      {},
      'channel-follow-needs-permission',
    ],
    ['in a direct message', { player: '1' }, { guildId: null }, 'server-only'],
    [
      'in a server without an alert channel',
      { player: '1' },
      { guildId: 'other' },
      'no-alert-channel',
    ],
  ])('%s is refused', async (_reason, typed: Typed, asker, problem) => {
    const { services } = await aChannel();
    const refused = (async () => follow.run(aRequest(typed, asker), services))();
    await expect(refused).rejects.toMatchObject({ problem });
  });
});

describe('what is followed', () => {
  const listed = async (...[services]: [Awaited<ReturnType<typeof aChannel>>['services']]) =>
    (await follows.run(aRequest(), services)).embeds?.[0]?.description;

  it('is listed, offered, and can be ended', async () => {
    const { services, channel } = await aChannel();
    const member = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, member, { kind: 'player', id: 2 }, 1);
    expect(await listed(services)).toContain('- Eva \\*Lamas\\*');
    expect(
      await unfollow.autocomplete?.(whileTyping('player', { player: 'lam' }), services),
    ).toEqual([{ name: 'Eva *Lamas*', value: '2' }]);
    const { content } = await unfollow.run(aRequest({ player: '2' }), services);
    expect(content).toBe('You no longer follow **Eva \\*Lamas\\***.');
    expect(await listed(services)).toContain('You follow nobody yet.');
  });

  it('can be ended when its name is no longer known', async () => {
    const { services, channel } = await aChannel();
    const member = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, member, { kind: 'player', id: 99 }, 1);
    const [offered] =
      (await unfollow.autocomplete?.(whileTyping('player', { player: '' }), services)) ?? [];
    expect(offered).toEqual({ name: 'number 99', value: '99' });
    const { content } = await unfollow.run(aRequest({ player: '99' }), services);
    expect(content).toBe('You no longer follow **number 99**.');
  });

  it('may be a match, called by its pairs', async () => {
    const { services, channel } = await aChannel();
    const match = aMatch({ id: 123 });
    await insertMatch(services.db, { match, state: stateOf(match), now: 1 });
    const member = { channelKey: channel.key, memberId: 'member' };
    await addFollow(services.db, member, { kind: 'match', id: 123 }, 1);
    expect(
      await unfollow.autocomplete?.(whileTyping('match', { match: 'soria' }), services),
    ).toEqual([{ name: 'Vega / Lamas – Soria / Pinto', value: '123' }]);
    expect((await unfollow.run(aRequest({ match: '123' }), services)).content).toContain(
      'Vega / Lamas',
    );
  });

  it('of the channel is not ended by a member without permission', async () => {
    const { services } = await aChannel();
    const request = aRequest({ player: '1', who: 'channel' });
    await expect(unfollow.run(request, services)).rejects.toMatchObject({
      problem: 'channel-follow-needs-permission',
    });
  });

  it('cannot be ended when it is not followed', async () => {
    const { services } = await aChannel();
    // As it is written: the dispatcher escapes what an error names.
    await expect(unfollow.run(aRequest({ player: '2' }), services)).rejects.toMatchObject({
      problem: 'not-followed-me',
      values: { name: 'Eva *Lamas*' },
    });
  });
});

describe('setting alerts up', () => {
  const chosen = (missing: ('SendMessages' | 'EmbedLinks')[] = []) => ({
    ...MODERATOR,
    channel: () => ({ id: '500', missing }),
  });

  it('confirms in the language of the alerts', async () => {
    const { services } = await aStage(NAMES);
    const { content } = await alerts.run(aRequest({ language: 'es' }, chosen()), services);
    expect(content).toMatch(/^Las alertas llegarán a <#500>/);
  });

  it('names the permissions that are missing', async () => {
    const { services } = await aStage(NAMES);
    const refused = (async () =>
      alerts.run(aRequest({}, chosen(['SendMessages', 'EmbedLinks'])), services))();
    await expect(refused).rejects.toMatchObject({
      problem: 'missing-channel-permissions',
      values: { permissions: 'Send Messages and Embed Links' },
    });
  });

  it('is for those who manage the server', async () => {
    const { services } = await aStage(NAMES);
    const refused = (async () =>
      alerts.run(aRequest({}, { ...chosen(), mayManage: false }), services))();
    await expect(refused).rejects.toMatchObject({ problem: 'no-permission' });
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { alerts } from '#commands/alerts.ts';
import { settings } from '#commands/settings.ts';
import type { CommandRequest, Services } from '#src/discord/command.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { LOCALES, translator } from '#src/i18n/i18n.ts';
import type { MessageBody } from '#src/render/message.ts';
import { NO_GUILD, setUpChannel } from '#src/store/channels/channels.ts';
import { addFollow } from '#src/store/follows/follows.ts';
import { memberData } from '#src/store/members/member-data.ts';
import { recordAbsence } from '#src/store/members/absent-members.ts';
import { serverData } from '#src/store/channels/server-data.ts';
import { aPlayer as aPlayerNamed } from '../padel-api/names.ts';
import { turnsDuring } from '../lib/turns.ts';
import { idsOfControls } from '../render/controls.ts';
import { refusals } from '../render/held.ts';
import { aRequest, aStage, expectRefusal } from './stage.ts';

const MEMBER = '710000000000000001';

type User = Partial<CommandRequest>;

/** Uses a button about the data of the user, in `/settings`, or of the server, in `/alerts`. */
const pressing =
  (services: Services) =>
  async (about: 'me' | 'server', action: string, user: User = {}): Promise<MessageBody> => {
    const { component } = about === 'me' ? settings : alerts;
    const request = { ...aRequest({}, { userId: MEMBER, ...user }), chosen: [] };
    return (await component?.run({ ...request, values: ['data', action] }, services)) ?? {};
  };

const MODERATOR = { mayManage: true };

/** A member who follows somebody in a server and by direct message. */
const aFollowing = async () => {
  const names = [aPlayerNamed(5, 'Ana *Vega*'), aPlayerNamed(6, 'Eva Sol')];
  const { services, setUp } = await aStage(names);
  const { db } = services;
  const channel = await setUp();
  const direct = await setUpChannel(
    db,
    { discordId: '600', guildId: NO_GUILD, kind: 'direct', locale: 'es', configuredBy: MEMBER },
    1,
  );
  await addFollow(db, { channelKey: channel.key, memberId: MEMBER }, { kind: 'player', id: 5 }, 1);
  await addFollow(db, { channelKey: channel.key, memberId: null }, { kind: 'player', id: 6 }, 1);
  await addFollow(db, { channelKey: direct.key, memberId: null }, { kind: 'player', id: 6 }, 1);
  return { services, press: pressing(services) };
};

const fileIn = ({ files }: MessageBody): unknown =>
  JSON.parse(new TextDecoder().decode(files?.[0]?.data));

const text = ({ content, embeds }: MessageBody): string =>
  [content, embeds?.[0]?.title, embeds?.[0]?.description].join('\n');

describe('the data of a member', () => {
  it('shows what is stored about the user, as a summary and as a file', async () => {
    const { press } = await aFollowing();
    const answer = await press('me', 'show');
    expect(text(answer)).toContain('Your follows in <#500>: Ana \\*Vega\\*');
    expect(text(answer)).toContain('Your follows by direct message: Eva Sol');
    expect(text(answer)).toContain('the IDs of recent ones');
    expect(text(answer)).toContain('stays in Discord');
    expect(idsOfControls(answer)).toEqual(['settings:data:ask']);
    expect(fileIn(answer)).toMatchObject({
      member: MEMBER,
      follows: [
        {
          server: 'guild',
          channel: '500',
          kind: 'player',
          id: 5,
          name: 'Ana *Vega*',
          since: '1970-01-01T00:00:00.001Z',
        },
      ],
      directMessages: { channel: '600', language: 'es', follows: [{ id: 6, name: 'Eva Sol' }] },
      alertsSetUp: [],
    });
  });

  it.each([
    [
      'which channels they set up',
      'moderator',
      'You set up the alerts in <#500>.',
      { alertsSetUp: [{ server: 'guild', channel: '500' }] },
    ],
    [
      'what is only noted in passing',
      'absent',
      'servers that you left',
      { serversLeft: [{ server: 'guild', since: '1970-01-01T00:00:00.001Z' }], lastPingedIn: [] },
    ],
  ])('shows %s', async (_what, userId, words, file) => {
    const { services, press } = await aFollowing();
    await recordAbsence(services.db, { guildId: 'guild', memberId: 'absent' }, 1);
    const answer = await press('me', 'show', { userId });
    expect(text(answer)).toContain(words);
    expect(fileIn(answer)).toMatchObject(file);
  });

  it('says so when nothing is stored, and offers no deletion', async () => {
    const { press } = await aFollowing();
    const answer = await press('me', 'show', { userId: 'nobody', guildId: null });
    expect(answer.content).toBe('What I store about you: nothing');
    expect([idsOfControls(answer), answer.files]).toEqual([[], undefined]);
  });

  it('deletes everything after a confirmation', async () => {
    const { services, press } = await aFollowing();
    const question = await press('me', 'ask');
    expect(idsOfControls(question)).toEqual(['settings:data:delete', 'settings:data:keep']);
    expect((await press('me', 'keep')).content).toBe('Nothing was changed.');
    expect((await memberData(services.db, MEMBER)).follows).toHaveLength(1);
    expect((await press('me', 'delete')).content).toContain('I no longer store anything about you');
    expect((await press('me', 'show')).content).toBe('What I store about you: nothing');
  });

  it.each(LOCALES)(
    "in %s stays within Discord's limits, however much is followed",
    async (locale) => {
      const names = Array.from({ length: 20 }, (_name, id) => aPlayerNamed(id + 1, '*'.repeat(80)));
      const { services } = await aStage(names);
      const { db } = services;
      const places = [
        ...Array.from({ length: 30 }, (_place, n) => ({ guildId: `60000000000000000${n + 10}` })),
        { guildId: NO_GUILD, kind: 'direct' as const },
      ];
      for (const [n, place] of places.entries()) {
        const discordId = `50000000000000000${n + 10}`;
        const setup = { ...place, discordId, locale: 'en', configuredBy: MEMBER };
        const { key } = await setUpChannel(db, setup, 1);
        const memberId = place.guildId === NO_GUILD ? null : MEMBER;
        for (const { id } of names) {
          await addFollow(db, { channelKey: key, memberId }, { kind: 'player', id }, 1);
        }
      }
      const reader = { locale, t: translator(locale) };
      const answer = await pressing(services)('me', 'show', reader);
      expect(refusals(answer)).toEqual([]);
      for (const count of [15, 24]) {
        expect(text(answer)).toContain(reader.t('dailyDigest.more', { count }));
      }
      const whole = z.object({ follows: z.array(z.unknown()), alertsSetUp: z.array(z.unknown()) });
      const { follows, alertsSetUp } = whole.parse(fileIn(answer));
      expect([follows.length, alertsSetUp.length]).toEqual([600, 30]);
    },
  );
});

describe('the data of a server', () => {
  it('shows moderators what is stored about their server, and names no member', async () => {
    const { press } = await aFollowing();
    const answer = await press('server', 'show', MODERATOR);
    expect(text(answer)).toContain('<#500>');
    expect(text(answer)).toContain('Followed by the channel: 1, by members: 1.');
    expect(fileIn(answer)).toMatchObject({
      server: 'guild',
      channels: [{ channel: '500', setUpBy: 'moderator', membersWhoFollow: 1 }],
    });
    expect(JSON.stringify([text(answer), fileIn(answer)])).not.toContain(MEMBER);
    expect(idsOfControls(answer)).toEqual(['alerts:data:ask']);
  });

  it('deletes that after a confirmation, and keeps direct messages', async () => {
    const { services, press } = await aFollowing();
    const question = await press('server', 'ask', MODERATOR);
    expect(text(question)).toContain('All alerts in this server end');
    await press('server', 'delete', MODERATOR);
    expect((await serverData(services.db, 'guild')).channels).toEqual([]);
    const { direct, follows } = await memberData(services.db, MEMBER);
    expect([direct?.follows.length, follows]).toEqual([1, []]);
    const again = await press('server', 'show', MODERATOR);
    expect(again.content).toBe('What I store about this server: nothing');
  });

  it.each([
    ['a member', {}, 'no-permission'],
    ['a direct message', { ...MODERATOR, guildId: null }, 'server-only'],
  ])('is refused for %s', async (_who, user, problem) => {
    const { services, press } = await aFollowing();
    for (const action of ['show', 'ask', 'delete', 'keep']) {
      await expectRefusal(() => press('server', action, user), problem);
    }
    expect((await serverData(services.db, 'guild')).channels).toHaveLength(1);
  });
});

describe('10,000 recorded changes', () => {
  /** Settings before and after a change, as long as they are stored. */
  const settings = JSON.stringify({
    ...DEFAULT_SETTINGS,
    timeZone: 'America/Argentina/Buenos_Aires',
  });

  const aMuchChanged = async () => {
    const { services, press } = await aFollowing();
    const row = { channelKey: 1, memberId: MEMBER, at: 1, what: 'settings' };
    const rows = Array.from({ length: 1_000 }, (_, n) => ({
      ...row,
      guildId: `60000000000000000${n % 50}`,
      before: settings,
      after: settings,
    }));
    for (let n = 0; n < 10; n += 1) {
      await services.db.insertInto('settingChanges').values(rows).execute();
    }
    return { services, press };
  };

  it('become a bounded file that says so, read page by page, and are deleted', async () => {
    const { services, press } = await aMuchChanged();
    const { done, taken } = await turnsDuring(press('me', 'show'));
    expect(taken).toBeGreaterThan(20);
    expect(text(done)).toContain('in the last 90 days: 10000');
    expect(text(done)).toContain('The file is cut off');
    expect(idsOfControls(done)).toEqual(['settings:data:ask']);
    expect(refusals(done)).toEqual([]);
    expect(done.files?.[0]?.data.length).toBeLessThan(8_000_000);
    const whole = z.object({ isWhole: z.boolean(), changes: z.array(z.unknown()) });
    const { isWhole, changes } = whole.parse(fileIn(done));
    expect([isWhole, changes.length > 1_000]).toEqual([false, true]);
    const deleting = await turnsDuring(press('me', 'delete'));
    expect(deleting.taken).toBeGreaterThan(50);
    expect((await memberData(services.db, MEMBER)).changes).toBe(0);
  });
});

describe('an answer about stored data', () => {
  it.each(LOCALES)('in %s is accepted by Discord, apart from the file', async (locale) => {
    const { press } = await aFollowing();
    const reader = { ...MODERATOR, locale, t: translator(locale) };
    for (const action of ['show', 'ask', 'keep', 'delete']) {
      for (const about of ['server', 'me'] as const) {
        const answer = await press(about, action, reader);
        expect(refusals(answer)).toEqual([]);
        expect(text(answer)).not.toMatch(/privacy\.|\{\{/);
      }
    }
  });

  it.each(['burn', ''])('is refused for the action %j of another version', async (action) => {
    const { press } = await aFollowing();
    await expectRefusal(() => press('me', action), 'outdated-control');
  });
});

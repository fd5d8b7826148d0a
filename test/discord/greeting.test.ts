import { Routes } from 'discord.js';
import { expect, it } from 'vitest';
import { createGreetingAnswered } from '#src/discord/servers/greeting.ts';
import { readerIn } from '#src/i18n/i18n.ts';
import { answeredWelcome, WELCOME_CONTROL, welcomePost } from '#src/render/moderation/notices.ts';
import { aLog } from '../lib/log.ts';
import { ALERTS, aLocalDiscord, control, GENERAL } from '../../sandbox/test/discord/setup.ts';
import { aDispatcher } from './bot.ts';

/** A server that was greeted twice, with a message of a member in between. */
const aGreetedServer = async () => {
  const local = await aLocalDiscord();
  const { rest, servers } = await aDispatcher(local, []);
  const greet = () =>
    rest.post(Routes.channelMessages(GENERAL), { body: welcomePost(readerIn('en')) });
  await greet();
  await control(local).say('general', 'Alerts go to where?');
  await greet();
  const log = aLog();
  const answered = createGreetingAnswered({
    rest,
    servers,
    control: WELCOME_CONTROL,
    answered: answeredWelcome,
    log,
  });
  const said = async () =>
    (await control(local).messages('general')).slice(-3).map(({ embeds, components, content }) => ({
      text: embeds[0]?.description ?? content,
      asks: (components ?? []).length > 0,
    }));
  return { local, answered, said, log };
};

it('edits every greeting to name the chosen channel, without controls', async () => {
  const { local, answered, said, log } = await aGreetedServer();
  expect((await said()).map(({ asks }) => asks)).toEqual([true, false, true]);
  await answered({ guildId: local.guildId, channelId: ALERTS }, ALERTS);
  const done = {
    text: expect.stringContaining(`Alerts are now posted in <#${ALERTS}>`) as string,
    asks: false,
  };
  expect(await said()).toEqual([done, { text: 'Alerts go to where?', asks: false }, done]);
  expect(log.lines).toEqual([]);
});

it('keeps a greeting that already names an earlier channel', async () => {
  const { local, answered, said } = await aGreetedServer();
  await answered({ guildId: local.guildId, channelId: null }, ALERTS);
  const before = await said();
  await answered({ guildId: local.guildId, channelId: null }, GENERAL);
  expect(await said()).toEqual(before);
});

it('resolves with a log line when the greeting cannot be read', async () => {
  const { local, answered, said, log } = await aGreetedServer();
  await control(local).deny('general', 'ViewChannel');
  const before = await said();
  await answered({ guildId: local.guildId, channelId: GENERAL }, ALERTS);
  expect(await said()).toEqual(before);
  expect(log.lines).toEqual([expect.stringContaining('greeting could not be edited')]);
});

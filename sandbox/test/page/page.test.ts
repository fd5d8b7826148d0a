import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ButtonBuilder,
  ButtonStyle,
  Events,
  type ButtonInteraction,
} from 'discord.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  aBot,
  ALERTS,
  aLocalDiscord,
  channelOf,
  control,
  GENERAL,
  NORA,
} from '../discord/setup.ts';
import { aPadelBot } from './bot.ts';
import { become, messageWith, openBrowser, visit } from './browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

test('a command is typed with the suggestions of the bot, and a button changes its card', async () => {
  const local = await aLocalDiscord();
  await aPadelBot(local);
  const page = await visit(browser, local.url);

  await page.getByTestId('composer').pressSequentially('/h2');
  await page.getByTestId('command-option').filter({ hasText: '/h2h' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByTestId('composer').pressSequentially('gal');
  await expect.poll(() => page.getByTestId('choice').allInnerTexts()).toHaveLength(2);
  await page.getByTestId('choice').filter({ hasText: 'Hugo Galindo' }).click();
  await page.getByTestId('composer').pressSequentially('veg');
  await page.locator('[data-testid=choice][aria-selected=true]').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');

  const message = await messageWith(page, 'id of Hugo Galindo against id of Lucía Vega');
  expect(await message.innerText()).toContain('Nora used /h2h');
  expect(await message.locator('pre').innerText()).toBe('1 : 0');

  await message.getByRole('button', { name: 'Once more' }).click();
  await expect.poll(() => message.locator('pre').innerText()).toBe('2 : 0');
});

test("on a world's clock, times are told from the world's present", async () => {
  const worldNow = Date.parse('2026-03-01T10:00:00Z');
  const world = {
    now: '2026-03-01T10:00:00Z',
    speed: 0,
    liveMatches: 0,
    feed: 'connected',
    api: 'ok',
  };
  const service = createServer((_, response) => response.end(JSON.stringify(world)));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.close();
  });
  const { port } = service.address() as AddressInfo;
  const worldUrl = `http://127.0.0.1:${port}`;
  const local = await aLocalDiscord({ worldUrl, worldNow: () => worldNow });
  const bot = await aBot(local);
  const page = await visit(browser, local.url);
  await channelOf(bot, ALERTS).send(`Updated <t:${worldNow / 1000 - 120}:R>`);
  const message = await messageWith(page, 'Updated');
  await expect.poll(() => message.innerText()).toContain('2 minutes ago');
});

test('an optional option can be typed by its name', async () => {
  const local = await aLocalDiscord();
  const bot = await aPadelBot(local);
  await bot.application.commands.create({
    name: 'clock',
    description: 'Sets a clock',
    options: [
      { type: ApplicationCommandOptionType.String, name: 'zone', description: 'Where' },
      { type: ApplicationCommandOptionType.String, name: 'time', description: 'When' },
    ],
  });
  const page = await visit(browser, local.url);
  await expect.poll(async () => (await control(local).state()).commands.length).toBe(4);
  const typed = (option: string) => page.locator(`input[data-option=${option}]`);

  await page.getByTestId('composer').pressSequentially('/clock zone:');
  await typed('zone').waitFor();
  await page.keyboard.type('New York time:');
  await typed('time').waitFor();
  await page.keyboard.type('22 – 7h');
  await expect.poll(() => typed('zone').inputValue()).toBe('New York');
  await expect.poll(() => typed('time').inputValue()).toBe('22 – 7h');
});

test('a file can be chosen for an attachment option', async () => {
  const local = await aLocalDiscord();
  const bot = await aPadelBot(local);
  await bot.application.commands.create({
    name: 'measure',
    description: 'Measures a file',
    options: [
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        description: 'Which',
        required: true,
      },
    ],
  });
  const given = new Promise<object | null>((resolve) => {
    bot.on(Events.InteractionCreate, (interaction) => {
      if (interaction.isChatInputCommand()) resolve(interaction.options.getAttachment('file'));
    });
  });
  const page = await visit(browser, local.url);
  await expect.poll(async () => (await control(local).state()).commands.length).toBe(4);
  await page.getByTestId('composer').pressSequentially('/measure ');
  const buffer = Buffer.from('{"a":1}');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer });
  await page.locator('.pill-file', { hasText: 'settings.json' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await given).toMatchObject({ name: 'settings.json', size: 7 });
});

test('a command for moderators is offered only to them', async () => {
  const local = await aLocalDiscord();
  const bot = await aPadelBot(local);
  await bot.application.commands.create({
    name: 'secretary',
    description: 'Settings of the server',
    defaultMemberPermissions: 'ManageGuild',
  });
  const page = await visit(browser, local.url);
  const offered = async () => {
    await page.getByTestId('composer').fill('');
    await page.getByTestId('composer').pressSequentially('/secr');
    await page.getByTestId('command-option').first().waitFor();
    const lines = await page.getByTestId('command-option').allInnerTexts();
    return lines.map((line) => /\/\w+/.exec(line)?.[0]);
  };

  await expect.poll(async () => (await control(local).state()).commands.length).toBe(4);
  expect(await offered()).toEqual(['/secret']);
  await page.getByTestId('composer').fill('');
  await become(page, 'clara');
  expect(await offered()).toEqual(['/secret', '/secretary']);
});

const buttons = (...ids: readonly string[]) => [
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    ids.map((id) => new ButtonBuilder().setCustomId(id).setLabel(id).setStyle(ButtonStyle.Primary)),
  ),
];

test('while a press waits for its result, nothing else of the message can be pressed', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const pressed: ButtonInteraction[] = [];
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isButton()) pressed.push(interaction);
  });
  const page = await visit(browser, local.url);
  await channelOf(bot, ALERTS).send({ content: 'Which?', components: buttons('game', 'set') });
  const [game, set] = ['game', 'set'].map((name) => page.getByRole('button', { name }));
  await game?.click();
  await expect.poll(() => set?.getAttribute('aria-disabled')).toBe('true');
  await game?.dispatchEvent('click');
  await set?.dispatchEvent('click');
  await expect.poll(() => pressed.length).toBe(1);
  await pressed[0]?.update('again');
  await expect.poll(() => set?.getAttribute('aria-disabled')).toBe('false');
  await set?.click();
  await expect.poll(() => pressed.map(({ customId }) => customId)).toEqual(['game', 'set']);
  // While the bot thinks about another message, this one can be used.
  await pressed[1]?.deferReply();
  await expect.poll(() => game?.getAttribute('aria-disabled')).toBe('false');
  await game?.click();
  await expect.poll(() => pressed.length).toBe(3);
  await pressed[1]?.editReply('thought');
  await messageWith(page, 'thought');
});

test('a press on a button that is gone fails in the words of Discord, without an id', async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const message = await channelOf(bot, ALERTS).send({ content: 'Now', components: buttons('old') });
  const page = await visit(browser, local.url);
  const answers: string[] = [];
  await page.route('**/sandbox/press', async (route) => {
    // The bot is faster than the finger.
    await message.edit({ content: 'Later', components: buttons('new') });
    const response = await route.fetch();
    answers.push(await response.text());
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'old' }).click();
  const shown = await messageWith(page, 'This interaction failed.');
  expect(await shown.innerText()).not.toContain('component');
  expect(answers).toEqual([expect.stringContaining('The message has no component \\"old\\"')]);
});

test('a message that the bot edits changes on the open page', async () => {
  const local = await aLocalDiscord();
  const bot = await aPadelBot(local);
  const card = await channelOf(bot, ALERTS).send('6-4 3-2');
  const page = await visit(browser, local.url);
  const message = await messageWith(page, '6-4 3-2');

  await card.edit('6-4 4-2');

  await expect.poll(() => message.count()).toBe(0);
  await messageWith(page, '6-4 4-2 (edited)');
});

test('a whole command line can be typed, and a missing or wrong option is reported', async () => {
  const local = await aLocalDiscord();
  await aPadelBot(local);
  const page = await visit(browser, local.url);

  await page.getByTestId('composer').pressSequentially('/h2h player:Ana last:12');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: '“opponent” is required' }).waitFor();

  await page.keyboard.type('Hugo');
  await page.locator('[data-testid=choice][aria-selected=true]').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: '“last” must be at most 9' }).waitFor();
});

test('an ephemeral message is hidden from another person, and can be dismissed', async () => {
  const local = await aLocalDiscord();
  await aPadelBot(local);
  const page = await visit(browser, local.url);

  await page.getByTestId('composer').pressSequentially('/secret ');
  await page.keyboard.press('Enter');
  const answer = await messageWith(page, 'just between us');
  expect(await answer.innerText()).toContain('Only you can see this');

  await become(page, 'tomas');
  await expect.poll(() => answer.count()).toBe(0);
  await become(page, 'nora');
  await answer.getByRole('button', { name: 'Dismiss message' }).click();
  await expect.poll(() => answer.count()).toBe(0);
});

test('a form that the bot opens can be filled in and submitted', async () => {
  const local = await aLocalDiscord();
  await aPadelBot(local);
  const page = await visit(browser, local.url);

  await page.getByTestId('composer').pressSequentially('/opinion ');
  await page.keyboard.press('Enter');
  await page.getByLabel('In your words').fill('too many lobs');
  await page.getByLabel('Side').selectOption({ label: 'Right' });
  await page.getByRole('button', { name: 'Submit' }).click();

  await messageWith(page, 'noted: too many lobs (reves)');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('a direct message is one click away, and only its people see it', async () => {
  const local = await aLocalDiscord();
  await aPadelBot(local);
  const page = await visit(browser, local.url);

  await page.locator('[data-testid=write-to][data-person=Bandeja]').click();
  const direct = page.locator('[data-testid=channel][data-channel=nora]');
  await page.getByRole('heading', { name: '@Bandeja' }).waitFor();
  await page.getByTestId('composer').pressSequentially('/secret ');
  await page.keyboard.press('Enter');
  await messageWith(page, 'just between us');

  await become(page, 'tomas');
  await expect.poll(() => direct.count()).toBe(0);
  await page.getByRole('heading', { name: '#padel-alerts' }).waitFor();
  await page.locator('[data-testid=write-to][data-person=nora]').click();
  await page.getByRole('heading', { name: '@Nora' }).waitFor();
  await page.getByTestId('composer').pressSequentially('hola');
  await page.keyboard.press('Enter');
  await messageWith(page, 'hola');
  await become(page, 'nora');
  await messageWith(page, 'hola');
});

test('a mention in another channel is counted until that channel is read', async () => {
  const local = await aLocalDiscord();
  const bot = await aPadelBot(local);
  const page = await visit(browser, local.url);
  const general = page.locator('[data-testid=channel][data-channel=general]');

  await channelOf(bot, GENERAL).send('nothing much');
  await channelOf(bot, GENERAL).send(`<@${NORA}> is on court`);

  await general.getByLabel('1 mentions').waitFor();
  await general.click();
  await messageWith(page, '@Nora is on court');
  expect(await general.locator('.badge').count()).toBe(0);
});

test('what people write is shown as text, even if it looks like HTML', async () => {
  const local = await aLocalDiscord();
  const page = await visit(browser, local.url);
  const words = '<img src=x onerror="document.title=1"> [click](javascript:alert)';

  await page.getByTestId('composer').fill(words);
  await page.keyboard.press('Enter');

  const message = await messageWith(page, '<img src=x');
  expect(await message.locator('img, a').count()).toBe(0);
});

test('the page reconnects on its own after the server was gone', async () => {
  const before = await aLocalDiscord();
  const page = await visit(browser, before.url);
  await before.stop();
  await page.getByRole('status').filter({ hasText: 'Reconnecting' }).waitFor();

  const after = await aLocalDiscord({ port: before.port });
  await control(after).say('padel-alerts', 'back again');

  await messageWith(page, 'back again');
  await expect.poll(() => page.locator('.bar.lost').count()).toBe(0);
});

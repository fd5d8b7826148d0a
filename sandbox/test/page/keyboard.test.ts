import { AxeBuilder } from '@axe-core/playwright';
import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  Events,
  StringSelectMenuBuilder,
} from 'discord.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUILD_ID } from '#sandbox/discord/guild/accounts.ts';
import { aBot, ALERTS, aLocalDiscord, channelOf, control, GENERAL } from '../discord/setup.ts';
import { messageWith, openBrowser, visit } from './browser.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

const option = (name: string, choices: readonly string[]) => ({
  type: ApplicationCommandOptionType.String as const,
  name,
  description: name,
  required: true,
  choices: choices.map((each) => ({ name: each, value: each.toLowerCase() })),
});

/** The name of the focused element, as the tests know it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    '(({ dataset, tagName }) => dataset.testid ?? dataset.customId ?? tagName)(document.activeElement)',
  );

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const aMenu = () => {
  const menu = new StringSelectMenuBuilder()
    .setCustomId('court')
    .addOptions(['Centre', 'One'].map((label) => ({ label, value: label })));
  return [new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)];
};

const aPage = async () => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  const options = [
    option('category', ['Men', 'Women', 'Everybody']),
    option('language', ['English', 'Español', 'French']),
  ];
  await bot.application.commands.set([{ name: 'ranking', description: 'Points', options }]);
  bot.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) {
      const { data } = interaction.options;
      void interaction.reply(data.map(({ value }) => String(value)).join(' in '));
    }
    if (interaction.isStringSelectMenu())
      void interaction.update(`chosen: ${interaction.values[0]}`);
  });
  const page = await visit(browser, local.url);
  await expect.poll(async () => (await control(local).state()).commands.length).toBe(1);
  return { local, bot, page };
};

test('an exact match is chosen first, and letters typed elsewhere reach the composer', async () => {
  const { page } = await aPage();
  await page.locator('.scroller').focus();
  await page.keyboard.type('/ranking');
  await page.getByTestId('command-option').first().waitFor();
  await page.keyboard.press('Enter');
  for (const typed of ['women', 'French']) {
    await page.keyboard.type(typed);
    await page.locator('[data-testid=choice][aria-selected=true]').waitFor();
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Enter');
  await messageWith(page, 'women in french');
});

test('the keyboard reaches the composer in ten tabs, closes popups and restores the focus', async () => {
  const { bot, page } = await aPage();
  await channelOf(bot, ALERTS).send({ content: 'Where?', components: aMenu() });
  const face = page.locator('[data-custom-id=court]');
  await face.waitFor();

  const stops: string[] = [];
  while (stops.length < 10 && stops.at(-1) !== 'composer') {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  }
  expect(stops.at(-1)).toBe('composer');

  await page.keyboard.type('/ran');
  await page.getByTestId('command-option').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByTestId('command-option').count()).toBe(0);
  expect(await page.getByTestId('composer').inputValue()).toBe('/ran');
  await page.keyboard.press('Escape');

  await face.click();
  await page.getByRole('option', { name: 'One' }).waitFor();
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('option').count()).toBe(0);

  await face.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await messageWith(page, 'chosen: Centre');
  expect(await focused(page)).toBe('court');

  await page.getByTestId('identity').press('Enter');
  await page.locator('[role=menuitemradio]').first().focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('identity');

  await page.getByRole('button', { name: 'New channel' }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => page.locator(':focus').innerText()).toBe('New channel');
});

test('a growing message stays in view, and links lead to messages of this server', async () => {
  const { bot, page } = await aPage();
  const general = await channelOf(bot, GENERAL).send('the first of many');
  for (let count = 0; count < 4; count += 1)
    await channelOf(bot, GENERAL).send(`line\n`.repeat(30));
  const link = `https://discord.com/channels/${GUILD_ID}/${GENERAL}/${general.id}`;
  const card = await channelOf(bot, ALERTS).send('line\n'.repeat(60));
  await messageWith(page, 'line');
  const below = (): Promise<number> =>
    page.evaluate(
      '(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector(".scroller"))',
    );
  // Like a picture that loads: the list grows, and is scrolled before it has settled.
  await page.evaluate(`
    const picture = document.createElement('li');
    picture.style.height = '400px';
    document.querySelector('.messages').append(picture);
    document.querySelector('.scroller').scrollBy(0, 5);`);
  await expect.poll(below).toBeLessThan(2);
  await card.edit({ content: `${'line\n'.repeat(80)}${link}` });
  await expect.poll(below).toBeLessThan(2);

  const pages = page.context().pages().length;
  await page.getByRole('link', { name: 'discord.com' }).click();
  const first = await messageWith(page, 'the first of many');
  await expect.poll(async () => (await first.boundingBox())?.y ?? 0).toBeGreaterThan(0);
  expect(page.url()).not.toContain('discord.com');
  expect(page.context().pages()).toHaveLength(pages);
});

test('the page has no serious accessibility problem, at any width, in dark and light mode', async () => {
  const { bot, page } = await aPage();
  await channelOf(bot, ALERTS).send({
    content:
      '**6-4** 3-2 <t:1795436404:R> [more](https://example.org)\n```\n6 3\n```\n- one\n-# two\n' +
      '||6-4 [film](https://example.org)||',
    embeds: [
      { title: 'Quarterfinal', description: 'Centre', fields: [{ name: 'a', value: 'b' }] },
      { image: { url: 'attachment://chart.png' } },
    ],
    files: [
      { attachment: PICTURE, name: 'chart.png', description: 'Chances' },
      { attachment: PICTURE, name: 'SPOILER_form.png', description: 'The form of Ana Galán' },
    ],
    components: aMenu(),
  });
  const face = page.locator('[data-custom-id=court]');
  await face.waitFor();
  const problems: string[] = [];
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByTestId('composer').fill('/ranking category:');
    await page.getByTestId('choice').first().waitFor();
    // Besides the list of the command, a menu of each kind is open.
    await (width > 1000 ? page.getByTestId('identity') : face).press('Enter');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Nothing moves: axe would check an animated element halfway.
      expect(await page.evaluate('document.getAnimations().length')).toBe(0);
      const axe = new AxeBuilder({ page });
      // In light mode only the colours differ.
      if (colorScheme === 'light') axe.withRules('color-contrast');
      const { violations } = await axe.analyze();
      for (const { id, impact, nodes } of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue;
        const where = nodes.map(({ target }) => target.join(' ')).join(', ');
        problems.push(`${width}, ${colorScheme}: ${id} at ${where}`);
      }
    }
    while ((await page.getByTestId('composer').inputValue()) !== '') {
      await page.getByTestId('composer').press('Escape');
    }
  }
  expect(problems).toEqual([]);
}, 120_000);

test('what a spoiler covers is neither read nor followed before it is revealed', async () => {
  const { bot, page } = await aPage();
  await channelOf(bot, ALERTS).send({
    content: '||6-4 [film](https://example.org)||',
    files: [
      { attachment: PICTURE, name: 'SPOILER_form.png', description: 'The form of Ana Galán' },
    ],
  });
  const message = page.getByTestId('message').last();
  const [link, picture] = [
    message.getByRole('link', { name: 'film' }),
    message.getByRole('img', { name: 'The form of Ana Galán' }),
  ];
  const covers = message.getByTitle('Spoiler: click to read');
  await expect.poll(() => covers.count()).toBe(2);
  expect(await message.locator('[inert]').count()).toBe(2);

  await covers.first().press('Enter');
  await covers.last().click();
  expect(await message.locator('[inert]').count()).toBe(0);
  await link.waitFor();
  await picture.waitFor();
});

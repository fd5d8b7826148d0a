import {
  ChannelType,
  ComponentType,
  Events,
  SelectMenuDefaultValueType,
  type APISelectMenuComponent,
} from 'discord.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageWith, openBrowser, visit } from '../../page/browser.ts';
import { aBot, aLocalDiscord, ALERTS, channelOf } from '../setup.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

const FANS = '1100000000000000013';

/** A page with a select, and a bot that writes the chosen values into its message. */
const aMessageWith = async (select: APISelectMenuComponent) => {
  const local = await aLocalDiscord();
  const bot = await aBot(local);
  bot.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isAnySelectMenu()) return;
    void interaction.update(`chosen: [${interaction.values.join()}]`);
  });
  await channelOf(bot, ALERTS).send({
    content: 'choose',
    components: [{ type: ComponentType.ActionRow, components: [select] }],
  });
  const page = await visit(browser, local.url);
  return { page, face: page.locator('.select-face') };
};

test('several values can be searched for, ticked and sent on a phone', async () => {
  const { page, face } = await aMessageWith({
    type: ComponentType.MentionableSelect,
    custom_id: 'pick',
    min_values: 0,
    max_values: 3,
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await face.click();
  await page.getByLabel('Search the list').fill('nor');
  const options = page.getByRole('option');
  await expect.poll(() => options.allInnerTexts()).toHaveLength(1);
  await options.first().click();
  await page.getByLabel('Search the list').fill('padel');
  await options.filter({ hasText: '@Padel' }).click();
  await page.getByText('2 of 3').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await messageWith(page, `chosen: [1100000000000000101,${FANS}]`);
});

test('a preset value is shown, and can be removed when none is required', async () => {
  const { page, face } = await aMessageWith({
    type: ComponentType.RoleSelect,
    custom_id: 'pick',
    min_values: 0,
    default_values: [{ id: FANS, type: SelectMenuDefaultValueType.Role }],
  });
  expect(await face.innerText()).toBe('@Padel');
  await face.click();
  await page.getByRole('button', { name: 'Choose none' }).click();
  await messageWith(page, 'chosen: []');
});

test('a channel select offers only channels of its types', async () => {
  const { page, face } = await aMessageWith({
    type: ComponentType.ChannelSelect,
    custom_id: 'pick',
    channel_types: [ChannelType.GuildText, ChannelType.GuildForum],
  });
  await face.click();
  const names = await page.getByRole('option').locator('span').allInnerTexts();
  expect(names).toEqual(['#general', '#padel-alerts', '#match-day']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('match');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await messageWith(page, 'chosen: [1100000000000000205]');
});

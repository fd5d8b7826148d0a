import {
  ChannelType,
  ComponentType,
  Events,
  SelectMenuDefaultValueType,
  type APISelectMenuComponent,
} from 'discord.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { become, messageWith, openBrowser, visit } from '../../page/browser.ts';
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
  const chosen: string[] = [];
  bot.on(Events.InteractionCreate, (interaction) => {
    if (!interaction.isAnySelectMenu()) return;
    chosen.push(`${interaction.user.displayName}: ${interaction.values.join()}`);
    void interaction.update(`chosen: [${interaction.values.join()}]`);
  });
  await channelOf(bot, ALERTS).send({
    content: 'choose',
    components: [{ type: ComponentType.ActionRow, components: [select] }],
  });
  const page = await visit(browser, local.url);
  return { page, face: page.locator('.select-face'), chosen: () => chosen };
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

const PICK_TWO = {
  type: ComponentType.StringSelect as const,
  custom_id: 'pick',
  max_values: 2,
  options: ['one', 'two', 'three'].map((value) => ({
    label: value,
    value,
    default: value === 'one',
  })),
};

test.each([
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['a click elsewhere', (page: Page) => page.locator('.channel-header').click()],
  ['a click on its face', (page: Page) => page.locator('.select-face').click()],
  ['another channel', (page: Page) => page.locator('[data-channel=general]').click()],
  ['another person', (page: Page) => become(page, 'tomas')],
])('what is ticked is sent when the list closes: by %s', async (_how, close) => {
  const { page, face, chosen } = await aMessageWith(PICK_TWO);
  await face.click();
  await page.getByRole('option', { name: 'three' }).click();
  await close(page);
  await expect.poll(() => page.getByRole('option').count()).toBe(0);
  await expect.poll(chosen).toEqual(['Nora: one,three']);
});

test('a list that closes unchanged, or with too little, sends nothing', async () => {
  const { page, face, chosen } = await aMessageWith(PICK_TWO);
  const one = page.getByRole('option', { name: 'one' });
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect.poll(() => one.count()).toBe(0);
  };
  await face.click();
  await one.waitFor();
  await close();
  await face.click();
  await one.click();
  await close();
  expect(await face.innerText()).toBe('one');
  await face.click();
  await page.getByRole('option', { name: 'two' }).click();
  await close();
  await expect.poll(chosen).toEqual(['Nora: one,two']);
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

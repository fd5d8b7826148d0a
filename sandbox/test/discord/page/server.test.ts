import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../../page/browser.ts';
import { aLocalDiscord, control } from '../setup.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

const aPage = async () => {
  const local = await aLocalDiscord();
  const page = await visit(browser, local.url);
  return { page, person: control(local), world: page.getByTestId('world') };
};

const channel = (page: Page, name: string) =>
  page.locator(`[data-testid=channel][data-channel=${name}]`);

test('the bot is removed after a confirmation, and invited with the ticked permissions', async () => {
  const { page, person, world } = await aPage();
  const bot = async () => (await person.state()).bot;
  await world.getByRole('button', { name: 'Remove the bot' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => question.count()).toBe(0);
  expect((await bot()).isMember).toBe(true);

  await world.getByRole('button', { name: 'Remove the bot' }).click();
  await question.getByRole('button', { name: 'Remove the bot' }).click();
  await page.getByRole('heading', { name: 'Bot, not in the server' }).waitFor();
  expect((await bot()).isMember).toBe(false);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'The world', exact: true }).click();
  await world.getByRole('button', { name: 'Invite the bot' }).click();
  await question.getByLabel('Embed Links').uncheck();
  await question.getByLabel('Manage Channels').check();
  await question.getByRole('button', { name: 'Invite the bot' }).click();
  await expect.poll(() => question.count()).toBe(0);
  const { isMember, permissions } = await bot();
  expect(isMember).toBe(true);
  expect(permissions).toContain('ManageChannels');
  expect(permissions).not.toContain('EmbedLinks');
});

test('a channel is created, renamed and deleted, and its reader is moved to another one', async () => {
  const { page, world } = await aPage();
  await world.getByRole('button', { name: 'New channel' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Live Scores');
  await page.getByLabel('Category').selectOption({ label: 'Courtside' });
  await page.getByRole('button', { name: 'Create' }).click();
  await channel(page, 'live-scores').click();

  await world.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('scores');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('heading', { name: '#scores', exact: true }).waitFor();

  await world.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => channel(page, 'scores').count()).toBe(0);
  await page.getByRole('heading', { name: '#announcements', exact: true }).waitFor();
});

test('the last text channel cannot be deleted, and the dialog says why', async () => {
  const { page, person, world } = await aPage();
  await person.deleteChannel('general');
  await world.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByText('The last text channel stays').waitFor();
});

test('permissions of the bot can be denied and granted in one channel', async () => {
  const { page, person, world } = await aPage();
  await person.invite(['ViewChannel', 'SendMessages']);
  await world.getByTestId('permissions').locator('summary').click();
  const may = (label: string) => world.getByRole('switch', { name: label, exact: true });
  await may('Send Messages').click();
  await page
    .locator('[role=switch][aria-checked=false]', { hasText: 'Send Messages' })
    .first()
    .waitFor();
  await may('Manage Messages').click();
  await world.getByText('2 changed').waitFor();
  const alerts = async () =>
    (await person.state()).channels.find(({ name }) => name === 'padel-alerts');
  expect(await alerts()).toMatchObject({
    deniedToBot: ['SendMessages'],
    allowedToBot: ['ManageMessages'],
  });
  await may('Send Messages').click();
  await world.getByText('1 changed').waitFor();
  expect(await alerts()).toMatchObject({ deniedToBot: [] });
});

test('a person can close direct messages, and open them again', async () => {
  const { page, person, world } = await aPage();
  const nora = async () =>
    (await person.state()).people.find(({ username }) => username === 'nora');
  const takes = world.getByRole('switch', { name: 'You take direct messages' });
  await takes.click();
  await page.getByText('what a bot writes to you is refused').waitFor();
  expect((await nora())?.takesDirectMessages).toBe(false);
  await takes.click();
  await page.getByText('Bots may write to you.').waitFor();
  expect((await nora())?.takesDirectMessages).toBe(true);
});

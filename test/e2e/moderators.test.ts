import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { become, messageWith, openBrowser, visit } from '../../sandbox/test/page/browser.ts';
import { openGuide } from './guide.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

const guide = openGuide('moderators');

/** How many interactions a setup takes: commands, buttons and menus together. */
const INTERACTIONS = 2;

/** The bot posts this in a channel when it is set up, before it follows anything. */
const PROOF = 'All set: I can post here.';

let browser: Browser;
let stage: Stage;

beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage();
  await stage.startBot();
});

afterAll(async () => {
  await browser.close();
  await stage.stop();
  guide.close();
});

/** Counts the interactions sent to the bot: commands, buttons, menus and modals. */
const countInteractions = (page: Page): (() => number) => {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/sandbox\/(run|press|submit)$/.test(request.url())) {
      count += 1;
    }
  });
  return () => count;
};

const openMenu = async (message: Locator, label: string): Promise<void> => {
  await message.getByRole('button', { name: label }).click();
};

const choose = async (message: Locator, entry: string): Promise<void> => {
  await message.getByRole('option', { name: entry }).click();
  const done = message.getByRole('button', { name: 'Done' });
  if ((await done.count()) > 0) await done.click();
};

/** Opens the page as Clara, who owns the server. */
const visitAsModerator = async (): Promise<Page> => {
  const page = await visit(browser, stage.demo.discord.url);
  page.setDefaultTimeout(PATIENCE.timeout);
  await page.setViewportSize({ width: 1280, height: 960 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  // Shown on the first visit only: the browser remembers that they were dismissed.
  const hints = page.getByRole('button', { name: 'Dismiss these hints' });
  if (await hints.isVisible()) await hints.click();
  await become(page, 'clara');
  return page;
};

const removeAndInvite = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Remove the bot' }).click();
  await dialog.getByRole('button', { name: 'Remove the bot' }).click();
  await page.getByRole('button', { name: 'Invite the bot' }).click();
  await dialog.getByRole('button', { name: 'Invite the bot' }).click();
};

const openChannel = (page: Page, name: string): Promise<void> =>
  page.locator(`[data-testid=channel][data-channel=${name}]`).click();

interface LiveMatch {
  readonly id: number;
  readonly category: string;
}

/** The four players of a live women's match. */
const namesOnCourt = async (): Promise<readonly string[]> => {
  const { data } = await stage.ask<{ data: { id: number }[] }>('/live?per_page=50');
  for (const { id } of data) {
    const match = await stage.ask<
      LiveMatch & { players: Record<'team_1' | 'team_2', { name: string }[]> }
    >(`/matches/${id}`);
    if (match.category !== 'women') continue;
    return [...match.players.team_1, ...match.players.team_2].map(({ name }) => name);
  }
  return [];
};

it('a moderator invites the bot, sets it up and sees its first alert within a minute', async () => {
  const names = await namesOnCourt();
  expect(names).toHaveLength(4);
  const page = await visitAsModerator();
  const interactions = countInteractions(page);

  await removeAndInvite(page);
  await openChannel(page, 'general');
  const greeting = await messageWith(page, 'Professional padel, live in your server');
  await guide.takePicture(page.locator('main.chat'), 'greeting.png');
  await openMenu(greeting, guide.label('Post alerts in…'));
  await choose(greeting, 'padel-alerts');

  const panel = await messageWith(page, 'Next, choose below what this channel follows');
  await expect
    .poll(() => greeting.innerText(), PATIENCE)
    .toContain('Alerts are now posted in #padel-alerts');
  expect(await greeting.getByRole('button', { name: 'Post alerts in…' }).count()).toBe(0);
  await guide.takePicture(page.locator('main.chat'), 'panel.png');
  await openMenu(panel, guide.label('Let this channel follow…'));
  await choose(panel, guide.label("all women's matches"));
  await messageWith(page, 'Followed here: 1');

  await openChannel(page, 'padel-alerts');
  await messageWith(page, PROOF);
  const alert = page.getByTestId('message').filter({ hasText: names[0] ?? '' });
  await alert.waitFor();
  expect(interactions()).toBe(INTERACTIONS);
  for (const name of names) expect(await alert.innerText()).toContain(name);
  await guide.takePicture(page.locator('main.chat'), 'first-alert.png');
});

it('/alerts setup proves at once, in the named channel, that the bot can post there', async () => {
  const page = await visitAsModerator();
  const interactions = countInteractions(page);
  await openChannel(page, 'general');
  await page.getByTestId('composer').pressSequentially('/alerts setup channel:#gen');
  await page.getByTestId('choice').filter({ hasText: 'general' }).click();
  await page.keyboard.press('Enter');
  const panel = await messageWith(page, 'Alerts are now posted in #general');
  await messageWith(page, PROOF);
  await openMenu(panel, 'Let this channel follow…');
  await choose(panel, "all women's matches");
  await expect
    .poll(async () => (await stage.posts('general')).map(({ content }) => content), PATIENCE)
    .toContainEqual(expect.stringMatching(/^\*\*.+\*\* – \*\*.+\*\*$/));
  expect(interactions()).toBe(INTERACTIONS);
});

it('a moderator changes quiet hours and the spoiler delay in modals of the panel', async () => {
  const page = await visitAsModerator();
  const interactions = countInteractions(page);
  await openChannel(page, 'padel-alerts');
  await page.getByTestId('composer').pressSequentially('/alerts panel page:Ti');
  await page.getByTestId('choice').filter({ hasText: 'Times' }).click();
  await page.keyboard.press('Enter');
  const panel = page.getByTestId('message').filter({ hasText: 'Clara used /alerts panel' });
  await panel.waitFor();
  const dialog = page.getByRole('dialog');
  const open = (form: string) => panel.getByRole('button', { name: form, exact: true }).click();
  const submit = () => dialog.getByRole('button', { name: 'Submit' }).click();

  await open('Quiet hours, delay');
  await dialog.getByLabel('Quiet from').fill('11pm');
  await dialog.getByLabel('Quiet until').fill('7:30');
  await dialog.getByLabel('Time zone').fill('madrid');
  await submit();
  await expect
    .poll(() => panel.innerText(), PATIENCE)
    .toContain('Quiet hours from 11:00 PM to 7:30 AM (Europe/Madrid)');
  expect(interactions()).toBe(3);

  await open(guide.label('Quiet hours, delay'));
  await dialog.getByLabel('Spoiler delay in seconds').fill('soon');
  await submit();
  await messageWith(page, "The spoiler delay can't be “soon”.");
  await open('Quiet hours, delay');
  await dialog.getByLabel('Spoiler delay in seconds').fill('45');
  await guide.takePicture(dialog, 'form.png');
  await submit();
  await expect.poll(() => panel.innerText(), PATIENCE).toContain('Everything delayed by 45 s');
});

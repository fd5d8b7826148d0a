import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formatSets } from '#src/domain/match/score.ts';
import { messageWith, openBrowser, become, visit } from '../../sandbox/test/page/browser.ts';
import { openGuide } from './guide.ts';
import { letPass, nextMatch } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

const guide = openGuide('members');

let browser: Browser;
let stage: Stage;
let played: Awaited<ReturnType<typeof nextMatch>>;

/** Plays a followed match to its end, which the member of these tests has not seen. */
beforeAll(async () => {
  browser = await openBrowser();
  stage = await openStage();
  await stage.startBot();
  played = await nextMatch(stage);
  const { match, truth } = played;
  await stage.knows(match.id);
  await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
  await stage.run('moderator', `/follow name:match:${match.id} who:channel`);
  const [startsAt, endsAt] = [truth.startsAt ?? 0, truth.endsAt ?? 0];
  await letPass(stage, startsAt + 60_000);
  await vi.waitFor(async () => {
    expect(await stage.posts()).toHaveLength(1);
  }, PATIENCE);
  for (let part = 1; part <= 8; part += 1) {
    await letPass(stage, startsAt + ((endsAt - startsAt) * part) / 8);
  }
  await letPass(stage, truth.closesAt + 60_000);
  await vi.waitFor(async () => {
    expect((await stage.posts()).at(-1)?.content).toContain(' beat ');
  }, PATIENCE);
});

afterAll(async () => {
  await browser.close();
  await stage.stop();
  guide.close();
});

/** Opens the page as Nora, whose language is English. */
const visitAsMember = async (): Promise<Page> => {
  const page = await visit(browser, stage.demo.discord.url);
  page.setDefaultTimeout(PATIENCE.timeout);
  await page.setViewportSize({ width: 1280, height: 960 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const hints = page.getByRole('button', { name: 'Dismiss these hints' });
  if (await hints.isVisible()) await hints.click();
  await become(page, 'nora');
  await page.locator('[data-testid=channel][data-channel=padel-alerts]').click();
  return page;
};

const run = async (page: Page, command: string, answer: string): Promise<Locator> => {
  await page.getByTestId('composer').pressSequentially(`${command} `);
  await page.keyboard.press('Enter');
  return (await messageWith(page, answer)).last();
};

it('a member who was away catches up with a match step by step, without spoilers', async () => {
  const page = await visitAsMember();
  const { truth } = played;
  // The live card also contains " beat ": the result is the last message with it.
  const result = page.getByTestId('message').filter({ hasText: ' beat ' }).last();
  await result.waitFor();
  await result
    .locator('[data-custom-id]')
    .filter({ hasText: guide.label('Catch me up') })
    .click();
  const walk = page.getByTestId('message').filter({ hasText: 'Only you can see this ·' }).last();
  await expect.poll(() => walk.innerText(), PATIENCE).toContain('Before the first point');
  const press = async (label: string): Promise<string> => {
    const before = await walk.innerText();
    await walk.getByRole('button', { name: guide.label(label) }).click();
    await expect.poll(() => walk.innerText(), PATIENCE).not.toBe(before);
    return await walk.innerText();
  };

  for (let game = 1; game <= 4; game += 1) {
    const text = await press('Next game');
    expect(text).not.toContain(formatSets(truth.sets, truth.winner));
    expect(text).not.toMatch(/\d h \d\d|\bmin\b/);
  }
  await guide.takePicture(walk, 'catch-up.png');
  expect(await press('Next set')).toContain('Set 1 to');
  await press('Next big moment');
  expect(await press('Take me to now')).toContain('This shows the current score');
  await walk.getByRole('button', { name: 'Show everything' }).click();
  await expect
    .poll(() => walk.innerText(), PATIENCE)
    .toContain("You're all caught up: the match is over.");
  expect(await walk.innerText()).toContain(formatSets(truth.sets, truth.winner));
});

it('a post without a button offers "Catch me up" in its "Apps" menu', async () => {
  const page = await visitAsMember();
  const set = (await messageWith(page, 'Set 1 to')).first();
  await set.hover();
  await set.getByTitle('Apps').filter({ hasText: 'Catch me up' }).click();
  await messageWith(page, 'Before the first point');
});

it('hiding scores covers responses, and /settings says that channel posts stay open', async () => {
  const page = await visitAsMember();
  const settings = await run(page, '/settings', 'Your settings');
  await settings.getByRole('button', { name: guide.label('Hide scores') }).click();
  await expect.poll(() => settings.innerText(), PATIENCE).toContain('Scores are hidden.');
  expect(await settings.innerText()).toContain('Posts in channels are the same for everyone');
  await guide.takePicture(settings, 'settings.png');
  const answer = await run(page, `/match match:${played.match.id}`, 'because you hide scores');
  expect(await answer.innerText()).not.toContain(' beat ');
  await guide.takePicture(answer, 'hidden.png');
  await answer.getByRole('button', { name: guide.label('Show everything') }).click();
  const shown = page.getByTestId('message').filter({ hasText: 'Only you can see this ·' }).last();
  await expect.poll(() => shown.innerText(), PATIENCE).toContain(' beat ');
});

import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PermissionsBitField } from 'discord.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeFirstSteps } from '#sandbox/demo/first-steps.ts';
import { messageWith, openBrowser, visit } from '../../sandbox/test/page/browser.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

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
});

/** `npm run check -- screenshots` replaces the README's picture; any other run writes to a temporary folder. */
const pictureFile = (): string =>
  process.env['MODE'] === 'screenshots'
    ? 'docs/page.png'
    : join(mkdtempSync(join(tmpdir(), 'bandeja-picture-')), 'page.png');

it('a newcomer sees a live match change, and runs /h2h with autocompleted names', async () => {
  const docs = readFileSync('docs/operators.md', 'utf8');
  const asked = new PermissionsBitField(BigInt(/&permissions=(\d+)/.exec(docs)?.[1] ?? 0));
  expect((await stage.state()).bot.permissions.toSorted()).toEqual(asked.toArray().toSorted());

  await takeFirstSteps(stage.demo);
  const page = await visit(browser, stage.demo.discord.url);
  const composer = page.getByTestId('composer');
  await page.locator('[data-testid=channel][data-channel=padel-alerts]').click();
  const cards = page.getByTestId('message').filter({ hasText: 'Before the match' });
  const card = cards.first();
  const scores = (): Promise<string> => card.locator('pre').first().innerText();
  const before = await scores();

  await stage.demo.padel.steer({ advance: 240 });
  await expect.poll(scores, PATIENCE).not.toBe(before);

  // The second plays beside the first.
  const [first = '', , third = ''] = (
    await stage.ask<{ data: { name: string }[] }>(
      '/players?category=women&sort_by=ranking&per_page=3',
    )
  ).data.map(({ name }) => name);
  await composer.pressSequentially('/h2');
  await page.getByTestId('command-option').filter({ hasText: '/h2h' }).waitFor();
  await page.keyboard.press('Enter');
  for (const name of [first, third]) {
    await composer.pressSequentially(name.slice(0, 6));
    await page.getByTestId('choice').filter({ hasText: name }).first().click();
  }
  await page.keyboard.press('Enter');
  const answer = await messageWith(page, 'used /h2h');
  // The bot reads many names at the start, so the response may come a moment after "thinking…".
  await expect.poll(() => answer.innerText(), PATIENCE).toContain(first);
  await expect.poll(() => answer.innerText(), PATIENCE).toContain('Simulate');

  await page.getByRole('button', { name: 'Dismiss these hints' }).click();
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1360, height: 940 });
  const file = pictureFile();
  await page.screenshot({ path: file, animations: 'disabled' });
  expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageWith, openBrowser, visit } from '../../page/browser.ts';
import { aLocalDiscord, control, FORUM, rest } from '../setup.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

test('forum posts can be listed, opened and written in on a phone', async () => {
  const local = await aLocalDiscord();
  const page = await visit(browser, local.url);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Channels' }).click();
  await page.locator('[data-testid=channel][data-channel=match-day]').click();
  await page.getByText('Nobody has posted here yet.').waitFor();
  expect(await page.getByTestId('composer').count()).toBe(0);

  const body = { name: 'Final', message: { content: 'Who wins?' } };
  const post = await rest(local, 'POST', `/channels/${FORUM}/threads`, body);
  const card = page.locator('[data-testid=post][data-post=Final]');
  await card.getByText('Bandeja').waitFor();
  await card.click();
  await messageWith(page, 'Who wins?');
  await page.getByTestId('composer').pressSequentially('the left pair');
  await page.keyboard.press('Enter');

  await messageWith(page, 'the left pair');
  const said = await control(local).messages(String(post.body['id']));
  expect(said.map(({ content }) => content)).toEqual(['Who wins?', 'the left pair']);
});

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, visit } from '../../page/browser.ts';
import { aLocalDiscord, rest } from '../setup.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

test('scheduled events are shown beside the channels, with time, place and state', async () => {
  const local = await aLocalDiscord();
  const page = await visit(browser, local.url);
  expect(await page.getByTestId('events').count()).toBe(0);

  const events = `/guilds/${local.guildId}/scheduled-events`;
  const { body } = await rest(local, 'POST', events, {
    name: 'Final',
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: 'Centre court' },
    scheduled_start_time: '2099-05-01T12:00:00Z',
    scheduled_end_time: '2099-05-01T14:00:00Z',
  });
  const event = page.locator('[data-testid=event][data-event=Final]');
  await event.getByText('scheduled').waitFor();
  expect(await event.innerText()).toMatch(/May 1, 2099.*Centre court/s);

  await rest(local, 'PATCH', `${events}/${String(body['id'])}`, { status: 2 });
  await event.getByText('now', { exact: true }).waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Channels' }).click();
  await rest(local, 'PATCH', `${events}/${String(body['id'])}`, { status: 3 });
  await event.getByText('over').waitFor();
});

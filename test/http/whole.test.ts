import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#src/app.ts';
import { letPass, nextMatch } from '../e2e/programme.ts';
import { openStage, PATIENCE, type Stage } from '../e2e/stage.ts';

let stage: Stage;
let app: App;

beforeAll(async () => {
  stage = await openStage();
  app = await stage.startBot();
});

afterAll(async () => {
  await stage.stop();
});

const request = (path: string): Promise<Response> => fetch(`${app.httpOrigin ?? ''}${path}`);

/** The sum of a metric over all of its series with a label. */
const metric = async (name: string, label = ''): Promise<number> => {
  const lines = (await (await request('/metrics')).text()).split('\n');
  return lines
    .filter((line) => line.startsWith(name) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
};

describe('the bot in the demo', () => {
  it('reports that it is healthy', async () => {
    await expect.poll(async () => (await request('/health')).status, PATIENCE).toBe(200);
    expect(await metric('bandeja_feed_connected')).toBe(1);
    expect(await metric('bandeja_discord_connected')).toBe(1);
    expect(await metric('bandeja_padel_requests_total', 'status="200"')).toBeGreaterThan(3);
  });

  it('counts accepted webhooks, sent alerts and requests to Discord', async () => {
    const { match, truth } = await nextMatch(stage);
    await stage.knows(match.id);
    await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
    await stage.run('member', `/follow name:player:${match.players.team_1[0]?.id}`);
    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await stage.demo.padel.webhooksIdle();

    await expect
      .poll(() => metric('bandeja_webhook_deliveries_total', 'accepted'), PATIENCE)
      .toBeGreaterThan(0);
    await expect
      .poll(
        () => metric('bandeja_alert_deliveries_total', 'outcome="sent",priority="headline"'),
        PATIENCE,
      )
      .toBe(1);
    expect(await metric('bandeja_discord_requests_total', 'result="sent"')).toBeGreaterThan(0);
    // Matches that are on no list are read one by one, at a low rate.
    const accepted = await metric('bandeja_webhook_deliveries_total', 'accepted');
    await expect.poll(() => metric('bandeja_inbox_waiting'), PATIENCE).toBeLessThan(accepted);
    expect((await request('/health')).status).toBe(200);
  });

  it('reports what is wrong when the gateway connection to Discord is lost', async () => {
    await stage.demo.discord.stop();
    await expect.poll(async () => (await request('/health')).status, PATIENCE).toBe(503);
    expect(await (await request('/health')).json()).toMatchObject({
      ready: false,
      parts: { discord: { ok: false }, database: { ok: true } },
    });
  });
});

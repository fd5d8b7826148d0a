import { afterEach, beforeEach, expect, it } from 'vitest';
import en from '#data/locales/en.json' with { type: 'json' };
import { startApp, type App } from '#src/app.ts';
import { createLog } from '#src/log.ts';
import { letPass, nextMatch } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

/** Without the feed, a change is found only by the next regular read. */
const POLLED = { timeout: 45_000, interval: 200 };
const LONG = 90_000;

let stage: Stage;
let app: App | undefined;

beforeEach(async () => {
  stage = await openStage();
});

afterEach(async () => {
  await app?.stop();
  await stage.stop();
});

/** A match that #padel-alerts follows, known before it starts. */
const followedMatch = async () => {
  const { match, truth } = await nextMatch(stage);
  await stage.knows(match.id);
  await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
  await stage.run('moderator', `/follow name:player:${match.players.team_1[0]?.id} who:channel`);
  const start = truth.startsAt ?? 0;
  const at = (share: number) => start + ((truth.endsAt ?? 0) - start) * share;
  return { truth, at };
};

const card = async (): Promise<string> => (await stage.posts())[0]?.embeds[0]?.description ?? '';
const posts = async (): Promise<string[]> => (await stage.posts()).map(({ content }) => content);
const status = async (): Promise<string> => {
  const { message } = await stage.runIn('general', 'member', '/help');
  const pressed = await stage.press('member', {
    message: message?.id ?? '',
    customId: 'help:status',
  });
  return pressed.message?.embeds[0]?.description ?? '';
};

it(
  'without the realtime server, scores come by polling and the status in /help says so',
  async () => {
    app = await stage.startBot();
    const { at } = await followedMatch();
    await letPass(stage, at(0.2));
    await expect.poll(async () => (await posts()).length, PATIENCE).toBe(1);

    await stage.demo.padel.steer({ feed: 'unplugged' });
    const before = await card();
    await letPass(stage, at(0.6));
    await expect.poll(card, PATIENCE).not.toBe(before);
    await expect.poll(status, PATIENCE).toContain(en.status.feedDown);

    await stage.demo.padel.steer({ feed: 'connected' });
    await expect.poll(status, PATIENCE).not.toContain(en.status.feedDown);
  },
  LONG,
);

it(
  'on a plan without live points, start and result come by webhook and the status in /help says so',
  async () => {
    const { config } = stage.demo;
    app = await startApp({
      config: {
        ...config,
        padel: { ...config.padel, token: 'sandbox-free' },
        realtime: { ...config.realtime, event: 'NotInThisPlan' },
      },
      log: createLog('silent'),
    });
    await stage.demo.padel.inject({
      method: 'PATCH',
      url: '/api/webhooks/1',
      headers: { authorization: 'Bearer sandbox-pro' },
      payload: { url: app.webhookUrl },
    });
    const { truth, at } = await followedMatch();
    await letPass(stage, at(0.1));
    await expect.poll(async () => (await posts())[0], PATIENCE).toContain('has started');
    expect(await status()).toContain(`Points: ${en.player.notInPlan}`);
    await letPass(stage, truth.closesAt + 60_000);
    await expect.poll(async () => (await posts()).at(-1), POLLED).toContain(' beat ');
  },
  LONG,
);

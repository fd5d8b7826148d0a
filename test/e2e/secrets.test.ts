import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#sandbox/discord/control-contract.ts';
import type { Faults } from '#sandbox/discord/shown-state.ts';
import { PEOPLE } from '#sandbox/discord/guild/accounts.ts';
import { SANDBOX_APP } from '#sandbox/realtime/index.ts';
import { environmentOf, spawnBot } from './process.ts';
import { freePort } from '../free-port.ts';
import { letPass, nextMatch } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

const WEBHOOK_SECRET = 'whsec-that-nobody-may-read';

let stage: Stage;
let bot: ReturnType<typeof spawnBot>;
let webhookUrl: string;
/** All responses and posts. */
const shown: unknown[] = [];

const run = async (as: 'member' | 'moderator', command: string): Promise<Answer> => {
  const answer = await stage.run(as, command);
  shown.push(answer);
  return answer;
};

const setFaults = async (faults: Partial<Faults>): Promise<void> => {
  const response = await fetch(new URL('/sandbox/faults', stage.demo.discord.url), {
    method: 'PUT',
    body: JSON.stringify(faults),
    headers: { 'content-type': 'application/json' },
  });
  expect(response.status).toBe(200);
};

const deliver = async (body: string, signature: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', signature };
  const response = await fetch(webhookUrl, { method: 'POST', body, headers });
  shown.push(await response.text());
  return response.status;
};

const signed = (body: string): string =>
  createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex');

const QUESTIONS = [
  '/player player:1',
  '/player player:Nobody Knows Me',
  '/h2h player:1 opponent:2',
  '/simulate player:3 opponent:4',
  '/live',
  '/follow',
  '/follow name:player:5',
] as const;

beforeAll(async () => {
  stage = await openStage();
  const port = await freePort();
  webhookUrl = `http://127.0.0.1:${port}/webhooks/padel`;
  bot = spawnBot({
    ...environmentOf(stage.demo.config),
    HTTP_PORT: String(port),
    WEBHOOK_SECRET,
    LOG_LEVEL: 'debug',
  });
  await bot.up;
});

afterAll(async () => {
  await bot.stop();
  await stage.stop();
});

describe('the bot on an evening full of failures', () => {
  it('runs commands and posts alerts while the data service and Discord fail', async () => {
    const { match, truth } = await nextMatch(stage);
    await stage.knows(match.id);
    await run('moderator', '/alerts setup channel:#padel-alerts language:English');
    await run('member', `/follow name:player:${match.players.team_1[0]?.id}`);
    for (const question of QUESTIONS) await run('member', question);
    const ask = async (api: 'errors' | 'busy' | 'down'): Promise<void> => {
      await stage.demo.padel.steer({ api });
      // These players are not cached yet, so the bot sends a request to the service.
      for (const player of [11, 12]) await run('member', `/simulate player:${player} opponent:13`);
      await run('member', '/h2h player:14 opponent:15');
      // It works in between: one that only fails would hardly be asked any more.
      await stage.demo.padel.steer({ api: 'ok' });
    };
    await ask('errors');
    await run('member', '/simulate player:16 opponent:13');
    await ask('down');
    await run('member', '/simulate player:18 opponent:13');
    await stage.demo.padel.steer({ api: 'ok', feed: 'unplugged' });
    await stage.demo.padel.steer({ feed: 'connected' });
    await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
    await expect.poll(async () => (await stage.posts()).length, PATIENCE).toBeGreaterThan(0);

    // Discord first fails, then refuses: sets and results cannot be delivered.
    const { startsAt, endsAt, closesAt } = truth;
    await setFaults({ serverErrors: true });
    await letPass(stage, ((startsAt ?? 0) + (endsAt ?? 0)) / 2);
    await run('member', '/follow').catch(() => undefined);
    await setFaults({ serverErrors: false });
    await stage.deny('padel-alerts', ['SendMessages', 'ViewChannel']);
    await letPass(stage, closesAt + 60_000);
    await expect.poll(bot.said, PATIENCE).toMatch(/missing|refuse|permission|channel/i);
    await stage.deny('padel-alerts', []);
    shown.push(await stage.posts());
    // Last: after a 429 the service is asked nothing until the next minute.
    await ask('busy');
  });

  it('accepts webhooks with a right signature and rejects those with a wrong one', async () => {
    const player = (id: number) => JSON.stringify({ event: 'player.updated', data: { id } });
    expect(await deliver(player(1), signed(player(1)))).toBe(204);
    expect(await deliver(player(2), 'f'.repeat(64))).toBe(401);
    expect(await deliver(player(2), WEBHOOK_SECRET)).toBe(401);
    expect(await deliver('{', signed('{'))).toBe(400);
    expect(await deliver('{}', signed('{}'))).toBe(204);
    await expect.poll(bot.said, PATIENCE).toContain('wrong signature');
  });

  it('puts no secret into the log or a response', async () => {
    await bot.stop();
    const { discord, padel } = stage.demo;
    const secrets = {
      'the Discord token': discord.token,
      'the padel token': stage.demo.config.padel.token,
      'the webhook’s secret': WEBHOOK_SECRET,
      'the service’s own webhook secret': padel.webhookSecret() ?? 'none',
      'the realtime secret': SANDBOX_APP.secret,
    };
    const answered = JSON.stringify(shown);
    for (const [what, secret] of Object.entries(secrets)) {
      expect(bot.said(), `${what} is in the log`).not.toContain(secret);
      expect(answered, `${what} was answered`).not.toContain(secret);
    }
  });

  it('puts no member id into the log', () => {
    expect(bot.said().length).toBeGreaterThan(500);
    const named = PEOPLE.filter(({ id }) => bot.said().includes(id));
    expect(named.map(({ username }) => username)).toEqual([]);
  });
});

describe('a bot that cannot start', () => {
  it.each<[string, NodeJS.ProcessEnv, string]>([
    [
      'whose Discord token is refused',
      { DISCORD_TOKEN: 'MTE.of-nobody.at-all' },
      'of-nobody.at-all',
    ],
    [
      'whose database is unreachable',
      { DATABASE_URL: 'postgres://bandeja:hunter-two@127.0.0.1:1/bandeja' },
      'hunter-two',
    ],
    [
      'whose database URL has an unknown protocol',
      { DATABASE_URL: 'mysql://bandeja:hunter-two@db/bandeja' },
      'hunter-two',
    ],
    [
      'whose HTTP port is not a number',
      { HTTP_PORT: 'x', WEBHOOK_SECRET: 'half-a-secret' },
      'half-a-secret',
    ],
  ])('%s exits with 1, and its output contains no secret', async (_reason, variables, secret) => {
    const failing = spawnBot({
      ...environmentOf(stage.demo.config),
      DATABASE_URL: 'file::memory:',
      LOG_LEVEL: 'debug',
      ...variables,
    });
    expect(await failing.ended).toBe(1);
    expect(failing.said().length).toBeGreaterThan(20);
    expect(failing.said()).not.toContain(secret);
    expect(failing.said()).not.toContain(stage.demo.discord.token);
  });
});

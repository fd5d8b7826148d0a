import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SECOND } from '#src/lib/time.ts';
import { createLog } from '#src/log.ts';
import { openStore, type Store } from '#src/store/connection/database.ts';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import { requireSeen, requireSettled } from './caught-up.ts';
import { setUpAll } from './alert-plan.ts';
import { kindOf, typesIn, startRecording, type Recording } from './alert-record.ts';
import { MATCH, PLAYER } from './evening-rows.ts';
import { environmentOf } from './process.ts';
import { letPass } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

const DELAY = 120 * SECOND;

/** How much later the bot sees the next score; far below the delay, as a start takes seconds. */
const LATER = DELAY / 2;

let stage: Stage;
let store: Store;
let recording: Recording;
let bot: ChildProcess;
let ids: Map<string, string>;
/** How far the bot's clock is ahead of the real one; it leaps while the bot is down. */
let ahead = 0;

const now = (): number => Date.now() + ahead;

/** Moves the bot's clock forward, starts the real process, and resolves when it is connected. */
const startLater = async (milliseconds: number): Promise<void> => {
  ahead += milliseconds;
  bot = spawn(process.execPath, ['--import', './test/e2e/shifted-clock.ts', 'src/main.ts'], {
    env: { ...environmentOf(stage.demo.config), CLOCK_AHEAD: String(ahead) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = bot;
  if (stdout === null) throw new Error('the bot has no output');
  const [line] = (await once(createInterface(stdout), 'line')) as [string];
  expect(line).toContain('connected');
};

const kill = async (): Promise<void> => {
  const ended = once(bot, 'exit');
  bot.kill('SIGKILL');
  await ended;
};

const cardIn = async (name: string): Promise<ShownMessage | undefined> =>
  (await stage.posts(name)).find((message) => kindOf(message) === 'start');

/** Resolves when the bot has read and delivered all that was played; a card can lag until then. */
const caughtUp = (): Promise<void> =>
  vi.waitFor(async () => {
    await requireSeen(store.db, stage.demo.padel, MATCH);
    await requireSettled(store.db, now());
  }, PATIENCE);

const scoreIn = async (name: string): Promise<string> =>
  /```[^]*```/.exec((await cardIn(name))?.embeds[0]?.description ?? '')?.[0] ?? '';

const startOfMatch = (): number => stage.demo.padel.truth(MATCH)?.startsAt ?? 0;

beforeAll(async () => {
  stage = await openStage();
  store = await openStore(stage.demo.config.databaseUrl, createLog('silent'));
  recording = await startRecording(stage.demo.discord.url, now);
  await startLater(Date.parse(stage.demo.padel.getWorld().now) - Date.now());
  await stage.knows(MATCH);
  const follows = [`name:player:${PLAYER}`];
  ids = await setUpAll(stage, {
    twin: { follows },
    late: { settings: { delay: DELAY / SECOND }, follows },
  });
});

afterAll(async () => {
  await kill();
  await recording.stop();
  await store.close();
  await stage.stop();
});

it('keeps the delay of cards, sets and results when the process is killed', async () => {
  const start = startOfMatch();
  const shownLate = () => recording.of(ids.get('late') ?? '');

  // The bot knows no point before this moment.
  await kill();
  const began = now();
  await letPass(stage, start + 120 * SECOND);
  // The channel of a match is known once it is in play: the live list names it, which a start reads.
  await startLater(0);
  await expect.poll(() => scoreIn('twin'), PATIENCE).toContain('Izquierdo');
  await caughtUp();
  const first = await scoreIn('twin');
  await kill();

  await startLater(LATER);
  await letPass(stage, start + 240 * SECOND);
  await expect.poll(() => scoreIn('twin'), PATIENCE).not.toBe(first);
  await caughtUp();
  const second = await scoreIn('twin');
  // The twin shows the score, so a premature post in the delayed channel would have been sent, too.
  expect(now() - began).toBeLessThan(DELAY);
  expect(shownLate()).toEqual([]);
  await kill();

  await startLater(DELAY - (now() - began));
  await expect.poll(() => scoreIn('late'), PATIENCE).not.toBe('');
  expect(await scoreIn('late')).not.toBe(second);
  const [firstShown] = shownLate();
  expect((firstShown?.at ?? 0) - began).toBeGreaterThanOrEqual(DELAY);
  await kill();

  await startLater(DELAY);
  const isLevel = async () => (await scoreIn('late')) === (await scoreIn('twin'));
  await expect.poll(isLevel, PATIENCE).toBe(true);

  const lastUpdateAt = now();
  await letPass(stage, (stage.demo.padel.truth(MATCH)?.closesAt ?? 0) + 60 * SECOND);
  const results = (name: string) =>
    typesIn(recording.of(ids.get(name) ?? '')).filter((kind) => kind === 'result');
  await expect.poll(() => results('twin'), PATIENCE).toEqual(['result']);
  await kill();
  expect(typesIn(shownLate())).toEqual(['start']);

  await startLater(DELAY);
  await expect.poll(() => typesIn(shownLate()), PATIENCE).toEqual(['start', 'set', 'result']);
  for (const { at, message } of shownLate()) {
    if (/beat|Set \d to/.test(JSON.stringify(message))) {
      expect(at - lastUpdateAt).toBeGreaterThanOrEqual(DELAY);
    }
  }
  expect(typesIn(recording.of(ids.get('twin') ?? ''))).toEqual(['start', 'set', 'result']);
});

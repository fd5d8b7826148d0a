import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isCompleteSet } from '#src/domain/match/score.ts';
import { environmentOf } from './process.ts';
import { letPass, nextMatch } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

/** The real process starts six times, on a machine that may be busy. */
vi.setConfig({ testTimeout: 90_000 });

let stage: Stage;
let bot: ChildProcess;

/** Starts the real process; answers when it is connected. */
const startProcess = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: environmentOf(stage.demo.config),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  expect(line).toContain('connected');
  return child;
};

const kill = async (): Promise<void> => {
  const ended = once(bot, 'exit');
  bot.kill('SIGKILL');
  await ended;
};

const cardText = async (): Promise<string> =>
  (await stage.posts())[0]?.embeds[0]?.description ?? '';

beforeEach(async () => {
  stage = await openStage();
  bot = await startProcess();
});

afterEach(async () => {
  await kill();
  await stage.stop();
});

it('posts everything once though it is killed in the middle again and again', async () => {
  const { match, truth } = await nextMatch(stage);
  await stage.knows(match.id);
  await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
  await stage.run('moderator', `/follow player:${match.players.team_1[0]?.id} who:channel`);
  const start = truth.startsAt ?? 0;
  const end = truth.endsAt ?? 0;
  let shown = '';
  for (const share of [0.1, 0.3, 0.55, 0.8]) {
    await letPass(stage, start + (end - start) * share);
    // Killed as soon as the first of what this brought can be seen: the rest is on its way.
    await expect.poll(cardText, PATIENCE).not.toBe(shown);
    await kill();
    shown = await cardText();
    bot = await startProcess();
  }
  await kill();
  await letPass(stage, truth.closesAt + 60_000);
  bot = await startProcess();

  const sets = truth.sets.filter(isCompleteSet).length;
  await expect.poll(async () => (await stage.posts()).length, PATIENCE).toBe(sets + 1);
  const contents = (await stage.posts()).map(({ content }) => content);
  expect(
    contents.filter(
      (content) => content.includes('has started') || /^\*\*[^*]+\*\* – /.test(content),
    ),
  ).toHaveLength(1);
  expect(contents.filter((content) => content.startsWith('Set '))).toHaveLength(sets - 1);
  expect(contents.filter((content) => content.includes(' beat '))).toHaveLength(1);
  await expect.poll(cardText, PATIENCE).toContain(' beat ');
});

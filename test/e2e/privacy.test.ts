import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Answer } from '#sandbox/discord/control-contract.ts';
import { openStore, type Store } from '#src/store/connection/database.ts';
import { control, NORA } from '../../sandbox/test/discord/setup.ts';
import { aLog } from '../lib/log.ts';
import { placesOf } from '../store/places.ts';
import { letPass, nextMatch } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

let stage: Stage;
let store: Store;

beforeEach(async () => {
  stage = await openStage();
  await stage.startBot();
  store = await openStore(stage.demo.config.databaseUrl, aLog());
});

afterEach(async () => {
  await store.close();
  await stage.stop();
});

const PINGED = ['nora', 'tomas'];

/** The usernames that the last post of the channel pings. */
const pinged = async (): Promise<readonly string[]> =>
  ((await stage.posts()).at(-1)?.mentions ?? []).map(({ username }) => username).toSorted();

const press = (answer: Answer, customId: string): Promise<Answer> =>
  stage.pressAs('nora', { message: answer.message?.id ?? '', customId });

const openEventKeys = () =>
  store.db.selectFrom('events').select('key').where('doneAt', 'is', null).execute();

it('a member deletes all their data during a match and gets no more alerts', async () => {
  const { match, truth } = await nextMatch(stage);
  const [player] = match.players.team_1;
  await stage.knows(match.id);
  await stage.run('moderator', '/alerts setup channel:#padel-alerts language:English');
  for (const who of PINGED) {
    await stage.runIn('padel-alerts', who, `/follow name:player:${player?.id}`);
    await stage.runIn('padel-alerts', who, `/follow name:player:${player?.id} who:direct`);
  }
  await letPass(stage, (truth.startsAt ?? 0) + 6 * 60_000);
  await expect.poll(pinged, PATIENCE).toEqual(PINGED);
  const { id: direct } = await stage.directWith('nora');
  await expect.poll(async () => (await stage.posts(direct)).length, PATIENCE).toBe(1);
  const nora = (await stage.posts()).at(-1)?.mentions.find((each) => each.username === 'nora');
  const id = nora?.id ?? 'nobody';
  expect(await placesOf(store.db, id)).toEqual(['channels.configured_by', 'follows.member_id']);

  const settings = await stage.runIn('padel-alerts', 'nora', '/settings');
  const shown = await press(settings, 'settings:data:show');
  expect(shown.ephemeral).toBe(true);
  const [file] = shown.message?.attachments ?? [];
  expect(file?.filename).toBe('bandeja-about-you.json');
  const question = await press(shown, 'settings:data:ask');
  const done = await press(question, 'settings:data:delete');
  expect(done.message?.content).toContain('I no longer store anything about you');
  expect(await placesOf(store.db, id)).toEqual([]);

  await letPass(stage, truth.closesAt + 60_000);
  // A match that ends with a tie-break has its result by its record alone.
  await expect.poll(pinged, { ...PATIENCE, timeout: 60_000 }).toEqual(['tomas']);
  // All deliveries are done.
  await expect.poll(openEventKeys, PATIENCE).toEqual([]);
  expect(await stage.posts(direct)).toHaveLength(1);
  expect(await placesOf(store.db, id)).toEqual([]);
});

it('the data of a member who removes the app is deleted at once', async () => {
  const { addApp } = control(stage.demo.discord);
  await addApp('nora', true);
  const shown = await stage.runIn('general', 'nora', '/settings');
  await stage.pressAs('nora', {
    message: shown.message?.id ?? '',
    customId: 'settings:scores:hide',
  });
  expect(await placesOf(store.db, NORA)).toEqual(['members.member_id']);
  await addApp('nora', false);
  expect(await placesOf(store.db, NORA)).toEqual([]);
});

import SqliteDatabase from 'better-sqlite3';
import { MessageFlags } from 'discord-api-types/v10';
import { Kysely, SqliteDialect } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBoardDelivery } from '#src/alerts/boards/deliver-boards.ts';
import { createChannelHealth } from '#src/alerts/channels/channel-health.ts';
import type { SendOutcome } from '#src/alerts/delivery/sender.ts';
import { DEFAULT_SETTINGS, type AlertSettings } from '#src/domain/alerts/settings.ts';
import { countryTarget } from '#src/domain/alerts/follows.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import { channelByKey, settingsColumns } from '#src/store/channels/channels.ts';
import { removeChannel } from '#src/store/channels/guild-channels.ts';
import type { Tables } from '#src/store/connection/schema.ts';
import { saveDirectory } from '#src/store/matches/directory.ts';
import { aMatch } from '../domain/feed.ts';
import { aLog } from '../lib/log.ts';
import { migratedImage } from '../store/migrated.ts';
import { aPlayer as aKnownPlayer } from '../padel-api/names.ts';
import { aPlayer, discordId, hold, NOON } from '../store/rows.ts';
import { createFakeDiscord } from './fake-discord.ts';
import { aPlayedMatch, aStage, pass, settle, type Stage } from './stage.ts';

const CHANNEL = discordId(1);

const descriptionIn = ({ discord }: Stage): string =>
  discord.shownIn(CHANNEL)[0]?.body.embeds?.[0]?.description ?? '';

/** What was asked of Discord since this was last called. */
const askedSince = ({ discord }: Stage): readonly string[] =>
  discord.asked.splice(0).map(({ kind }) => kind);

const choose = async (stage: Stage, change: Partial<AlertSettings>): Promise<void> => {
  const channel = await channelByKey(stage.db(), 1);
  const settings = { ...(channel?.settings ?? DEFAULT_SETTINGS), ...change };
  await stage.db().updateTable('channels').set(settingsColumns(settings, Date.now())).execute();
  await stage.alerts().settingsChanged(1);
  await settle();
};

/** A channel with nothing but a board, and a match that it follows. */
const aBoard = async (change: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  const settings = { kinds: [], board: true, ...change };
  await stage.chosen(1, { settings }, aPlayer(1));
  const played = aPlayedMatch(stage);
  await played.isKnown();
  stage.alerts().wake();
  await settle();
  return { stage, played };
};

describe('a standing board', () => {
  it('is posted quietly, pinned, and then says what the day brings, edited once a minute at most', async () => {
    const { stage, played } = await aBoard();
    const [board] = stage.discord.shownIn(CHANNEL);
    expect(board).toMatchObject({
      isPinned: true,
      body: { flags: MessageFlags.SuppressNotifications, allowed_mentions: { parse: [] } },
    });
    expect(board?.body.embeds?.[0]?.title).toBe('Sunday, June 7, 2026');
    expect(descriptionIn(stage)).toMatch(
      /To come\*\*\nnot before .* · Vega \/ Lamas – Soria \/ Pinto/,
    );
    expect(askedSince(stage)).toEqual(['post', 'pin']);
    // Nothing has changed: nothing is asked for, nor for the time that it shows.
    await pass(10 * MINUTE);
    expect(askedSince(stage)).toEqual([]);
    await played.begins();
    await pass(MINUTE);
    expect(descriptionIn(stage)).toMatch(/On court\*\*\n\*\*on court\*\* · Vega/);
    for (let point = 4; point <= 24; point += 1) {
      await played.pointsPlayed(point);
      await pass(5 * SECOND);
    }
    // 105 seconds of points.
    expect(askedSince(stage)).toEqual(['edit', 'edit']);
    await played.ends();
    await pass(MINUTE);
    expect(askedSince(stage)).toEqual(['edit']);
    expect(descriptionIn(stage)).toMatch(
      /Results\*\*\n6-0 6-0 · \*\*Vega \/ Lamas\*\* – Soria \/ Pinto/,
    );
    expect(stage.discord.shownIn(CHANNEL).map(({ id }) => id)).toEqual([board?.id]);
  });

  it('turns to the next day at midnight in the zone of its channel', async () => {
    const { stage } = await aBoard({ timeZone: 'Europe/Madrid' });
    await stage.observer().match(aMatch({ id: 5, playedOn: '2026-06-08' }), Date.now());
    await pass(10 * HOUR - MINUTE);
    expect(descriptionIn(stage)).toMatch(/Tomorrow: one match/);
    await pass(2 * MINUTE);
    const [board] = stage.discord.shownIn(CHANNEL);
    expect(board?.body.embeds?.[0]?.title).toBe('Monday, June 8, 2026');
    expect(descriptionIn(stage)).toMatch(/Tomorrow:\*\* no order of play yet/);
  });

  it('shows each match as it was before the spoiler delay, with scores covered where chosen', async () => {
    const { stage, played } = await aBoard({ delay: 120, coverScores: true });
    await pass(3 * MINUTE);
    await played.begins();
    await played.ends();
    await pass(2 * MINUTE - SECOND);
    expect(descriptionIn(stage)).toMatch(/To come/);
    await pass(MINUTE + SECOND);
    expect(descriptionIn(stage)).toMatch(/Results\*\*\n\|\|6-0 6-0\|\| · Vega \/ Lamas – Soria/);
  });

  it('shows no match of the next round before the spoiler delay: who plays there has won', async () => {
    const stage = await aStage();
    await stage.chosen(1, { settings: { kinds: [], board: true, delay: 600 } }, aPlayer(1));
    const semifinal = aPlayedMatch(stage);
    await semifinal.begins();
    const final = { id: 5, roundName: 'Final', playedOn: '2026-06-08' };
    await semifinal.seen(aMatch({ ...final, teams: { team_1: [], team_2: [] } }));
    stage.alerts().wake();
    await pass(11 * MINUTE);
    await semifinal.ends();
    const { team_1 } = semifinal.match.teams;
    await semifinal.seen(aMatch({ ...final, teams: { team_1, team_2: [] } }));
    await pass(9 * MINUTE);
    expect(descriptionIn(stage)).toMatch(/On court[^]*Tomorrow:\*\* no order of play yet/);
    await pass(2 * MINUTE);
    expect(descriptionIn(stage)).toMatch(/Results[^]*Tomorrow: one match/);
  });

  it('is left alone while its channel is paused', async () => {
    const { stage, played } = await aBoard();
    await setPaused(stage.db(), 1, NOON);
    askedSince(stage);
    await played.begins();
    await pass(5 * MINUTE);
    expect(askedSince(stage)).toEqual([]);
  });

  it('shows a match within minutes of when the country of its players is learned', async () => {
    const stage = await aStage();
    const spain = countryTarget('ES');
    if (spain !== null) await stage.chosen(1, { settings: { kinds: [], board: true } }, spain);
    const { match, isKnown } = aPlayedMatch(stage);
    await isKnown();
    stage.alerts().wake();
    await pass(MINUTE);
    expect(descriptionIn(stage)).toMatch(/No followed matches today/);
    const [{ id, name } = { id: 0, name: '' }] = match.teams.team_1;
    await saveDirectory(stage.db(), [aKnownPlayer(id, name)]);
    for (let minute = 0; minute < 6; minute += 1) await pass(MINUTE);
    expect(descriptionIn(stage)).toMatch(/To come/);
  });

  it('does without a snapshot that cannot be read', async () => {
    const { stage, played } = await aBoard({ delay: 600 });
    await pass(2 * MINUTE);
    await stage.db().updateTable('match_states').set({ state: '{"v":99}' }).execute();
    await played.begins();
    await pass(MINUTE);
    expect(descriptionIn(stage)).toMatch(/^No followed matches today/);
    expect(stage.log.lines).toEqual([]);
  });

  it.each(['forum', 'direct'] as const)('is none in a channel of kind %s', async (kind) => {
    const stage = await aStage();
    await stage.chosen(1, { kind, settings: { kinds: [], board: true } }, aPlayer(1));
    await aPlayedMatch(stage).isKnown();
    stage.alerts().wake();
    await pass(MINUTE);
    expect(stage.discord.asked).toEqual([]);
  });
});

/** Discord has the second message of a board, and nobody notes it. */
const aLostBoard = async () => {
  const { stage, played } = await aBoard();
  await played.begins();
  await pass(HOUR);
  await played.pointsPlayed(6);
  stage.discord.takes((asked) => {
    if (asked.kind !== 'post') return undefined;
    stage.discord.act(asked);
    return new Promise(() => undefined);
  });
  await pass(MINUTE);
  expect(stage.discord.shownIn(CHANNEL)).toHaveLength(2);
  return { stage, played };
};

const removed = async (stage: Stage): Promise<void> => {
  const channel = await channelByKey(stage.db(), 1);
  if (channel !== undefined) await removeChannel(stage.db(), channel);
};

const ENDS: readonly (readonly [string, (stage: Stage) => Promise<void>])[] = [
  ['a moderator turns it off', (stage) => choose(stage, { board: false })],
  ['its alerts are removed', removed],
];

describe('the message of a standing board', () => {
  it('is posted anew, quietly and pinned, when it is too old to be edited and has something new to show', async () => {
    const { stage, played } = await aBoard();
    const [old] = stage.discord.shownIn(CHANNEL);
    await pass(3 * HOUR);
    expect(askedSince(stage)).toEqual(['post', 'pin']);
    await played.begins();
    await pass(MINUTE);
    expect(askedSince(stage)).toEqual(['post', 'remove', 'pin']);
    const [board, ...others] = stage.discord.shownIn(CHANNEL);
    expect(others).toEqual([]);
    expect(board?.id).not.toBe(old?.id);
    expect(board).toMatchObject({
      isPinned: true,
      body: { flags: MessageFlags.SuppressNotifications },
    });
  });

  it('is the only one soon, when Discord did not delete the one before at once', async () => {
    const { stage, played } = await aBoard();
    await pass(HOUR);
    const failed: SendOutcome = { kind: 'failed', reason: 'status 502', retryAfterMs: SECOND };
    stage.discord.takes(({ kind }) => (kind === 'remove' ? failed : undefined));
    await played.begins();
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toHaveLength(2);
    stage.discord.takes();
    await pass(MINUTE);
    expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
  });

  it('stays in quiet hours, as true as Discord allows (error 30046), and is posted anew after them', async () => {
    const { stage, played } = await aBoard({ quietHours: { from: 13 * 60, to: 15 * 60 } });
    await pass(90 * MINUTE);
    askedSince(stage);
    const often: SendOutcome = {
      kind: 'failed',
      reason: 'edited-too-often',
      retryAfterMs: 2 * HOUR,
    };
    stage.discord.takes(({ kind }) => (kind === 'edit' ? often : undefined));
    await played.begins();
    await pass(10 * MINUTE);
    expect(askedSince(stage)).toEqual(['edit']);
    await pass(81 * MINUTE);
    expect(askedSince(stage)).toEqual(['post', 'remove', 'pin']);
  });

  it('is posted anew when somebody deleted it, though not every minute', async () => {
    const { stage, played } = await aBoard();
    const remove = (): void => {
      stage.discord.deleteMessage(stage.discord.shownIn(CHANNEL)[0]?.id ?? '');
    };
    await pass(10 * MINUTE);
    remove();
    await played.begins();
    await pass(MINUTE);
    expect(descriptionIn(stage)).toMatch(/On court/);
    remove();
    await played.ends();
    await pass(5 * MINUTE);
    expect(stage.discord.messages).toEqual([]);
    await pass(5 * MINUTE);
    expect(descriptionIn(stage)).toMatch(/Results/);
  });

  it.each([
    ['at once', 0, false, 'en'],
    // Discord has forgotten the nonce: the message is looked for.
    ['ten minutes later', 10 * MINUTE, true, 'en'],
    ['ten minutes later in another language', 10 * MINUTE, true, 'es-ES'],
  ])(
    'is one, and true within a minute, when its process dies and another starts %s',
    async (_when, later, isSought, locale) => {
      const { stage, played } = await aLostBoard();
      await stage.db().updateTable('channels').set({ locale }).execute();
      await played.pointsPlayed(10);
      await pass(later);
      await stage.restart();
      await pass(MINUTE);
      const posts = stage.discord.asked.filter(({ kind }) => kind === 'post');
      expect(posts.at(-1)?.isLookedFor).toBe(isSought);
      expect(stage.discord.shownIn(CHANNEL)).toMatchObject([{ isPinned: true }]);
      expect(descriptionIn(stage)).toMatch(/\*\*2-0\*\*|2-0 · /);
    },
  );

  it.each(ENDS)('is deleted when %s', async (_when, end) => {
    const { stage } = await aBoard();
    await end(stage);
    await pass(MINUTE);
    expect(stage.discord.messages).toEqual([]);
    expect(await stage.db().selectFrom('boards').selectAll().execute()).toEqual([]);
  });

  it.each(ENDS)(
    'is deleted as well when the process died while it was posted, and %s',
    async (_when, end) => {
      const { stage } = await aLostBoard();
      await end(stage);
      await stage.restart();
      await pass(2 * MINUTE);
      expect(stage.discord.messages).toEqual([]);
      expect(await stage.db().selectFrom('boards').selectAll().execute()).toEqual([]);
    },
  );

  it('is still deleted when the bot had no access for a while', async () => {
    const { stage } = await aBoard();
    stage.discord.takes(() => ({ kind: 'refused', reason: 'missing-access' }));
    await choose(stage, { board: false });
    await pass(5 * MINUTE);
    expect(askedSince(stage)).toEqual(['post', 'pin', 'remove']);
    stage.discord.takes();
    await pass(10 * MINUTE);
    expect(stage.discord.messages).toEqual([]);
  });

  it('is not tried again at once where Discord rejects it, which breaks nothing', async () => {
    const stage = await aStage();
    stage.discord.takes(() => ({ kind: 'rejected', reason: 'Invalid Form Body' }));
    await stage.chosen(1, { settings: { kinds: [], board: true } }, aPlayer(1));
    stage.alerts().wake();
    await settle();
    for (let seconds = 0; seconds < 120; seconds += 10) await pass(10 * SECOND);
    expect(askedSince(stage)).toEqual(['post', 'post', 'post']);
    expect((await channelByKey(stage.db(), 1))?.broken).toBeNull();
  });

  const granted = async (stage: Stage): Promise<void> => {
    const health = createChannelHealth({
      db: stage.db(),
      mayWrite: () => true,
      mayPin: ({ discordId: id }) => id === CHANNEL,
      ready: () => Promise.resolve(),
      log: stage.log,
    });
    health.accessChanged((await channelByKey(stage.db(), 1))?.guildId ?? '');
    await settle();
  };

  it.each<[string, SendOutcome, (stage: Stage) => Promise<void>]>([
    ['for want of the permission', { kind: 'refused', reason: 'missing-permissions' }, granted],
    [
      'because the channel has too many',
      { kind: 'rejected', reason: 'Maximum number of pins' },
      (stage) => stage.alerts().settingsChanged(1),
    ],
  ])(
    'is as good unpinned, and pinned once it can be: refused %s',
    async (_why, refusal, mended) => {
      const stage = await aStage();
      stage.discord.takes(({ kind }) => (kind === 'pin' ? refusal : undefined));
      await stage.chosen(1, { settings: { kinds: [], board: true } }, aPlayer(1));
      const played = aPlayedMatch(stage);
      await played.isKnown();
      stage.alerts().wake();
      await pass(MINUTE);
      expect((await channelByKey(stage.db(), 1))?.broken).toBeNull();
      await pass(2 * HOUR);
      await played.begins();
      await pass(5 * MINUTE);
      expect(askedSince(stage).filter((kind) => kind === 'pin')).toHaveLength(1);
      stage.discord.takes();
      await mended(stage);
      await played.pointsPlayed(12);
      await pass(MINUTE);
      expect(askedSince(stage)).toEqual(['edit', 'pin']);
    },
  );
});

/** Two hundred channels with a board, outside of a stage: each run is called by the test. */
const twoHundred = async (serviceNow = () => NOON) => {
  const queries: string[] = [];
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new SqliteDatabase(await migratedImage()) }),
    log: ({ query }) => {
      queries.push(query.sql);
    },
  });
  const columns = settingsColumns({ ...DEFAULT_SETTINGS, kinds: [], board: true }, NOON);
  const keys = Array.from({ length: 200 }, (_, index) => index + 1);
  const own = { guild_id: '1', locale: 'en', configured_by: '2', ...columns };
  const { kind, id } = aPlayer(1);
  const followed = { kind, target_id: id, member_id: '', created_at: NOON };
  await db
    .insertInto('channels')
    .values(keys.map((key) => ({ id: key, discord_id: discordId(key), ...own })))
    .execute();
  await db
    .insertInto('follows')
    .values(keys.map((key) => ({ channel_id: key, ...followed })))
    .execute();
  await hold(db);
  onTestFinished(() => db.destroy());
  const discord = createFakeDiscord();
  let at = NOON;
  const log = aLog();
  const options = { db, sender: discord.connect(), now: () => at, serviceNow, log };
  const run = createBoardDelivery(options, () => undefined);
  const { signal } = new AbortController();
  const minuteLater = (): number => (at += MINUTE);
  return { db, discord, log, queries, minuteLater, run: () => run(signal) };
};

it('boards in flight are not due: with a Discord that never answers, the loop rests', async () => {
  const { discord, queries, run } = await twoHundred();
  discord.takes(() => new Promise(() => undefined));
  expect(await run()).toBeGreaterThanOrEqual(SECOND);
  await settle();
  queries.length = 0;
  expect(await run()).toBeGreaterThanOrEqual(SECOND);
  expect(queries).toEqual([]);
  expect(discord.asked).toHaveLength(48);
});

it('a board that cannot be rendered stops no other', async () => {
  const fails = [true];
  const { discord, log, run } = await twoHundred(() => {
    if (fails.pop() === true) throw new Error('cannot be rendered');
    return NOON;
  });
  for (let runs = 0; runs < 5; runs += 1) {
    await run();
    await settle();
  }
  expect(log.lines).toEqual(['error standing board could not be updated']);
  expect(discord.messages).toHaveLength(199);
});

it('two hundred boards take few queries, and render nothing while nothing changes', async () => {
  const { db, discord, queries, minuteLater, run } = await twoHundred();
  /** Runs until nothing more is due. @returns how many queries that took */
  const runAll = async (): Promise<number> => {
    queries.length = 0;
    let next: number | null;
    do {
      next = await run();
      await settle();
    } while (next !== null && next < MINUTE);
    return queries.length;
  };
  await runAll();
  expect(discord.messages).toHaveLength(200);
  minuteLater();
  // Five for each hundred boards.
  expect(await runAll()).toBeLessThan(20);
  expect(discord.asked).toHaveLength(400);
  await hold(db, { id: 5, status: 'live' }, minuteLater());
  // Each edited board takes a read and a write of its row besides.
  expect(await runAll()).toBeLessThan(500);
  expect(discord.asked).toHaveLength(600);
});

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComponentType, InteractionType } from 'discord-api-types/v10';
import { pino } from 'pino';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { stateOf } from '#src/domain/match/state.ts';
import type { Config } from '#src/config.ts';
import { DAY } from '#src/lib/time.ts';
import type { ForgeRequest } from '#sandbox/discord/control-contract.ts';
import { personNamed } from '#sandbox/discord/control/people.ts';
import { startLocalDiscord, type LocalDiscord } from '#sandbox/discord/index.ts';
import { startPadelService } from '#sandbox/padel-service/index.ts';
import { randomFrom } from '#sandbox/padel-service/world/random.ts';
import { openStore } from '#src/store/connection/database.ts';
import { CHANGES_PER_SERVER } from '#src/store/channels/setting-changes.ts';
import { insertMatch } from '#src/store/matches/matches.ts';
import { saveDirectory } from '#src/store/matches/directory.ts';
import { table } from '../table.ts';
import type { Measured } from './bot.ts';
import { serverCosts } from './large-server.ts';
import { hostileInteractions } from './interactions.ts';
import {
  inventMatches,
  inventPairs,
  inventPlayers,
  MATCHES,
  PAIRS,
  PLAYERS,
} from '../many-names.ts';

const SEED = 14;
const INTERACTIONS = 10_000;
const WARMING = 1_000;
const AT_ONCE = 8;
/** Changes of settings in all, in many servers. */
const HISTORY = 100_000;
const LONGEST_MS = 50;
/** The memory that a round of this many interactions may leave behind, bytes. */
const GROWTH = 4_000_000;
const CHUNK = 500;

const fill = async (file: string): Promise<void> => {
  const random = randomFrom('hostile');
  const store = await openStore(`file:${file}`, pino({ level: 'silent' }));
  const players = inventPlayers(random);
  const entries = [...players, ...inventPairs(random, players)];
  for (let at = 0; at < entries.length; at += CHUNK) {
    await saveDirectory(store.db, entries.slice(at, at + CHUNK));
  }
  const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
  for (const match of inventMatches(random, players, day)) {
    await insertMatch(store.db, { match, state: stateOf(match), now: Date.now() });
  }
  await store.close();
};

const startBot = async (config: Config) => {
  const bot = fork('bench/hostile/bot.ts', [JSON.stringify(config)], {
    execArgv: [...process.execArgv, '--expose-gc'],
  });
  await once(bot, 'message');
  return bot;
};

const measured = async (bot: ChildProcess): Promise<Measured> => {
  const answer = once(bot, 'message');
  bot.send('measure');
  // Sent by bot.ts.
  const [figures] = (await answer) as [Measured];
  return figures;
};

/** Changes of settings by the member who attacks, in as many servers as their caps demand. */
const recordHistory = async (file: string, memberId: string): Promise<void> => {
  const store = await openStore(`file:${file}`, pino({ level: 'silent' }));
  const settings = JSON.stringify(DEFAULT_SETTINGS);
  const row = { memberId, channelKey: 1, what: 'settings' };
  for (let at = 0; at < HISTORY; at += CHUNK) {
    const rows = Array.from({ length: CHUNK }, (_, n) => ({
      ...row,
      at: Date.now(),
      guildId: String(1e17 + Math.floor((at + n) / CHANGES_PER_SERVER)),
      before: settings,
      after: settings,
    }));
    await store.db.insertInto('settingChanges').values(rows).execute();
  }
  await store.close();
};

/** **My data** in `/settings`, and the button that deletes everything, among what others type. */
const privacyAmongTyping = (): readonly Forged[] => {
  const pressed = (action: string): Forged => ({
    type: InteractionType.MessageComponent,
    data: { component_type: ComponentType.Button, custom_id: `settings:data:${action}` },
  });
  const typing = hostileInteractions(INTERACTIONS, SEED).filter(
    ({ type }) => type === InteractionType.ApplicationCommandAutocomplete,
  );
  const half = typing.length / 2;
  return [pressed('show'), ...typing.slice(0, half), pressed('delete'), ...typing.slice(half)];
};

type Forged = Omit<ForgeRequest, 'as' | 'channel'>;

/** Sends interactions with some concurrency, and counts the unanswered ones. */
const attack = async (
  { url }: LocalDiscord,
  message: string,
  interactions: readonly Forged[],
): Promise<number> => {
  const waiting = interactions.values();
  let unanswered = 0;
  const send = async (): Promise<void> => {
    for (const forged of waiting) {
      const response = await fetch(`${url}/sandbox/forge`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          as: 'member',
          channel: 'general',
          ...(forged.type === InteractionType.MessageComponent ? { message } : {}),
          ...forged,
        }),
      });
      // The control API answers in the shape of its contract.
      const { status } = (await response.json()) as { readonly status?: string };
      if (status !== 'answered' && status !== 'updated') {
        unanswered += 1;
        if (unanswered <= 3)
          console.error('unanswered:', status, JSON.stringify(forged).slice(0, 300));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return unanswered;
};

/** What the largest server that Discord allows costs beside an ordinary one. */
const measureServers = async (): Promise<void> => {
  const { ordinary, largest } = await serverCosts();
  const row = (what: string, cost: keyof typeof largest) => [
    what,
    ordinary[cost].toFixed(1),
    largest[cost].toFixed(1),
  ];
  console.log(
    '\nThe largest server beside an ordinary one, longest turn in ms of processor time:\n',
  );
  console.log(
    table([
      ['', 'ordinary', 'largest'],
      row('a changed channel', 'channel'),
      row('an open thread', 'thread'),
      row('the 20,000th locked thread', 'locked'),
      row('a question about a channel', 'question'),
      row('the server itself, once', 'created'),
    ]),
  );
  const { channel, thread, locked, question } = largest;
  if (Math.max(channel, thread, locked, question) > LONGEST_MS) {
    console.error(`MISSED: an event of the largest server takes over ${LONGEST_MS} ms`);
    process.exitCode = 1;
  }
};

const measureInteractions = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'bandeja-hostile-'));
  const file = join(folder, 'bandeja.sqlite');
  await fill(file);
  const padel = await startPadelService({ port: 0, speed: 0 });
  const local = await startLocalDiscord({ port: 0 });
  const bot = await startBot({
    discord: { token: local.token, apiUrl: local.apiUrl },
    padel: {
      apiUrl: padel.apiUrl,
      token: 'sandbox-pro',
      quota: { plan: 'pro', perMinute: 60, perDay: 1e9, perMonth: 1e9 },
    },
    realtime: { appKey: 'none', cluster: 'eu', event: 'none' },
    databaseUrl: `file:${file}`,
    logLevel: 'silent',
  });
  try {
    const said = await fetch(`${local.url}/sandbox/channels/general/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ as: 'member', content: 'hello' }),
    });
    // The control API answers in the shape of its contract.
    const { id } = (await said.json()) as { readonly id: string };
    // Warm-up: code and caches are not left behind by an attack.
    await attack(local, id, hostileInteractions(WARMING, SEED + 1));
    await measured(bot);
    const all = hostileInteractions(INTERACTIONS, SEED);
    const half = all.length / 2;
    let unanswered = await attack(local, id, all.slice(0, half));
    const first = await measured(bot);
    unanswered += await attack(local, id, all.slice(half));
    const second = await measured(bot);
    await recordHistory(file, personNamed('member').id);
    unanswered += await attack(local, id, privacyAmongTyping());
    const third = await measured(bot);
    const growth = second.living - first.living;
    const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
    const inAll = (figure: (of: Measured) => string): readonly string[] =>
      [first, second, third].map(figure);
    console.log(
      `${INTERACTIONS} hostile interactions; ${PLAYERS} players, ${PAIRS} pairs, ${MATCHES} matches:\n`,
    );
    console.log(
      table([
        ['', 'first half', 'second half', `data of ${HISTORY} rows`],
        ['longest tick, ms', ...inAll(({ longestMs }) => longestMs.toFixed(1))],
        ['tick at 99.9 %, ms', ...inAll(({ p999Ms }) => p999Ms.toFixed(1))],
        ['living, MB', ...inAll(({ living }) => megabytes(living))],
        ['resident, MB', ...inAll(({ resident }) => megabytes(resident))],
      ]),
    );
    console.log(`\nNot answered: ${unanswered}.`);
    const missed = [
      ...(Math.max(first.longestMs, second.longestMs, third.longestMs) > LONGEST_MS
        ? [`a tick over ${LONGEST_MS} ms`]
        : []),
      ...(growth > GROWTH ? [`${megabytes(growth)} MB were left behind`] : []),
      ...(unanswered > 0 ? [`${unanswered} were not answered`] : []),
    ];
    for (const each of missed) console.error(`MISSED: ${each}`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    bot.disconnect();
    await once(bot, 'exit');
    await local.stop();
    await padel.stop();
    await rm(folder, { recursive: true });
  }
};

/**
 * `npm run bench hostile`: what 10,000 forged interactions do to a bot with very many names, and what the
 * largest server does.
 */
export const run = async (): Promise<void> => {
  await measureInteractions();
  await measureServers();
};

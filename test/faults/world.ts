import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '#src/config.ts';
import { createLog } from '#src/log.ts';
import type { ControlState } from '#sandbox/discord/shown-state.ts';
import {
  startLocalDiscord,
  type LocalDiscord,
  type LocalDiscordOptions,
} from '#sandbox/discord/index.ts';
import {
  startPadelService,
  type PadelService,
  type Profile,
} from '#sandbox/padel-service/index.ts';
import { openStore, type Store } from '#src/store/connection/database.ts';
import { startRecording, type Recording } from '../e2e/alert-record.ts';
import {
  startHttpProxy,
  NO_TROUBLE,
  type HttpProxy,
  type Passing,
  type Trouble,
} from './http-proxy.ts';
import { judge, type Verdict } from './judge.ts';
import { LISTENERS, setUpListeners, TOURNAMENT, type Listener } from './listeners.ts';
import { IS_SHORT } from './again.ts';

/** Decides what happens to a request. */
export type Manner = (passing: Passing) => Trouble;

const WELL: Manner = () => NO_TROUBLE;

const DAY = '2026-04-30';

/** Two minutes before the start of Arrieta / Cantero – Santana / Bermejo. */
export const BEGIN = Date.parse(`${DAY}T17:17:30Z`);

/**
 * That match is over, and delivered even to channels with a delay. In the whole run the same is
 * true of the next match on its court.
 */
export const END = Date.parse(`${DAY}T${IS_SHORT ? '18:17' : '19:35'}:00Z`);

export interface WorldOptions {
  /** The clock of everything outside the bot, milliseconds since 1970. */
  readonly now: () => number;
  /** When the world begins, milliseconds since 1970; `BEGIN` by default. */
  readonly begin?: number;
  /** `YYYY-MM-DD`, the first day that the data service plays; by default the day of `begin`. */
  readonly playsFrom?: string;
  /** Requests per minute that the data service allows. */
  readonly requestsPerMinute?: number;
  readonly listeners?: readonly Listener[];
  /** Which API the data service serves; the public service's by default. */
  readonly profile?: Profile;
  /** The tournament that the listeners follow. */
  readonly tournament?: number;
  /** Discord limits that differ from the defaults. */
  readonly limits?: LocalDiscordOptions['limits'];
  /** Number of servers that the bot is in, besides the one of the listeners. */
  readonly crowd?: number;
  /** Whether all messages are recorded for the judge; true by default. */
  readonly isRecorded?: boolean;
  /** The database of the bot; by default a new SQLite file. */
  readonly databaseUrl?: string;
}

/** The world outside the bot, with everything that can go wrong between the two, and the judge. */
export interface World {
  readonly padel: PadelService;
  readonly discord: LocalDiscord;
  readonly store: Store;
  /** The bot's configuration, with the proxies in front of the data service and of Discord. */
  readonly config: Config;
  /** What the proxies do to requests from now on; by default nothing. */
  readonly trouble: {
    padel: Manner;
    padelDone: (passing: Passing, status: number) => void;
    discord: Manner;
    discordDone: (passing: Passing) => void;
  };
  /** Requests in flight between the bot and the world. */
  readonly inFlight: () => number;
  /** How many requests the data service and Discord have received. */
  readonly asked: { padel: number; discord: number };
  /** Calls the control API of the local Discord. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Everything that the bot showed in a channel. */
  readonly shown: Recording['of'];
  /** All matches of the tournament that day. */
  readonly matchIds: readonly number[];
  /** The matches that have begun by a moment, without those over before the world began. */
  readonly begunBy: (moment: number) => readonly number[];
  /** The judge's verdict on all that was played until a moment. */
  readonly verdict: (until: number) => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

const NO_RECORDING: Recording = { of: () => [], stop: () => Promise.resolve() };

interface Page {
  readonly data: readonly { readonly id: number }[];
}

const TOKEN = 'sandbox-pro';

/** Opens the world at its beginning; no match advances until the caller steers it. */
export const openWorld = async (options: WorldOptions): Promise<World> => {
  const {
    now,
    begin = BEGIN,
    requestsPerMinute = 60,
    listeners = LISTENERS,
    limits = {},
    crowd = 0,
    isRecorded = true,
  } = options;
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-faults-'));
  const { databaseUrl = `file:${join(folder, 'bandeja.sqlite')}` } = options;
  const day = new Date(begin).toISOString().slice(0, DAY.length);
  const padel = await startPadelService({
    ...{ port: 0, seed: 1, day: options.playsFrom ?? day, speed: 0, now },
    allowLoopbackWebhooks: true,
    rateLimit: requestsPerMinute,
    ...(options.profile === undefined ? {} : { profile: options.profile }),
  });
  await padel.steer({ advance: (begin - Date.parse(padel.getWorld().now)) / 1_000 });
  const discord = await startLocalDiscord({ port: 0, now, limits, crowd });

  const trouble: World['trouble'] = {
    padel: WELL,
    padelDone: () => undefined,
    discord: WELL,
    discordDone: () => undefined,
  };
  const asked = { padel: 0, discord: 0 };
  const padelProxy = await startHttpProxy({
    target: padel.url,
    trouble: (passing) => {
      asked.padel += 1;
      return trouble.padel(passing);
    },
    done: (passing, status) => {
      trouble.padelDone(passing, status);
    },
  });
  const discordProxy = await startHttpProxy({
    target: discord.url,
    trouble: (passing) => {
      asked.discord += 1;
      return trouble.discord(passing);
    },
    done: (passing) => {
      trouble.discordDone(passing);
    },
  });
  const store = await openStore(databaseUrl, createLog('silent'));
  await setUpListeners(store.db, listeners, { guildId: discord.guildId, now: now() });
  const recording = isRecorded ? await startRecording(discord.url, now) : NO_RECORDING;

  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(new URL(`/sandbox${path}`, discord.url), {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };

  /** The tournament's matches of the day, each as it really goes. */
  const { body } = await padel.inject({
    url: `/api/tournaments/${options.tournament ?? TOURNAMENT.id}/matches?per_page=50&played_at=${day}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const matches = (JSON.parse(body) as Page).data.flatMap(({ id }) => padel.truth(id) ?? []);

  const verdict = async (until: number): Promise<Verdict> => {
    // The control API guarantees this type.
    const { channels } = (await control('GET', '/state')) as ControlState;
    const verdicts = listeners.map((listener) => {
      const ids = channels
        .filter(({ id, parentId }) => id === listener.channelId || parentId === listener.channelId)
        .map(({ id }) => id);
      const shown = ids.flatMap(recording.of);
      return judge({ listener, shown, matches, from: begin, to: until });
    });
    return {
      delivered: verdicts.reduce((sum, { delivered }) => sum + delivered, 0),
      moments: verdicts.reduce((sum, { moments }) => sum + moments, 0),
      lost: verdicts.flatMap(({ lost }) => lost),
      twice: verdicts.flatMap(({ twice }) => twice),
      wrong: verdicts.flatMap(({ wrong }) => wrong),
    };
  };

  const hostOf = ({ url }: HttpProxy): string => `${url}/api`;

  return {
    padel,
    discord,
    store,
    config: {
      discord: { token: discord.token, apiUrl: hostOf(discordProxy) },
      padel: {
        apiUrl: hostOf(padelProxy),
        token: TOKEN,
        quota: { plan: 'pro', perMinute: 60, perDay: 1e9, perMonth: 1e9 },
      },
      realtime: {
        appKey: 'sandbox',
        cluster: 'eu',
        server: { host: '127.0.0.1', port: padel.port, tls: false },
      },
      databaseUrl,
      logLevel: 'error',
    },
    trouble,
    inFlight: () => padelProxy.inFlight() + discordProxy.inFlight(),
    asked,
    control,
    shown: recording.of,
    matchIds: matches.map(({ id }) => id),
    begunBy: (moment) =>
      matches
        .filter(({ startsAt, closesAt }) => (startsAt ?? closesAt) <= moment && closesAt > begin)
        .map(({ id }) => id),
    verdict,
    stop: async () => {
      await store.close();
      await recording.stop();
      await padelProxy.stop();
      await discordProxy.stop();
      await discord.stop();
      await padel.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

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
import { LIVE_EVENT, startPadelService, type PadelService } from '#sandbox/padel-service/index.ts';
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

/** Decides what becomes of a request. */
export type Manner = (passing: Passing) => Trouble;

const WELL: Manner = () => NO_TROUBLE;

const DAY = '2026-04-30';

/** Arrieta / Cantero – Santana / Bermejo begins two minutes later. */
export const BEGIN = Date.parse(`${DAY}T17:17:30Z`);

/** It is over, and told with every delay; whole, so is the match after it on the same court. */
export const END = Date.parse(`${DAY}T${IS_SHORT ? '18:17' : '19:35'}:00Z`);

export interface WorldOptions {
  /** The clock of all that is outside of the bot, milliseconds since 1970. */
  readonly now: () => number;
  /** When the world begins, milliseconds since 1970; `BEGIN` unless stated. */
  readonly begin?: number;
  /** `YYYY-MM-DD`, the day from which the data service plays on to that; the same day unless stated. */
  readonly playsFrom?: string;
  /** Requests a minute that the data service allows. */
  readonly requestsPerMinute?: number;
  readonly listeners?: readonly Listener[];
  /** Discord's limits, where they are to be others. */
  readonly limits?: LocalDiscordOptions['limits'];
  /** Servers that the bot is in beside the one of the listeners. */
  readonly crowd?: number;
  /** Whether all that Discord sees is kept for the judge, as it is unless told otherwise. */
  readonly isRecorded?: boolean;
  /** Where the bot keeps everything; a file of its own unless told otherwise. */
  readonly databaseUrl?: string;
}

/** The world outside the bot, with all that can go wrong between the two, and the judge. */
export interface World {
  readonly padel: PadelService;
  readonly discord: LocalDiscord;
  readonly store: Store;
  /** As an operator would configure the bot: every way to the world leads through trouble. */
  readonly config: Config;
  /** What becomes of requests from now on; nothing unless told. */
  readonly trouble: { padel: Manner; discord: Manner; discordDone: (passing: Passing) => void };
  /** Requests that are on their way between the bot and the world. */
  readonly inFlight: () => number;
  /** How often the data service and Discord were asked. */
  readonly asked: { padel: number; discord: number };
  /** Asks the control API of the local Discord. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** All matches of the tournament that day. */
  readonly matchIds: readonly number[];
  /** Those that are played, or are over, at a moment. */
  readonly begunBy: (moment: number) => readonly number[];
  /** What the local Discord saw of all that was played until a moment. */
  readonly verdict: (until: number) => Promise<Verdict>;
  readonly stop: () => Promise<void>;
}

const NO_RECORDING: Recording = { of: () => [], stop: () => Promise.resolve() };

interface Page {
  readonly data: readonly { readonly id: number }[];
}

const TOKEN = 'sandbox-pro';

/** Opens the world when it is to begin; its clock stands until somebody lets it go. */
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
  });
  await padel.steer({ advance: (begin - Date.parse(padel.getWorld().now)) / 1_000 });
  const discord = await startLocalDiscord({ port: 0, now, limits, crowd });

  const trouble: World['trouble'] = { padel: WELL, discord: WELL, discordDone: () => undefined };
  const asked = { padel: 0, discord: 0 };
  const padelProxy = await startHttpProxy({
    target: padel.url,
    trouble: (passing) => {
      asked.padel += 1;
      return trouble.padel(passing);
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

  /** The matches of the tournament that day, with the truth about them. */
  const { body } = await padel.inject({
    url: `/api/tournaments/${TOURNAMENT.id}/matches?per_page=50&played_at=${day}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const matches = (JSON.parse(body) as Page).data.flatMap(({ id }) => padel.truth(id) ?? []);

  const verdict = async (until: number): Promise<Verdict> => {
    // As the contract of the control API says.
    const { channels } = (await control('GET', '/state')) as ControlState;
    const verdicts = listeners.map((listener) => {
      const ids = channels
        .filter(({ id, parentId }) => id === listener.channelId || parentId === listener.channelId)
        .map(({ id }) => id);
      const shown = ids.flatMap(recording.of);
      return judge({ listener, shown, matches, from: begin, to: until });
    });
    return {
      told: verdicts.reduce((sum, { told }) => sum + told, 0),
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
        event: LIVE_EVENT,
        server: { host: '127.0.0.1', port: padel.port, tls: false },
      },
      databaseUrl,
      logLevel: 'error',
    },
    trouble,
    inFlight: () => padelProxy.inFlight() + discordProxy.inFlight(),
    asked,
    control,
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

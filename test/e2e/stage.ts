import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '#src/app.ts';
import en from '#data/locales/en.json' with { type: 'json' };
import es from '#data/locales/es.json' with { type: 'json' };
import fr from '#data/locales/fr.json' with { type: 'json' };
import type { Logger } from '#src/lib/logger.ts';
import { createLog } from '#src/log.ts';
import type {
  Answer,
  AutocompleteAnswer,
  CreateChannelRequest,
  PermissionsRequest,
  PressRequest,
  RunRequest,
} from '#sandbox/discord/control-contract.ts';
import type { ControlState, ShownChannel, ShownMessage } from '#sandbox/discord/shown-state.ts';
import type { Demo } from '#sandbox/demo/world.ts';
import type { Profile } from '#sandbox/padel-service/index.ts';
import { openStore } from '#src/store/connection/database.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { vi } from 'vitest';
import { migratedFile } from '../store/migrated.ts';
import { startStillDemo } from './still-demo.ts';
import { UNLIMITED } from './unlimited.ts';

/** The whole demo in this process, with a stopped clock that tests move forward. */
export interface Stage {
  readonly demo: Demo;
  /** Runs a command line as a user, and returns the response. */
  run: (as: 'member' | 'moderator', command: string) => Promise<Answer>;
  /** The same in any channel, as any user. */
  runIn: (
    channel: string,
    as: string,
    command: string,
    files?: RunRequest['files'],
  ) => Promise<Answer>;
  press: (as: 'member' | 'moderator', press: Omit<PressRequest, 'as'>) => Promise<Answer>;
  pressAs: (as: string, press: Omit<PressRequest, 'as'>) => Promise<Answer>;
  /** The autocomplete choices for the last option of a command line. */
  complete: (as: 'member' | 'moderator', command: string) => Promise<AutocompleteAnswer>;
  /** The bot's public messages in a channel, without the proof of a setup. */
  posts: (channel?: string) => Promise<readonly ShownMessage[]>;
  /** The public state of the server. */
  state: () => Promise<ControlState>;
  /** Posts a message in a channel as a user. */
  say: (channel: string, as: string, content: string) => Promise<ShownMessage>;
  /** The direct message channel of a user with the bot. */
  directWith: (as: string) => Promise<ShownChannel>;
  removeBot: () => Promise<ControlState>;
  inviteBot: () => Promise<ControlState>;
  /** Creates a channel in the server. */
  makeChannel: (name: string, type?: CreateChannelRequest['type']) => Promise<ShownChannel>;
  deny: (channel: string, permissions: PermissionsRequest['denyToBot']) => Promise<void>;
  /** Waits until the bot knows a match: only then does it announce its start. */
  knows: (matchId: number) => Promise<void>;
  /** The response of the padel API at a path, with the sandbox's own token. */
  ask: <T>(path: string) => Promise<T>;
  startBot: () => Promise<App>;
  stop: () => Promise<void>;
}

/**
 * The day of every stage's world, a Saturday early in a long major. It is fixed, so that a failure
 * can be reproduced on any other day.
 */
const DAY = '2026-11-21';

/** How long and how often tests check for an expected change. */
export const PATIENCE = { timeout: 20_000, interval: 50 };

const PROOFS: ReadonlySet<string | undefined> = new Set([
  en.setup.proof,
  es.setup.proof,
  fr.setup.proof,
]);

/** Whether a message is the one with which `/alerts setup` proves that the bot can post. */
export const isProof = ({ content, embeds }: Pick<ShownMessage, 'content' | 'embeds'>): boolean =>
  content === '' && PROOFS.has(embeds[0]?.description);

export const openStage = async (
  log: Logger = createLog('silent'),
  profile?: Profile,
): Promise<Stage> => {
  const folder = mkdtempSync(join(tmpdir(), 'bandeja-'));
  await migratedFile(join(folder, 'bandeja.sqlite'));
  const demo = await startStillDemo(folder, {
    day: DAY,
    log,
    ...(profile === undefined ? {} : { profile }),
  });
  const { url } = demo.discord;

  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(new URL(path, url), {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    // The control API guarantees this type.
    return (await response.json()) as T;
  };

  const posts = async (channel = 'padel-alerts'): Promise<readonly ShownMessage[]> => {
    const shown = await call<ShownMessage[]>(
      'GET',
      `/sandbox/channels/${channel}/messages?limit=100`,
    );
    return shown.filter(
      (message) =>
        message.author.bot === true && message.ephemeralFor === undefined && !isProof(message),
    );
  };

  return {
    demo,
    run: (as, command) => call('POST', '/sandbox/run', { as, channel: 'padel-alerts', command }),
    runIn: (channel, as, command, files) =>
      call('POST', '/sandbox/run', { as, channel, command, files }),
    press: (as, press) => call('POST', '/sandbox/press', { as, ...press }),
    pressAs: (as, press) => call('POST', '/sandbox/press', { as, ...press }),
    complete: (as, command) =>
      call('POST', '/sandbox/autocomplete', { as, channel: 'padel-alerts', command }),
    posts,
    state: () => call('GET', '/sandbox/state'),
    say: (channel, as, content) =>
      call('POST', `/sandbox/channels/${channel}/messages`, { as, content }),
    directWith: (as) => call('POST', '/sandbox/direct', { as }),
    removeBot: () => call('POST', '/sandbox/bot/remove'),
    inviteBot: () => call('POST', '/sandbox/bot/invite', {}),
    makeChannel: (name, type = 'text') => call('POST', '/sandbox/channels', { name, type }),
    deny: (channel, denyToBot) =>
      call('PUT', `/sandbox/channels/${channel}/permissions`, { denyToBot }),
    knows: async (matchId) => {
      const store = await openStore(demo.config.databaseUrl, createLog('silent'));
      try {
        await vi.waitFor(async () => {
          if ((await findMatch(store.db, matchId)) === undefined) throw new Error('not known yet');
        }, PATIENCE);
      } finally {
        await store.close();
      }
    },
    ask: async (path) => {
      const { body } = await demo.padel.inject({
        url: `/api${path}`,
        headers: { authorization: 'Bearer sandbox-pro' },
      });
      // The specification of the service guarantees this type.
      return JSON.parse(body) as never;
    },
    startBot: () => demo.startBot(UNLIMITED),
    stop: async () => {
      await demo.stop();
      rmSync(folder, { recursive: true });
    },
  };
};

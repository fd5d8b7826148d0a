import { setTimeout as pause } from 'node:timers/promises';
import { REST, Routes, type RESTPostAPIChannelMessageResult } from 'discord.js';
import type { ChannelWriter, Lane, Sender, SendOutcome } from '../alerts/sender.ts';
import { outcomeOfError } from './outcome.ts';
import { createPacer, DISCORD_GLOBAL, type Pacer } from './pacer.ts';

export interface SenderOptions {
  /** Base of Discord's REST API, without the version. */
  readonly apiUrl: string;
  readonly token: string;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

export interface RunningSender extends Sender {
  /** Gives up what has not begun; resolves when what has begun is done. */
  stop: () => Promise<void>;
}

/** Channels served at once. */
const IN_FLIGHT = 48;

interface Job {
  readonly channelId: string;
  readonly lane: Lane;
  readonly begin: () => Promise<void>;
  readonly abandon: (reason: Error) => void;
}

/**
 * Sends alerts inside Discord's limits. One request in flight per channel; lanes, then the channel
 * served longest ago, so that nobody waits behind a fan-out. discord.js keeps the route buckets,
 * and hands a limit back instead of holding the slot until it ends.
 */
export const createSender = (options: SenderOptions): RunningSender => {
  const { apiUrl, token, now } = options;
  const rest = new REST({
    api: apiUrl,
    version: '10',
    retries: 0,
    timeout: 10_000,
    globalRequestsPerSecond: Number.MAX_SAFE_INTEGER,
    rejectOnRateLimit: () => true,
  }).setToken(token);
  const pacer = createPacer({ ...DISCORD_GLOBAL, now });
  const waiting: Job[] = [];
  const busy = new Set<string>();
  const running = new Set<Promise<void>>();
  const servedAt = new Map<string, number>();
  let serving = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const comesBefore = (a: Job, b: Job): boolean =>
    a.lane !== b.lane
      ? a.lane < b.lane
      : (servedAt.get(a.channelId) ?? 0) < (servedAt.get(b.channelId) ?? 0);

  const takeNext = (): Job | undefined => {
    let next: Job | undefined;
    for (const job of waiting) {
      if (busy.has(job.channelId)) continue;
      if (next === undefined || comesBefore(job, next)) next = job;
    }
    if (next !== undefined) waiting.splice(waiting.indexOf(next), 1);
    return next;
  };

  const serve = (job: Job): void => {
    serving += 1;
    servedAt.set(job.channelId, serving);
    busy.add(job.channelId);
    const done = job.begin().finally(() => {
      busy.delete(job.channelId);
      running.delete(done);
      pump();
    });
    running.add(done);
  };

  const pump = (): void => {
    clearTimeout(timer);
    while (!stopped && running.size < IN_FLIGHT && pacer.nextIn() === 0) {
      const job = takeNext();
      if (job === undefined) return;
      pacer.tryTake();
      serve(job);
    }
    const isWaitingForSlot = !stopped && waiting.length > 0 && running.size < IN_FLIGHT;
    if (isWaitingForSlot) timer = setTimeout(pump, pacer.nextIn());
  };

  return {
    inTurn: (channelId, lane, work) =>
      new Promise((resolve, reject) => {
        if (stopped) {
          reject(new Error('the sender has stopped'));
          return;
        }
        const writer = createWriter(rest, pacer, channelId);
        const begin = () => work(writer).then(resolve, reject);
        waiting.push({ channelId, lane, begin, abandon: reject });
        pump();
      }),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      for (const job of waiting.splice(0)) job.abandon(new Error('the sender has stopped'));
      await Promise.all(running);
      rest.clearHashSweeper();
      rest.clearHandlerSweeper();
    },
  };
};

const createWriter = (rest: REST, pacer: Pacer, channelId: string): ChannelWriter => {
  // The slot of the first request was taken when the turn came; each further one waits for its own.
  let hasSlot = true;
  const paced = async (request: () => Promise<string>): Promise<SendOutcome> => {
    while (!hasSlot && !pacer.tryTake()) await pause(pacer.nextIn());
    hasSlot = false;
    try {
      return { kind: 'sent', messageId: await request() };
    } catch (error) {
      return outcomeOfError(error);
    }
  };

  return {
    post: (body, nonce) =>
      paced(async () => {
        const message = await rest.post(Routes.channelMessages(channelId), {
          body: { ...body, nonce, enforce_nonce: true },
        });
        return idOf(message);
      }),
    edit: (messageId, body) =>
      paced(async () => {
        await rest.patch(Routes.channelMessage(channelId, messageId), { body });
        return messageId;
      }),
    remove: (messageId) =>
      paced(async () => {
        await rest.delete(Routes.channelMessage(channelId, messageId));
        return messageId;
      }),
  };
};

const idOf = (message: unknown): string => {
  // Discord's answer to a created message (documentation, "Create Message"); parsed nowhere else.
  const { id } = message as Pick<RESTPostAPIChannelMessageResult, 'id'>;
  if (typeof id !== 'string') throw new Error('Discord answered a post without a message id');
  return id;
};

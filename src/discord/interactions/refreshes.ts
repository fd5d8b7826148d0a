import type { Instant } from '../../domain/terms.ts';
import { UserError } from '../../errors.ts';
import type { Clocks } from '../../lib/clocks.ts';
import type { Logger } from '../../lib/logger.ts';
import { pause } from '../../lib/pause.ts';
import { MINUTE, SECOND } from '../../lib/time.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { MessageBody } from '../../render/message.ts';
import { DiscordError } from '../rest/errors.ts';

/** Discord takes edits of an answer for 15 minutes; the last edit needs a moment of them. */
const REFRESHED_FOR_MS = 15 * MINUTE - 20 * SECOND;

/** Between two edits of an answer, at least. */
const INTERVAL_MS = 10 * SECOND;

/** Answers that are refreshed at the same time; one more keeps its button alone. */
const ANSWERS_MAX = 50;

/** Of one member: the newest. */
const PER_MEMBER = 2;

/** Why refreshes end before their time, with a last edit. */
const SUPERSEDED = 'superseded';

/** For the last edits on shutdown. */
const LAST_EDIT_TIMEOUT_MS = 2 * SECOND;

interface RefreshedAnswer {
  readonly until: Instant;
  readonly shown: MessageBody;
  /** The answer as it would be now. @param until when its refreshes end; null when they are over */
  readonly render: (until: Instant | null) => Promise<MessageBody>;
  readonly edit: (body: MessageBody) => Promise<unknown>;
}

interface Running {
  readonly memberId: string;
  readonly abort: AbortController;
  ended: Promise<void>;
}

/** Keeps answers current: each is rendered again every ten seconds, and edited when that differs. */
export const createRefreshes = (
  { now, log }: Pick<Clocks, 'now'> & { readonly log: Logger },
  max = ANSWERS_MAX,
) => {
  const running = new Map<string, Running>();
  let isStopped = false;

  const refresh = async (
    { until, shown, render, edit }: RefreshedAnswer,
    signal: AbortSignal,
  ): Promise<void> => {
    let last = JSON.stringify(shown);
    const show = async (body: MessageBody): Promise<void> => {
      if (JSON.stringify(body) === last) return;
      await edit(body);
      last = JSON.stringify(body);
    };
    while (now() < until) {
      const isStopping = await pause(Math.min(INTERVAL_MS, until - now()), signal).then(
        () => false,
        () => true,
      );
      if (isStopping || now() >= until) break;
      try {
        await show(await render(until));
      } catch (error) {
        // The answer was deleted, or its token is no longer valid.
        if (error instanceof DiscordError && error.status < 500) return;
        if (!(error instanceof UserError))
          log.info({ err: error }, 'answer not refreshed, retrying');
      }
    }
    // Another answer takes its place.
    if (signal.aborted && signal.reason !== SUPERSEDED && !isStopped) return;
    await show(await render(null));
  };

  /** Ends the refreshes of an answer, because it is about to show something else. */
  const end = async (key: string): Promise<void> => {
    const one = running.get(key);
    one?.abort.abort();
    await one?.ended;
  };

  return {
    end,
    /** Until when a new answer would be refreshed; null when it would not. */
    until: (): Instant | null =>
      isStopped || running.size >= max ? null : now() + REFRESHED_FOR_MS,
    /** The oldest of the member beyond `PER_MEMBER` ends. */
    start: (key: string, memberId: string, answer: RefreshedAnswer): void => {
      if (isStopped || running.size >= max || running.has(key)) return;
      const own = [...running.values()].filter((each) => each.memberId === memberId);
      for (const each of own.toReversed().slice(PER_MEMBER - 1)) each.abort.abort(SUPERSEDED);
      const abort = new AbortController();
      const ended = refresh(answer, abort.signal)
        .catch((error: unknown) => {
          log.info({ err: error }, 'answer not refreshed for the last time');
        })
        .finally(() => running.delete(key));
      running.set(key, { memberId, abort, ended });
    },
    /** Says on each answer that its refreshes are over. */
    stop: async (): Promise<void> => {
      isStopped = true;
      const ends = [...running.keys()].map(end);
      await withTimeout(Promise.all(ends), LAST_EDIT_TIMEOUT_MS);
    },
  };
};

export type Refreshes = ReturnType<typeof createRefreshes>;

import { MINUTE } from '#src/lib/time.ts';
import { chance, type Random } from '#sandbox/padel-service/world/random.ts';
import { createChannelLimits, type Window } from './channel-limits.ts';
import { createGlobalLimits } from './global-limits.ts';
import type { Entry, Model, Route, Rules, Verdict } from './rules.ts';

/** A request to judge. */
export interface Asked {
  /** When it came in, on the machine's clock. */
  readonly at: number;
  readonly route: Route;
  readonly channel: string;
  readonly messageId: string;
  readonly words: string;
  /** Null without `enforce_nonce`. */
  readonly nonce: string | null;
}

/** The response to a request. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly messageId: string;
  readonly refusedBy: readonly Model[];
  readonly window: Window | null;
  /** Faults: no response, or a closed connection. */
  readonly ending: 'answer' | 'silence' | 'cut';
}

/** Discord checks a nonce for "the past few minutes" (documentation, "Create Message"). */
const NONCE_KEPT = 5 * MINUTE;

/** One in this many channels is deleted, by its id: the same in each run. */
const isGone = (channel: string, share: number): boolean =>
  share > 0 && Number(BigInt(channel) % BigInt(Math.round(1 / share))) === 0;

/** The requests of one bot, and the state of its limits. */
export const createBotRecord = (rules: Rules, random: Random) => {
  const exceeded = createGlobalLimits();
  const takeFromChannel = createChannelLimits(rules.perChannel);
  const nonces = new Map<string, { readonly id: string; readonly at: number }>();
  const entries: Entry[] = [];
  let made = 0;

  const make = (
    { channel, nonce }: Asked,
    now: number,
  ): Pick<Judgement, 'verdict' | 'messageId'> => {
    const key = `${channel} ${nonce}`;
    const known = nonce === null ? undefined : nonces.get(key);
    if (known !== undefined && now - known.at < NONCE_KEPT) {
      return { verdict: 'known', messageId: known.id };
    }
    made += 1;
    const id = String(900_000_000_000_000_000n + BigInt(made));
    if (nonce !== null) nonces.set(key, { id, at: now });
    return { verdict: 'made', messageId: id };
  };

  const act = (asked: Asked, now: number): Pick<Judgement, 'verdict' | 'messageId'> => {
    if (asked.route === 'post') return make(asked, now);
    return { verdict: 'done', messageId: asked.messageId };
  };

  const judged = (asked: Asked, now: number): Judgement => {
    const plain = { messageId: '', refusedBy: [], window: null, ending: 'answer' } as const;
    // Answers to interactions do not count.
    if (asked.route === 'answer') return { ...plain, ...act(asked, now) };
    const refusedBy = exceeded(now);
    if (refusedBy.length > 0) return { ...plain, verdict: 'limited', refusedBy };
    if (isGone(asked.channel, rules.gone)) return { ...plain, verdict: 'gone' };
    const window = takeFromChannel(`${asked.route} ${asked.channel}`, now);
    if (!window.isAllowed) return { ...plain, verdict: 'limited', refusedBy: ['channel'], window };
    if (chance(random, rules.failing)) return { ...plain, verdict: 'failed', window };
    const isCut = chance(random, rules.cut);
    if (isCut && chance(random, 0.5)) return { ...plain, verdict: 'failed', window, ending: 'cut' };
    const ending = isCut ? 'cut' : chance(random, rules.silent) ? 'silence' : 'answer';
    return { ...plain, ...act(asked, now), window, ending };
  };

  return {
    entries,
    /** Judges and records a request that arrived at `now`, on the machine's clock. */
    judge: (asked: Asked, now: number): Judgement => {
      const judgement = judged(asked, now);
      const { verdict, refusedBy, ending } = judgement;
      const isUnanswered = ending !== 'answer' && verdict !== 'failed';
      const { at, route, channel, words } = asked;
      entries.push({ at, route, channel, words, verdict, refusedBy, isUnanswered });
      return judgement;
    },
  };
};

export type BotRecord = ReturnType<typeof createBotRecord>;

import type { Services } from '../../src/discord/command.ts';
import {
  START,
  STEPS,
  matchUntil,
  nextBookmark,
  reachedBookmark,
  type Bookmark,
  type Step,
} from '../../src/domain/probability/bookmark.ts';
import { isOver } from '../../src/domain/match/match.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { probabilityCurve } from '../../src/domain/probability/curve.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { nowQuestion, stopMessage, type CatchUpAction } from '../../src/render/match/catch-up.ts';
import { PROBABILITY_FILE, curveChart } from '../../src/render/match/probability-curve.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { drawnFile } from '../../src/render/pictures/picture.ts';
import { numberIn, wordIn } from '../options/control-values.ts';
import { card } from '../queries/match-answers.ts';
import { isMissingReason, isWhole, pointHistory } from '../queries/match-sources.ts';

const ACTIONS = ['start', 'at', ...STEPS, 'ask', 'now'] as const satisfies readonly CatchUpAction[];

const isStep = (action: CatchUpAction): action is Step => STEPS.some((step) => step === action);

const bookmarkIn = ([set, game, points]: readonly string[]): Bookmark => ({
  set: numberIn(set),
  game: numberIn(game),
  points: numberIn(points),
});

/**
 * A private walk through a match, from before its first point, revealing one step at a time. Its state is
 * in the ids of its controls.
 */
export const catchUp = async (
  reader: Reader,
  held: TrackedMatch,
  services: Services,
  {
    action,
    bookmark,
  }: { readonly action: string | undefined; readonly bookmark: readonly string[] },
): Promise<MessageBody> => ({
  ...(await stopOf(reader, held, services, wordIn(ACTIONS, action), bookmark)),
  // What it tells was asked for, step by step.
  open: 'all',
});

const stopOf = async (
  reader: Reader,
  held: TrackedMatch,
  services: Services,
  asked: CatchUpAction,
  bookmark: readonly string[],
): Promise<MessageBody> => {
  if (asked === 'start') return await stop(reader, held, START, services);
  if (asked === 'now') return await everything(reader, held, services);
  const at = bookmarkIn(bookmark);
  if (asked === 'ask') return nowQuestion(reader, { held: matchUntil(held, START), at });
  const known = await withServicePoints(held, services);
  if (!isStep(asked)) return await stop(reader, known, reachedBookmark(known, at), services);
  const next = nextBookmark(known, at, asked);
  return next === null
    ? await everything(reader, held, services)
    : await stop(reader, known, next, services);
};

const stop = async (
  reader: Reader,
  match: TrackedMatch,
  at: Bookmark,
  { draw, now }: Services,
): Promise<MessageBody> => {
  // From here on nothing knows what follows.
  const held = matchUntil(match, at);
  const curve = probabilityCurve(held);
  const picture =
    curve.kind === 'none'
      ? null
      : await drawnFile(draw, PROBABILITY_FILE, curveChart(reader, { held, curve, readAt: now() }));
  return stopMessage(reader, { held, at }, picture);
};

/** The match as it stands, once the walk has reached it. */
const everything = async (
  reader: Reader,
  held: TrackedMatch,
  services: Services,
): Promise<MessageBody> => ({
  ...(await card(reader, held, services)),
  content: reader.t(isOver(held.state) ? 'catchUp.end' : 'catchUp.upToDate'),
  reveals: true,
});

/** A match whose beginning is not stored, with the service's points where it has them. */
const withServicePoints = async (held: TrackedMatch, services: Services): Promise<TrackedMatch> => {
  if (isWhole(held.state)) return held;
  try {
    return { ...held, state: (await pointHistory(held, services)).state };
  } catch (error) {
    if (isMissingReason(error)) return held;
    throw error;
  }
};

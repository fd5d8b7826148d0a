import type { Services, MessageCommand, MessageRequest } from '../../src/discord/command.ts';
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
import { type Reader, localized } from '../../src/i18n/i18n.ts';
import { nowQuestion, stopMessage, type CatchUpAction } from '../../src/render/match/catch-up.ts';
import { PROBABILITY_FILE, curveChart } from '../../src/render/match/probability-curve.ts';
import type { MessageBody } from '../../src/render/message.ts';
import { drawnFile } from '../../src/render/pictures/picture.ts';
import { numberIn, wordIn } from '../options/control-values.ts';
import { card } from '../queries/match-answers.ts';
import { isMissingReason, isWhole, pointHistory } from '../queries/match-sources.ts';
import { ApplicationCommandType } from 'discord-api-types/v10';
import { UserError } from '../../src/errors.ts';
import { matchOfPost } from '../../src/store/outbox/delivery-history.ts';
import { ANYWHERE } from '../options/labels.ts';
import { trackedMatch } from '../queries/tracked-match.ts';

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
  action: string | undefined,
  bookmark: readonly string[] = [],
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

const stop = async (reader: Reader, match: TrackedMatch, at: Bookmark, { draw, now }: Services) => {
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

const NAME = localized((texts) => texts.catchUp.name);

/** Ids of matches in the controls of a message (render/match/controls.ts). */
const MATCH_CONTROL = /^(?:match:[a-z-]+|h2h:match|follow:match):(\d{1,15})(?::|$)/;

/** "Catch me up" in the Apps menu of a message: the walk through the match that the message is about. */
export const catchUpOnMessage: MessageCommand = {
  definition: {
    type: ApplicationCommandType.Message,
    name: NAME.text,
    name_localizations: NAME.localizations,
    ...ANYWHERE,
  },
  run: async (request, services) => {
    const held = await trackedMatch(await matchIn(request, services), services);
    return await catchUp(request, held, services, 'start');
  },
};

/** @throws UserError for a message about no match, or about several */
const matchIn = async ({ message, channelId, parentId }: MessageRequest, { db }: Services) => {
  const named = message.controls.flatMap((id) => MATCH_CONTROL.exec(id)?.[1] ?? []);
  const [only, another] = [...new Set(named)].map(Number);
  const places = [channelId, parentId].filter((id) => id !== null);
  const match = only ?? (await matchOfPost(db, places, message.id));
  if (match === undefined || another !== undefined) throw new UserError('no-match-in-message');
  return match;
};

import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import { approximateStart } from '../src/domain/match/expected-start.ts';
import { matchOffset } from '../src/domain/match/venue-clock.ts';
import { UserError } from '../src/errors.ts';
import { HOUR } from '../src/lib/time.ts';
import { hiddenLiveMessage, liveListMessage } from '../src/render/match/live-list.ts';
import { tellingOf } from '../src/store/matches/match-lists.ts';
import { matchesBegunSince, matchesInPlay } from '../src/store/matches/matches.ts';
import { withTie } from '../src/store/matches/ties.ts';
import { serviceDay } from './options/day.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { nextMatch } from './queries/playing.ts';

/** @throws UserError when there is no match in play and the feed was not read. */
const answer = async (user: CommandUser, services: Services, page: number) => {
  const { db, api } = services;
  if (user.hidesScores === true) return await hiddenAnswer(user, services, page);
  const inPlay = await matchesInPlay(db, services.now());
  const matches = await Promise.all(inPlay.map((held) => withTie(db, held)));
  if (matches.length === 0 && isUnread(services)) throw new UserError('live-unread');
  return liveListMessage(user, {
    matches,
    next: matches.length === 0 ? await nextMatch(services) : null,
    lacksLive: api.state().lacksLive,
    page,
  });
};

/** Since when a match may have begun that is still of the day. */
const DAY_MS = 12 * HOUR;

/** For who hides scores: what has begun, over or not. */
const hiddenAnswer = async (user: CommandUser, services: Services, page: number) => {
  const { db, api, now } = services;
  const since = now() - DAY_MS;
  const begun = (await matchesBegunSince(db, since)).filter(
    ({ match, tournament, state }) =>
      state.status !== 'bye' &&
      (approximateStart(match, matchOffset({ match, tournament })) ?? 0) >= since,
  );
  if (begun.length === 0 && isUnread(services)) throw new UserError('live-unread');
  const isTelling = await tellingOf(
    db,
    begun.map(({ match }) => match),
    serviceDay(services),
  );
  const lacksLive = api.state().lacksLive;
  return hiddenLiveMessage(user, { matches: begun, isTelling, lacksLive, page });
};

/** No source has reported since the start, or the service is failing now. */
const isUnread = ({ status }: Services): boolean => {
  const { lastUpdateAt, service } = status();
  return service.failingSince !== null || (lastUpdateAt === null && !service.lacksLive);
};

/** `/live`: all matches in play, from stored data, without a request; refreshes itself. */
export const live: Command = {
  definition: { ...labels((texts) => texts.command.live), ...ANYWHERE },
  visibility: 'public',
  isRefreshed: true,
  run: (request, services) => answer(request, services, 1),
  component: {
    answer: 'update',
    // Older messages have no page in their controls.
    run: (request, services) => answer(request, services, Number(request.values[1] ?? 1) || 1),
  },
};

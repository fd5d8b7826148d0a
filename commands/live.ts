import type { CommandUser, Command, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { liveListMessage } from '../src/render/match/live-list.ts';
import { matchesInPlay } from '../src/store/matches/matches.ts';
import { withTie } from '../src/store/matches/ties.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { nextMatch } from './queries/playing.ts';

/** @throws UserError when there is no match in play and the feed was not read. */
const answer = async (user: CommandUser, services: Services, page: number) => {
  const { db, api } = services;
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

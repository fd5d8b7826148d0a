import type { Asker, Command, Services } from '../src/discord/command.ts';
import { liveListMessage } from '../src/render/live-list.ts';
import { matchesInPlay } from '../src/store/matches.ts';
import { ANYWHERE, labels } from './labels.ts';

const answer = async (asker: Asker, { db, api }: Services, page: number) =>
  liveListMessage(asker, { matches: await matchesInPlay(db), lacksLive: api.lacksLive(), page });

/** `/live`: all matches in play, from what the feed has pushed: it costs no request. */
export const live: Command = {
  definition: { ...labels((texts) => texts.command.live), ...ANYWHERE },
  visibility: 'public',
  run: (request, services) => answer(request, services, 1),
  press: {
    answer: 'update',
    // Older messages carry no page.
    run: (request, services) => answer(request, services, Number(request.values[1] ?? 1) || 1),
  },
};

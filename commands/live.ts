import type { Asker, Command, Services } from '../src/discord/command.ts';
import { liveListMessage } from '../src/render/live-list.ts';
import { matchesInPlay } from '../src/store/matches.ts';
import { labels } from './labels.ts';

const answer = async (asker: Asker, { db, api }: Services) =>
  liveListMessage(asker, { matches: await matchesInPlay(db), lacksLive: api.lacksLive() });

/** `/live`: all matches in play, from what the feed has pushed: it costs no request. */
export const live: Command = {
  definition: labels((texts) => texts.command.live),
  visibility: 'public',
  run: answer,
  press: { answer: 'update', run: answer },
};

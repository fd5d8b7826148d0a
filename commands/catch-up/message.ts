import { ApplicationCommandType } from 'discord-api-types/v10';
import type { MessageCommand, MessageRequest, Services } from '../../src/discord/command.ts';
import { UserError } from '../../src/errors.ts';
import { localized } from '../../src/i18n/i18n.ts';
import { matchOfPost } from '../../src/store/outbox/delivery-history.ts';
import { ANYWHERE } from '../options/labels.ts';
import { heldMatch } from '../queries/held.ts';
import { catchUp } from './catch-up.ts';

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
    const held = await heldMatch(await matchIn(request, services), services);
    return await catchUp(request, held, services, { action: 'start', bookmark: [] });
  },
};

/** @throws UserError for a message about no match, or about several */
const matchIn = async (
  { message, channelId, parentId }: MessageRequest,
  { db }: Services,
): Promise<number> => {
  const named = message.controls.flatMap((id) => MATCH_CONTROL.exec(id)?.[1] ?? []);
  const [only, another] = [...new Set(named)].map(Number);
  const places = [channelId, parentId].filter((id) => id !== null);
  const match = only ?? (await matchOfPost(db, places, message.id));
  if (match === undefined || another !== undefined) throw new UserError('no-match-in-message');
  return match;
};

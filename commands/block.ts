import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
} from 'discord-api-types/v10';
import type { CommandUser, Command, CommandRequest, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { blockListMessage, blockNote } from '../src/render/moderation/blocks.ts';
import type { MessageBody } from '../src/render/message.ts';
import { addBlock, allBlocks, removeBlock } from '../src/store/channels/blocks.ts';
import { numberIn, handlerOf } from './options/control-values.ts';
import { ANYWHERE, labels, subcommand } from './options/labels.ts';
import { requireOperator } from './queries/operator.ts';

const REASON_MAX = 200;

const idOption: APIApplicationCommandBasicOption = {
  ...labels((texts) => texts.command.block.option.id),
  type: ApplicationCommandOptionType.String,
  required: true,
  min_length: 17,
  max_length: 20,
};

const reasonOption: APIApplicationCommandBasicOption = {
  ...labels((texts) => texts.command.block.option.reason),
  type: ApplicationCommandOptionType.String,
  max_length: REASON_MAX,
};

/** `/block`: the operator blocks users and servers. */
export const block: Command = {
  definition: {
    ...labels((texts) => texts.command.block),
    ...ANYWHERE,
    default_member_permissions: '0',
    options: [
      subcommand((texts) => texts.command.block.sub.add, [idOption, reasonOption]),
      subcommand((texts) => texts.command.block.sub.remove, [idOption]),
      subcommand((texts) => texts.command.block.sub.list),
    ],
  },
  visibility: 'private',
  isScoreless: true,
  run: async (request, services) => {
    requireOperator(request);
    return await handlerOf(RUNS, request.subcommand)(request, services);
  },
  component: {
    answer: 'update',
    run: async (request, services) => {
      requireOperator(request);
      return await shown(request, services, numberIn(request.values[1]));
    },
  },
};

const shown = async (
  user: CommandUser,
  { db }: Services,
  page: number,
  note?: string,
): Promise<MessageBody> => blockListMessage(user, await allBlocks(db), page, note);

/**
 * The typed Discord id or mention.
 * @throws UserError for anything else, and for the operator's own id.
 */
const idTyped = ({ text, userId }: CommandRequest): string => {
  const typed = text('id') ?? '';
  const [, id] = /^\s*(?:<@!?)?(\d{17,20})>?\s*$/.exec(typed) ?? [];
  if (id === undefined) throw new UserError('unknown-id', { text: typed });
  if (id === userId) throw new UserError('block-yourself');
  return id;
};

type Run = (request: CommandRequest, services: Services) => Promise<MessageBody>;

const RUNS: Readonly<Record<'add' | 'remove' | 'list', Run>> = {
  add: async (request, services) => {
    const discordId = idTyped(request);
    const reason = request.text('reason') ?? '';
    await addBlock(services.db, { discordId, reason, since: services.now() });
    await services.blocked(discordId);
    return await shown(request, services, 1, blockNote(request, 'added', discordId));
  },
  remove: async (request, services) => {
    const discordId = idTyped(request);
    const wasThere = await removeBlock(services.db, discordId);
    await services.blocked(null);
    const note = blockNote(request, wasThere ? 'removed' : 'unknown', discordId);
    return await shown(request, services, 1, note);
  },
  list: async (request, services) => await shown(request, services, 1),
};

import {
  ApplicationCommandOptionType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandSubcommandOption,
} from 'discord-api-types/v10';
import type { CommandUser, Command, CommandRequest, Services } from '../src/discord/command.ts';
import { UserError } from '../src/errors.ts';
import { blockListMessage, blockNote } from '../src/render/moderation/blocks.ts';
import type { MessageBody } from '../src/render/message.ts';
import { addBlock, allBlocks, removeBlock } from '../src/store/channels/blocks.ts';
import { numberIn } from './options/control-values.ts';
import { ANYWHERE, labels } from './options/labels.ts';
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

const SUBCOMMANDS = ['add', 'remove', 'list'] as const;

type Subcommand = (typeof SUBCOMMANDS)[number];

const OPTIONS: Readonly<Record<Subcommand, readonly APIApplicationCommandBasicOption[]>> = {
  add: [idOption, reasonOption],
  remove: [idOption],
  list: [],
};

const subcommand = (name: Subcommand): APIApplicationCommandSubcommandOption => ({
  ...labels((texts) => texts.command.block.sub[name]),
  type: ApplicationCommandOptionType.Subcommand,
  options: [...OPTIONS[name]],
});

/** `/block`: the operator blocks users and servers. */
export const block: Command = {
  definition: {
    ...labels((texts) => texts.command.block),
    ...ANYWHERE,
    default_member_permissions: '0',
    options: SUBCOMMANDS.map(subcommand),
  },
  visibility: 'private',
  run: async (request, services) => {
    requireOperator(request);
    const name = SUBCOMMANDS.find((each) => each === request.subcommand);
    if (name === undefined) throw new UserError('outdated-control');
    return await RUNS[name](request, services);
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

const RUNS: Readonly<Record<Subcommand, Run>> = {
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

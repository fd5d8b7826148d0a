import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  type APIApplicationCommand,
  type RESTPatchAPIApplicationCommandJSONBody,
  type RESTPostAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { APPLICATION_ID, GUILD_ID } from '../guild/accounts.ts';
import { withoutNulls } from '../json.ts';
import { allCommands } from '../state/state.ts';
import { accept } from '../validation/accept.ts';
import type { CommandForm } from '../validation/command-form.ts';
import { commandListRules, commandRules } from '../validation/command-rules.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

interface Params {
  readonly application: string;
  readonly guild?: string;
  readonly command?: string;
}

type CommandBody = RESTPostAPIApplicationCommandsJSONBody & CommandForm;

const MOST_COMMANDS = 100;
const PREFIXES = [
  '/applications/:application/commands',
  '/applications/:application/guilds/:guild/commands',
];

/** Application commands, global and of the guild. */
export const commandRoutes = (app: FastifyInstance, discord: Discord): void => {
  const scopeOf = ({ application, guild }: Params): string => {
    if (application !== APPLICATION_ID) throw refusal('unknownApplication');
    const isOurs = guild === GUILD_ID && discord.state.bot.isMember;
    if (guild !== undefined && !isOurs) throw refusal('missingAccess');
    return guild ?? 'global';
  };
  const known = (scope: string) => discord.state.commands.get(scope) ?? [];
  const keep = (scope: string, commands: readonly APIApplicationCommand[]) => {
    if (commands.length > MOST_COMMANDS) throw refusal('tooManyCommands');
    discord.commit({ type: 'commands', scope, commands });
    discord.stateChanged();
  };
  const find = (params: Params): APIApplicationCommand => {
    const command = known(scopeOf(params)).find(({ id }) => id === params.command);
    if (command === undefined) throw refusal('unknownCommand');
    return command;
  };
  const build = (body: CommandBody, scope: string): APIApplicationCommand => {
    const before = known(scope).find((one) => one.name === body.name && one.type === typeOf(body));
    return commandObject(body, scope, before?.id ?? discord.nextId(), discord.nextId());
  };

  app.get<{ Params: Params }>(
    '/applications/:application/guilds/:guild/commands/:command/permissions',
    ({ params }) => {
      const guildId = scopeOf(params);
      const id = params.command ?? '';
      const isKnown = allCommands(discord.state).some((command) => command.id === id);
      if (!isKnown) throw refusal('unknownCommand');
      const permissions = discord.state.commandPermissions.get(id) ?? [];
      if (permissions.length === 0) throw refusal('unknownCommandPermissions');
      return { id, application_id: APPLICATION_ID, guild_id: guildId, permissions };
    },
  );

  for (const prefix of PREFIXES) {
    app.get<{ Params: Params }>(prefix, ({ params }) => known(scopeOf(params)));

    app.post<{ Params: Params }>(prefix, async (request, reply) => {
      const scope = scopeOf(request.params);
      const { json } = await readBody(request);
      const command = build(
        accept<CommandBody>(PUBLISHED.commandCreate, json, commandRules),
        scope,
      );
      const others = known(scope).filter(({ id }) => id !== command.id);
      keep(scope, [...others, command]);
      return reply.code(others.length < known(scope).length - 1 ? 200 : 201).send(command);
    });

    app.put<{ Params: Params }>(prefix, async (request) => {
      const scope = scopeOf(request.params);
      const { json } = await readBody(request);
      const bodies = accept<CommandBody[]>(
        z.array(PUBLISHED.commandUpdate),
        json,
        commandListRules,
      );
      keep(
        scope,
        bodies.map((body) => build(body, scope)),
      );
      return known(scope);
    });

    app.get<{ Params: Params }>(`${prefix}/:command`, ({ params }) => find(params));

    app.patch<{ Params: Params }>(`${prefix}/:command`, async (request) => {
      const before = find(request.params);
      const { json } = await readBody(request);
      const patch = accept<RESTPatchAPIApplicationCommandJSONBody>(PUBLISHED.commandPatch, json);
      const merged = { ...before, ...withoutNulls(patch), version: discord.nextId() };
      // The same rules hold for what the patch makes of the command.
      accept(z.any(), merged, commandRules);
      const after = merged as APIApplicationCommand; // the schema has checked what the patch brought
      const scope = scopeOf(request.params);
      keep(
        scope,
        known(scope).map((one) => (one.id === before.id ? after : one)),
      );
      return after;
    });

    app.delete<{ Params: Params }>(`${prefix}/:command`, async ({ params }, reply) => {
      const { id } = find(params);
      keep(
        scopeOf(params),
        known(scopeOf(params)).filter((one) => one.id !== id),
      );
      return reply.code(204).send();
    });
  }
};

const typeOf = ({ type }: CommandBody): ApplicationCommandType =>
  type ?? ApplicationCommandType.ChatInput;

const commandObject = (
  body: CommandBody,
  scope: string,
  id: string,
  version: string,
): APIApplicationCommand => {
  const permissions = body.default_member_permissions ?? null;
  const command = {
    ...withoutNulls(body),
    id,
    application_id: APPLICATION_ID,
    version,
    type: typeOf(body),
    description: body.description ?? '',
    default_member_permissions: permissions,
    nsfw: false,
    integration_types: body.integration_types ?? [ApplicationIntegrationType.GuildInstall],
    contexts: body.contexts ?? null,
    ...(scope === 'global' ? {} : { guild_id: scope }),
  };
  return command as APIApplicationCommand; // validated: the types differ in optional keys alone
};

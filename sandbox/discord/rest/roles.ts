import type { APIRole, RESTPostAPIGuildRoleJSONBody } from 'discord-api-types/v10';
import type { FastifyInstance } from 'fastify';
import { botAccount, guildPermissionsOf } from '../channels/access.ts';
import type { Discord } from '../discord.ts';
import { refusal } from '../errors.ts';
import { ACCOUNTS, GUILD_ID } from '../guild/accounts.ts';
import { publishRole, publishRoleDeletion, setMemberRole } from '../guild/member-roles.ts';
import { BOT_ROLE_POSITION, role, rolesOf } from '../guild/roles.ts';
import { bitsOf } from '../permissions.ts';
import { accept } from '../validation/accept.ts';
import { PUBLISHED } from '../validation/published.ts';
import { readBody } from './body.ts';

interface Params {
  readonly guild: string;
  readonly role: string;
  readonly member: string;
}

const ROLES = '/guilds/:guild/roles';
const ROLE = `${ROLES}/:role`;
const MEMBER_ROLE = '/guilds/:guild/members/:member/roles/:role';

/** Roles of the guild and of its members: the bot manages those below its own. */
export const roleRoutes = (app: FastifyInstance, discord: Discord): void => {
  const { state } = discord;
  const roleOf = ({ role: id }: Params): APIRole => {
    const found = rolesOf(state).find((one) => one.id === id);
    if (found === undefined) throw refusal('unknownRole');
    return found;
  };
  const requireManager = (): bigint => {
    const has = guildPermissionsOf(state, botAccount());
    if ((has & bitsOf(['ManageRoles'])) === 0n) throw refusal('missingPermissions');
    return has;
  };
  const roleToChange = (params: Params): APIRole => {
    requireManager();
    const found = roleOf(params);
    if (found.position >= BOT_ROLE_POSITION) throw refusal('missingPermissions');
    return found;
  };
  /** The permissions of a form: nobody gives what they do not have. */
  const permissionsIn = (form: RESTPostAPIGuildRoleJSONBody, before: string): string => {
    const wanted = BigInt(form.permissions ?? before);
    const isBeyond = (wanted & ~BigInt(before) & ~requireManager()) !== 0n;
    if (isBeyond) throw refusal('missingPermissions');
    return String(wanted);
  };

  app.get(ROLES, () => rolesOf(state));

  app.get<{ Params: Params }>(ROLE, ({ params }) => roleOf(params));

  app.post(ROLES, async (request) => {
    requireManager();
    const { json } = await readBody(request);
    const form = accept<RESTPostAPIGuildRoleJSONBody>(PUBLISHED.roleCreate, json);
    const everyones = state.roles.get(GUILD_ID)?.permissions ?? '0';
    const plain = role(discord.nextId(), 'new role', 1, 0, 0n, { hoist: false });
    const permissions = permissionsIn(form, everyones);
    const created = changedRole({ ...plain, permissions }, form);
    publishRole(discord, created);
    return created;
  });

  app.patch<{ Params: Params }>(ROLE, async (request) => {
    const before = roleToChange(request.params);
    const { json } = await readBody(request);
    const form = accept<RESTPostAPIGuildRoleJSONBody>(PUBLISHED.roleEdit, json);
    const permissions = permissionsIn(form, before.permissions);
    const edited = changedRole({ ...before, permissions }, form);
    publishRole(discord, edited);
    return edited;
  });

  app.delete<{ Params: Params }>(ROLE, async ({ params }, reply) => {
    const { id } = roleToChange(params);
    if (id === GUILD_ID) throw refusal('invalidRole');
    publishRoleDeletion(discord, id);
    return reply.code(204).send();
  });

  for (const [method, isGiven] of [
    ['PUT', true],
    ['DELETE', false],
  ] as const) {
    app.route<{ Params: Params }>({
      method,
      url: MEMBER_ROLE,
      handler: async ({ params }, reply) => {
        const account = ACCOUNTS.get(params.member);
        if (account === undefined) throw refusal('unknownMember');
        const { id } = roleToChange(params);
        if (id === GUILD_ID) throw refusal('invalidRole');
        setMemberRole(discord, account, id, isGiven);
        return reply.code(204).send();
      },
    });
  }
};

const changedRole = (before: APIRole, form: RESTPostAPIGuildRoleJSONBody): APIRole => {
  const color = form.colors?.primary_color ?? form.color ?? before.colors.primary_color;
  const changed = {
    ...before,
    name: form.name ?? before.name,
    colors: { ...before.colors, primary_color: color },
    hoist: form.hoist ?? before.hoist,
    mentionable: form.mentionable ?? before.mentionable,
    unicode_emoji: form.unicode_emoji ?? before.unicode_emoji ?? null,
  };
  // Deprecated by `colors`, and still what many clients read.
  return Object.assign(changed, { color });
};

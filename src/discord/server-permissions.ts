import { PermissionFlagsBits } from 'discord.js';
import type { Instant } from '../domain/terms.ts';
import { isThread } from './channel-kinds.ts';
import type { Overwrite, Server, ServerChannel } from './server.ts';

/** All there are, and will be. */
const EVERYTHING = ~0n;

/** What is left to who is timed out. */
const LEFT_TO_SILENCED = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.ReadMessageHistory;

/** What the bot may do in a server, before a channel has its say. */
const basePermissions = ({ id, us, roles }: Server): bigint =>
  [id, ...us.roleIds].reduce((all, role) => all | BigInt(roles[role]?.permissions ?? 0), 0n);

const overwritten = (granted: bigint, overwrites: readonly Overwrite[]): bigint => {
  const denied = overwrites.reduce((all, [, deny]) => all | BigInt(deny), 0n);
  const allowed = overwrites.reduce((all, [allow]) => all | BigInt(allow), 0n);
  return (granted & ~denied) | allowed;
};

const isThere = (overwrite: Overwrite | null | undefined): overwrite is Overwrite =>
  overwrite !== null && overwrite !== undefined;

/**
 * What a channel grants the bot, by Discord's documentation ("Permissions"): roles, then the
 * overwrites of everyone, of our roles together, and of ourselves; a thread has those of its parent.
 *
 * Nothing is taken implicitly: who may not see a channel can do nothing in it, and who may not write
 * embeds nothing, but what has to be given to them is the one permission alone.
 *
 * @param now real time: a bot that is timed out may write again after it
 */
export const grantedIn = (server: Server, channel: ServerChannel, now: Instant): bigint => {
  const base = basePermissions(server);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return EVERYTHING;
  const place = isThread(channel.type) ? server.channels[channel.parentId ?? ''] : channel;
  if (place === undefined) return 0n;
  const { ofRoles, ofUs } = place;
  const steps = [[ofRoles[server.id]], server.us.roleIds.map((id) => ofRoles[id]), [ofUs]];
  const granted = steps.reduce(
    (all, overwrites) => overwritten(all, overwrites.filter(isThere)),
    base,
  );
  const isSilenced = (server.us.silencedUntil ?? -Infinity) > now;
  return isSilenced ? granted & LEFT_TO_SILENCED : granted;
};

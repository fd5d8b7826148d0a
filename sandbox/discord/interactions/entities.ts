import type { ChannelType } from 'discord-api-types/v10';
import { ACCOUNTS, type Account } from '../guild/accounts.ts';
import { rolesOf } from '../guild/roles.ts';
import type { State, StoredChannel } from '../state/state.ts';

/** A person typed as id, mention, `@username` or display name; undefined when there is none. */
export const accountNamed = (text: string): Account | undefined => {
  const name = bare(text, /^<@!?(\d+)>$/);
  return [...ACCOUNTS.values()].find((account) =>
    [account.id, account.username, account.displayName].some((known) => isSame(known, name)),
  );
};

/** A role typed as id, mention, or `@name`. */
export const roleNamed = (state: Readonly<State>, text: string) => {
  const name = bare(text, /^<@&(\d+)>$/);
  return rolesOf(state).find(
    (role) => isSame(role.id, name) || isSame(role.name.replace(/^@/, ''), name),
  );
};

/** A channel typed as id, mention, or `#name`. */
export const channelNamed = (
  state: Readonly<State>,
  text: string,
  types?: readonly ChannelType[],
): StoredChannel | undefined => {
  const name = bare(text, /^<#(\d+)>$/);
  return [...state.channels.values()].find(
    (channel) =>
      (isSame(channel.id, name) || isSame(channel.name, name)) &&
      (types === undefined || types.includes(channel.type)),
  );
};

const bare = (text: string, mention: RegExp): string =>
  mention.exec(text.trim())?.[1] ?? text.trim().replace(/^[@#]/, '');

const isSame = (known: string, typed: string): boolean =>
  known.toLowerCase() === typed.toLowerCase();

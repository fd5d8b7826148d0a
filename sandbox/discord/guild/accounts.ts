import type { APIUser, UserFlags } from 'discord-api-types/v10';
import { withFlags } from '../flags.ts';

/** An account that is a member of the guild: the bot's, or a person's. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly bot: boolean;
  readonly roleIds: readonly string[];
  /** Discord locale of this person's client. */
  readonly locale: string;
  readonly joinedAt: string;
}

export const GUILD_ID = '1100000000000000001';
export const APPLICATION_ID = '1100000000000000002';

/** Roles beside @everyone, whose id is the guild's. */
export const MODERATOR_ROLE_ID = '1100000000000000011';
export const BOT_ROLE_ID = '1100000000000000012';
export const FANS_ROLE_ID = '1100000000000000013';

const person = (
  serial: number,
  username: string,
  displayName: string,
  locale: string,
  roleIds: readonly string[],
): Account => ({
  id: `11000000000000001${String(serial).padStart(2, '0')}`,
  username,
  displayName,
  bot: false,
  roleIds,
  locale,
  joinedAt: `2024-0${serial}-1${serial}T18:20:00.000000+00:00`,
});

/** The bot's own account; Discord gives it the id of its application. */
export const BOT: Account = {
  id: APPLICATION_ID,
  username: 'bandeja',
  displayName: 'Bandeja',
  bot: true,
  roleIds: [BOT_ROLE_ID],
  locale: 'en-US',
  joinedAt: '2024-01-11T09:00:00.000000+00:00',
};

/** The people, invented. The first member and the first moderator are the ones scripts mean. */
export const PEOPLE: readonly Account[] = [
  person(1, 'nora', 'Nora', 'en-US', [FANS_ROLE_ID]),
  person(2, 'tomas', 'Tomás', 'es-ES', [MODERATOR_ROLE_ID]),
  person(3, 'iker', 'Iker', 'es-ES', []),
  person(4, 'svea', 'Svea', 'sv-SE', [FANS_ROLE_ID]),
  person(5, 'clara', 'Clara', 'en-GB', [MODERATOR_ROLE_ID]),
  person(6, 'chiara', 'Chiara', 'it', []),
  person(7, 'manon', 'Manon', 'fr', []),
  person(8, 'thiago', 'Thiago', 'pt-BR', []),
];

/** Who founded the guild: an owner has every permission. */
export const OWNER_ID = '1100000000000000105';

/** Everybody in the guild. */
export const ACCOUNTS: ReadonlyMap<string, Account> = new Map(
  [BOT, ...PEOPLE].map((account) => [account.id, account]),
);

/** The token that the bot logs in with: its first part is the application's id, as Discord's is. */
export const BOT_TOKEN = `${Buffer.from(APPLICATION_ID).toString('base64url')}.local.discord`;

/** An account as Discord's user object. */
export const userOf = (account: Account): APIUser => ({
  id: account.id,
  username: account.username,
  discriminator: account.bot ? '2604' : '0',
  global_name: account.bot ? null : account.displayName,
  avatar: null,
  ...(account.bot ? { bot: true } : {}),
  public_flags: withFlags<UserFlags>(undefined, 0),
  flags: withFlags<UserFlags>(undefined, 0),
  primary_guild: null,
});

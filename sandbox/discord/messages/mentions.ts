import type { APIAllowedMentions, APIRole } from 'discord-api-types/v10';
import type { Account } from '../guild/accounts.ts';

/** The mentions of a text, after `allowed_mentions` and the sender's permissions. */
export interface Mentions {
  readonly everyone: boolean;
  readonly userIds: readonly string[];
  readonly roleIds: readonly string[];
}

export interface MentionSituation {
  readonly text: string;
  /** Absent: everything that the text mentions is allowed. */
  readonly allowed: APIAllowedMentions | null | undefined;
  /** Whether the sender may mention @everyone, @here and every role. */
  readonly mayMentionEveryone: boolean;
  readonly members: ReadonlyMap<string, Account>;
  readonly roles: readonly APIRole[];
  /** The author of the message that is answered, when it is an answer. */
  readonly repliedUserId: string | null;
}

/** Resolves the mentions of a message as Discord does. */
export const resolveMentions = (situation: MentionSituation): Mentions => {
  const { text, allowed, mayMentionEveryone, members, roles, repliedUserId } = situation;
  const allows = allowance(allowed);
  const userIds = idsIn(text, /<@!?(\d+)>/g).filter((id) => members.has(id) && allows('users', id));
  const roleIds = idsIn(text, /<@&(\d+)>/g).filter((id) => {
    const role = roles.find((one) => one.id === id);
    return role !== undefined && (role.mentionable || mayMentionEveryone) && allows('roles', id);
  });
  const pingsReplied = repliedUserId !== null && (allowed ? (allowed.replied_user ?? false) : true);
  return {
    everyone: mayMentionEveryone && allows('everyone') && /@(everyone|here)\b/.test(text),
    userIds: [...new Set([...userIds, ...(pingsReplied ? [repliedUserId] : [])])],
    roleIds,
  };
};

const allowance = (allowed: APIAllowedMentions | null | undefined) => {
  const parsed: readonly string[] | undefined = allowed?.parse;
  return (kind: 'users' | 'roles' | 'everyone', id?: string): boolean => {
    if (!allowed) return true;
    if (parsed?.includes(kind)) return true;
    return kind !== 'everyone' && id !== undefined && (allowed[kind]?.includes(id) ?? false);
  };
};

const idsIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].flatMap(([, id]) => id ?? [])),
];

import { bitsOf, type PermissionName } from '../permissions.ts';
import { BOT } from './accounts.ts';

/** What an invitation of the bot asks for, unless its link names something else. */
export const INVITED: readonly PermissionName[] = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'ManageThreads',
  'ManageMessages',
  'PinMessages',
  'EmbedLinks',
  'AttachFiles',
  'AddReactions',
  'ReadMessageHistory',
  'MentionEveryone',
  'CreateEvents',
  'ManageEvents',
];

/** Whether the guild has the bot, and what its own role gives it there. */
export interface BotMembership {
  readonly isMember: boolean;
  /** Discord's bit field of permissions, as a decimal number. */
  readonly permissions: string;
  /** ISO 8601. */
  readonly joinedAt: string;
  /** Until when it may only read, ISO 8601; absent for never. */
  readonly timedOutUntil?: string | null;
}

/** The bot as a fresh guild has it. */
export const FIRST_MEMBERSHIP: BotMembership = {
  isMember: true,
  permissions: String(bitsOf(INVITED)),
  joinedAt: BOT.joinedAt,
};

import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { formErrors, type FormIssue } from './validation/form-errors.ts';

/** A refusal in Discord's words: HTTP status, its numeric code, and its message. */
export class DiscordError extends Error {
  override readonly name = 'DiscordError';
  readonly status: number;
  readonly code: number;
  readonly errors: unknown;

  constructor(status: number, code: number, message: string, errors?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }

  /** The JSON body that Discord would send. */
  body(): Record<string, unknown> {
    const body = { message: this.message, code: this.code };
    return this.errors === undefined ? body : { ...body, errors: this.errors };
  }
}

// Status, code and message: https://docs.discord.com/developers/topics/opcodes-and-status-codes
const REFUSALS = {
  notFound: [404, 0, '404: Not Found'],
  unauthorized: [401, 0, '401: Unauthorized'],
  unknownApplication: [404, 10002, 'Unknown Application'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownRole: [404, 10011, 'Unknown Role'],
  unknownOverwrite: [404, 10009, 'Unknown Overwrite'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownEmoji: [400, 10014, 'Unknown Emoji'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownEvent: [404, 10070, 'Unknown Guild Scheduled Event'],
  unknownTag: [404, 10087, 'Unknown Tag'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  unknownCommandPermissions: [404, 10066, 'Unknown application command permissions'],
  tooManyWebhooks: [400, 30007, 'Maximum number of webhooks reached (15)'],
  tooManyReactions: [400, 30010, 'Maximum number of reactions reached (20)'],
  tooManyPins: [400, 30003, 'Maximum number of pins reached (250)'],
  tooManyCommands: [400, 30032, 'Maximum number of application commands reached (100).'],
  tooManyEvents: [400, 30038, 'Maximum number of uncompleted guild scheduled events reached (100)'],
  fileTooLarge: [413, 40005, 'Request entity too large'],
  alreadyCrossposted: [400, 40033, 'This message has already been crossposted.'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  missingAccess: [403, 50001, 'Missing Access'],
  notInDirectMessages: [403, 50003, 'Cannot execute action on a DM channel'],
  notTheAuthor: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  cannotMessageUser: [403, 50007, 'Cannot send messages to this user'],
  notATextChannel: [400, 50008, 'Cannot send messages in a non-text channel'],
  noMutualGuilds: [403, 50278, 'Cannot send messages to this user due to having no mutual guilds'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  invalidToken: [401, 50027, 'Invalid Webhook Token'],
  invalidRole: [400, 50028, 'Invalid Role'],
  badBulkDelete: [400, 50034, 'A message provided was too old to bulk delete'],
  wrongChannelType: [400, 50024, 'Cannot execute action on this channel type'],
  systemMessage: [403, 50021, 'Cannot execute action on a system message'],
  archivedThread: [400, 50083, 'Thread is archived'],
  lockedThread: [400, 160005, 'Thread is locked'],
  tooManyThreads: [400, 160006, 'Maximum number of active threads reached'],
  noTagForAll: [400, 40066, 'There are no tags available that can be set by non-moderators'],
  tagRequired: [400, 40067, 'A tag is required to create a forum post in this channel'],
  blockedMessage: [400, 200000, 'Message was blocked by automatic moderation'],
  blockedTitle: [400, 200001, 'Title was blocked by automatic moderation'],
  invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
  replyNeedsHistory: [400, 160002, 'Cannot reply without permission to read message history'],
  threadExists: [400, 160004, 'A thread has already been created for this message'],
  finishedEvent: [400, 180000, 'Cannot update a finished event'],
} as const satisfies Record<string, readonly [number, number, string]>;

/** The refusal of this name. */
export const refusal = (name: keyof typeof REFUSALS): DiscordError => {
  const [status, code, message] = REFUSALS[name];
  return new DiscordError(status, code, message);
};

/** The refusal with a code of Discord's list, or with one that it does not have. */
export const refusalWith = (code: number): DiscordError => {
  const [status, , message] = Object.values(REFUSALS).find((known) => known[1] === code) ?? [
    /^(?:50|40333)/.test(String(code)) ? 403 : 400,
    code,
    (RESTJSONErrorCodes[code] ?? 'Unknown error').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
  ];
  return new DiscordError(status, code, message);
};

/** 50035: the request's form is invalid; `issues` say where and why. */
export const invalidForm = (issues: readonly FormIssue[]): DiscordError =>
  new DiscordError(400, 50035, 'Invalid Form Body', formErrors(issues));

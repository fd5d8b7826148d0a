import type { LocalDiscord } from '#sandbox/discord/index.ts';

/** A message, as far as the tests compare it. */
export interface SentMessage {
  readonly id: string;
  readonly content: string;
}

/** A bot on a library that this project does not maintain; all ids are Discord's. */
export interface ForeignBot {
  /** The names of the servers that the bot knows. */
  readonly guildNames: () => readonly string[];
  /** What people have written since the login. */
  readonly received: readonly string[];
  /** Registers `COMMANDS`, handles them from then on, and returns their names. */
  readonly register: () => Promise<readonly string[]>;
  readonly send: (channel: string, content: string) => Promise<SentMessage>;
  readonly reply: (channel: string, to: string, content: string) => Promise<SentMessage>;
  readonly edit: (channel: string, message: string, content: string) => Promise<SentMessage>;
  readonly remove: (channel: string, message: string) => Promise<unknown>;
  /** The names of the files of the message. */
  readonly sendFile: (channel: string, name: string, bytes: Buffer) => Promise<readonly string[]>;
  /** The newest messages, newest first. */
  readonly history: (channel: string, limit: number) => Promise<readonly string[]>;
  readonly react: (channel: string, message: string, emoji: string) => Promise<unknown>;
  /** The names of the people who reacted. */
  readonly reactions: (channel: string, message: string, emoji: string) => Promise<string[]>;
  readonly unreact: (channel: string, message: string, emoji: string) => Promise<unknown>;
  readonly pin: (channel: string, message: string) => Promise<unknown>;
  /** Opens a thread on a message, and returns its id. */
  readonly openThread: (channel: string, message: string, name: string) => Promise<string>;
  /** Sends a direct message. */
  readonly direct: (person: string, content: string) => Promise<SentMessage>;
  /** Denies a role these permissions in a channel. */
  readonly deny: (channel: string, role: string, permissions: bigint) => Promise<unknown>;
  readonly undeny: (channel: string, role: string) => Promise<unknown>;
  readonly createRole: (guild: string, name: string) => Promise<string>;
  /** The role's name afterwards. */
  readonly renameRole: (guild: string, role: string, name: string) => Promise<string>;
  readonly roleNames: (guild: string) => Promise<readonly string[]>;
  readonly giveRole: (guild: string, member: string, role: string) => Promise<unknown>;
  readonly takeRole: (guild: string, member: string, role: string) => Promise<unknown>;
  readonly deleteRole: (guild: string, role: string) => Promise<unknown>;
  readonly createWebhook: (channel: string, name: string) => Promise<Webhook>;
  readonly webhookNames: (channel: string) => Promise<readonly string[]>;
  readonly execute: (webhook: Webhook, content: string, as: string) => Promise<SentMessage>;
  readonly editExecuted: (
    webhook: Webhook,
    message: string,
    content: string,
  ) => Promise<SentMessage>;
  readonly deleteWebhook: (webhook: Webhook) => Promise<unknown>;
  /** Discord's code of an error with which one of these calls was rejected. */
  readonly codeOf: (error: unknown) => number | string | undefined;
  /** Resolves once the next cut connection has been resumed. */
  readonly resumed: () => Promise<unknown>;
  readonly stop: () => unknown;
}

export interface Webhook {
  readonly id: string;
  readonly token: string;
}

/** Logs a bot in, and waits until it is ready. */
export type StartForeignBot = (local: LocalDiscord) => Promise<ForeignBot>;

const command = (name: string, options: readonly object[] = []) => ({
  type: 1 as const,
  name,
  description: `Tries ${name}`,
  options: [...options],
});

/** The commands that the bots register; a comment says how each bot responds. */
export const COMMANDS = [
  // "Hello <who>"; autocompletes "<typed>!".
  command('hello', [
    { type: 3, name: 'who', description: 'Whom', required: true, autocomplete: true },
  ]),
  // Defers, and edits the response to "Done".
  command('later'),
  // "First", then the follow-up "Second".
  command('twice'),
  // "For you alone", visible only to the user.
  command('private'),
  // "Choose", with a button that changes it to "Pressed" and a select that gets "Chose <value>".
  command('board'),
  // Opens a form with the text input `name`, and responds to it with "Thanks, <name>".
  command('form'),
  // "See", with the file score.txt.
  command('file'),
];

export const SCORE = { name: 'score.txt', bytes: Buffer.from('6-4 6-4') };

import type { LocalDiscord } from '#sandbox/discord/index.ts';

/** A message, as far as the tests compare it. */
export interface Said {
  readonly id: string;
  readonly content: string;
}

/** A bot on a library that this project does not maintain; all ids are Discord's. */
export interface ForeignBot {
  /** The names of the servers that it was told of. */
  readonly guildNames: () => readonly string[];
  /** What people have written since the login. */
  readonly heard: readonly string[];
  /** Registers `COMMANDS`, and answers them from then on. Gives the registered names. */
  readonly register: () => Promise<readonly string[]>;
  readonly send: (channel: string, content: string) => Promise<Said>;
  readonly reply: (channel: string, to: string, content: string) => Promise<Said>;
  readonly edit: (channel: string, message: string, content: string) => Promise<Said>;
  readonly remove: (channel: string, message: string) => Promise<unknown>;
  /** The names of the message's files. */
  readonly sendFile: (channel: string, name: string, bytes: Buffer) => Promise<readonly string[]>;
  /** The newest messages, the newest first. */
  readonly history: (channel: string, limit: number) => Promise<readonly string[]>;
  readonly react: (channel: string, message: string, emoji: string) => Promise<unknown>;
  /** The names of who reacted. */
  readonly reactions: (channel: string, message: string, emoji: string) => Promise<string[]>;
  readonly unreact: (channel: string, message: string, emoji: string) => Promise<unknown>;
  readonly pin: (channel: string, message: string) => Promise<unknown>;
  /** A thread that starts with a message; its id. */
  readonly openThread: (channel: string, message: string, name: string) => Promise<string>;
  /** Writes to a person directly. */
  readonly direct: (person: string, content: string) => Promise<Said>;
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
  readonly execute: (webhook: Webhook, content: string, as: string) => Promise<Said>;
  readonly editExecuted: (webhook: Webhook, message: string, content: string) => Promise<Said>;
  readonly deleteWebhook: (webhook: Webhook) => Promise<unknown>;
  /** Discord's number of an error that one of these calls was rejected with. */
  readonly codeOf: (error: unknown) => number | string | undefined;
  /** Settles when the next cut connection has been resumed. */
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

/** What the bots register, and how each of them answers it. */
export const COMMANDS = [
  // "Hello <who>"; autocompletes "<typed>!".
  command('hello', [
    { type: 3, name: 'who', description: 'Whom', required: true, autocomplete: true },
  ]),
  // Defers, and edits the promise to "Done".
  command('later'),
  // "First", then the follow-up "Second".
  command('twice'),
  // "For you alone", to the asker alone.
  command('private'),
  // "Choose", with `BOARD`; the button makes it "Pressed", the select is answered "Chose <value>".
  command('board'),
  // Opens a form with the text `name`; submitted, it is answered "Thanks, <name>".
  command('form'),
  // "See", with the file score.txt.
  command('file'),
];

export const SCORE = { name: 'score.txt', bytes: Buffer.from('6-4 6-4') };

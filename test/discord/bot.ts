import { onTestFinished } from 'vitest';
import { createClient, login, reportTrouble } from '#src/discord/client.ts';
import type { Command, Services } from '#src/discord/command.ts';
import { dispatchInteractions } from '#src/discord/dispatch.ts';
import { registerCommands } from '#src/discord/register.ts';
import { translator } from '#src/i18n/i18n.ts';
import type { MessageBody } from '#src/render/message.ts';
import type { LocalDiscord } from '#src/sandbox/discord/index.ts';
import { aLog } from '../lib/log.ts';

/** Commands of these tests take nothing from the rest of the house. */
const NOTHING: unknown = new Proxy(
  {},
  {
    get: (_services, name) => {
      if (name === 'placeOf') return () => Promise.resolve({ locale: null, isDelayed: false });
      throw new Error(`a test took ${String(name)} from the house`);
    },
  },
);

/** A command that answers so. */
export const aCommand = (
  name: string,
  run: Command['run'],
  overrides: Partial<Command> = {},
): Command => ({
  definition: { name, description: `A test of ${name}` },
  visibility: 'public',
  run,
  ...overrides,
});

export const says = (content: string): MessageBody => ({ content });

/** What a member reads when something unexpected happened, and when a control is outdated. */
export const UNEXPECTED = translator('en')('error.unexpected');
export const OUTDATED = translator('en')('error.outdated-control');

/** Our dispatcher on a real client, with these commands registered; ended with the test. */
export const aDispatcher = async (local: LocalDiscord, commands: readonly Command[]) => {
  const { apiUrl, token } = local;
  await registerCommands({ apiUrl, token, commands });
  const client = createClient({ apiUrl });
  onTestFinished(() => client.destroy());
  const log = aLog();
  reportTrouble(client, log);
  dispatchInteractions({ client, commands, services: NOTHING as Services, log });
  await login(client, token);
  return { client, log };
};

/** Something that a test ends when it is time. */
export const aGate = <T>() => Promise.withResolvers<T>();

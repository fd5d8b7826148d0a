import { openBot, type RemoteBot } from '../bots/remote.ts';
import type { BotName } from '../bots/bot.ts';
import type { Bench } from '../finding.ts';
import type { Rules } from '../judge/rules.ts';
import { copyOfWorld } from '../world/world.ts';

/** The setup of a measurement: a reset Discord, and a fresh copy of the world. */
export interface Session {
  readonly bot: RemoteBot;
  readonly file: string;
}

/** Starts a bot under these rules, runs `act`, and stops it. */
export const inSession = async <T>(
  { judge }: Bench,
  { name, rules }: { readonly name: BotName; readonly rules: Rules },
  act: (session: Session) => Promise<T>,
): Promise<T> => {
  const file = await copyOfWorld('session');
  await judge.begin(rules);
  const bot = await openBot(name, { file, apiUrl: judge.apiUrl, token: name });
  try {
    return await act({ bot, file });
  } finally {
    await bot.kill();
  }
};

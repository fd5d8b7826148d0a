import { commands } from '../../commands/index.ts';
import { readDiscordConfig } from '../config.ts';
import { definitionsOf } from '../discord/command.ts';
import { registerCommands } from '../discord/registered.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from '../entry.ts';

const USAGE = `npm run deploy

  Registers the bot's commands with Discord. Run it once, and again when commands change. It has no
  options: its settings come from the environment, or from the file .env beside package.json.`;

argumentsOrExit(USAGE, {});
const discord = configuredOrExit('register its commands', readDiscordConfig);

try {
  await registerCommands({ ...discord, commands });
  const { length } = definitionsOf(commands);
  console.log(`Registered ${length} commands for all servers of the bot.`);
} catch (error) {
  exitWith(error, 'npm run doctor tells more.');
}

import { commands } from '../commands/index.ts';
import { readDiscordConfig } from './config.ts';
import { registerCommands } from './discord/register.ts';
import { argumentsOrExit, configuredOrExit, exitWith } from './entry.ts';

const USAGE = `npm run deploy

  Tells Discord the commands of the bot: once, and again when they change. It takes no options: what it
  needs stands in the environment, or in the file .env beside package.json.`;

argumentsOrExit(USAGE, {});
const discord = configuredOrExit(readDiscordConfig);

try {
  await registerCommands({ ...discord, commands });
  console.log(`Registered ${commands.length} commands for all servers of the bot.`);
} catch (error) {
  exitWith(error, 'npm run doctor tells more.');
}

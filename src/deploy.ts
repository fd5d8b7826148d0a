import { commands } from '../commands/index.ts';
import { readDiscordConfig } from './config.ts';
import { registerCommands } from './discord/register.ts';
import { configuredOrExit, exitWith } from './entry.ts';

const discord = configuredOrExit(readDiscordConfig);

try {
  await registerCommands({ ...discord, commands });
  console.log(`Registered ${commands.length} commands for all servers of the bot.`);
} catch (error) {
  exitWith(error, 'npm run doctor tells more.');
}

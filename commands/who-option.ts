import {
  ApplicationCommandOptionType,
  type APIApplicationCommandStringOption,
} from 'discord-api-types/v10';
import { choice, labels } from './labels.ts';

/** The user, the channel, or direct messages (follow-place.ts, `scopeOf`). */
export const whoOption = (
  pick: Parameters<typeof labels>[0],
): APIApplicationCommandStringOption => ({
  ...labels(pick),
  type: ApplicationCommandOptionType.String,
  choices: [
    choice('me', (texts) => texts.choice.me),
    choice('channel', (texts) => texts.choice.channel),
    choice('direct', (texts) => texts.choice.direct),
  ],
});

import {
  MessageFlags,
  type AutocompleteInteraction,
  type BaseInteraction,
  type ChatInputCommandInteraction,
  type Interaction,
  type MessageComponentInteraction,
} from 'discord.js';
import { UserError } from '../errors.ts';
import { inTime } from '../lib/in-time.ts';
import { withDetails, type Logger } from '../lib/logger.ts';
import { answerTo } from './answer.ts';
import type { Choice, Command, Place, Services } from './command.ts';
import { readerIn } from '../i18n/i18n.ts';
import {
  askerOf,
  autocompleteRequest,
  commandRequest,
  pressRequest,
  type Surroundings,
} from './request.ts';

export interface DispatchOptions extends Surroundings {
  readonly commands: readonly Command[];
  readonly services: Services;
  readonly log: Logger;
}

/** Discord's limits of autocomplete: choices, and characters of a choice's name. */
const MAX_CHOICES = 25;
const MAX_CHOICE_NAME = 100;

/** Less than what remains of Discord's three seconds when an answer that takes long is announced. */
const PLACE_WITHIN = 1_000;

/** A place of which nothing can be read: as if alerts came late there, for nobody must learn too much. */
const UNKNOWN: Place = { locale: null, isDelayed: true };

/**
 * Brings every interaction to its command, and every answer back. The one error boundary of
 * interactions: whatever fails, the person is answered, in their language.
 */
export const createDispatch = (options: DispatchOptions): ((interaction: Interaction) => void) => {
  const { commands, services, log } = options;
  const byName = new Map(commands.map((command) => [command.definition.name, command]));
  const logOf = (interaction: BaseInteraction): Logger => withDetails(log, factsOf(interaction));

  /** Whatever is wrong with our memory of a place, who asks there is answered in time. */
  const placeOf = async (interaction: BaseInteraction): Promise<Place> => {
    const { channelId, parentId } = askerOf(interaction, options);
    try {
      return await inTime(services.placeOf({ channelId, parentId }), PLACE_WITHIN);
    } catch (error) {
      logOf(interaction).error(
        { err: error, channelId },
        'what was chosen for a channel cannot be read',
      );
      return UNKNOWN;
    }
  };

  const runCommand = async (interaction: ChatInputCommandInteraction): Promise<void> => {
    const command = byName.get(interaction.commandName);
    const { visibility: usual = 'private' } = command ?? {};
    const text = (name: string): string | null => interaction.options.getString(name);
    const isPersonal = command?.isPersonal?.({ text }) ?? false;
    const place = await placeOf(interaction);
    const visibility = place.isDelayed || isPersonal ? 'private' : usual;
    await answerTo(interaction, { visibility, update: false, log: logOf(interaction) }, () => {
      if (command === undefined) throw new UserError('outdated-control');
      return command.run(commandRequest(interaction, visibility, place, options), services);
    });
  };

  const press = async (interaction: MessageComponentInteraction): Promise<void> => {
    const [name = '', ...values] = interaction.customId.split(':');
    const pressed = byName.get(name)?.press;
    const { answer: told = 'private' } = pressed ?? {};
    const answer = typeof told === 'string' ? told : told(values);
    const update = answer === 'update';
    const place = await placeOf(interaction);
    await answerTo(interaction, { visibility: 'private', update, log: logOf(interaction) }, () => {
      if (pressed === undefined) throw new UserError('outdated-control');
      return pressed.run(pressRequest(interaction, values, answer, place, options), services);
    });
  };

  const choicesFor = async (interaction: AutocompleteInteraction): Promise<readonly Choice[]> => {
    try {
      const command = byName.get(interaction.commandName);
      return (
        (await command?.autocomplete?.(autocompleteRequest(interaction, options), services)) ?? []
      );
    } catch (error) {
      logOf(interaction).error({ err: error }, 'a name could not be completed');
      return [];
    }
  };

  const complete = async (interaction: AutocompleteInteraction): Promise<void> => {
    const choices = await choicesFor(interaction);
    await interaction.respond(
      choices
        .slice(0, MAX_CHOICES)
        .map((choice) => ({ ...choice, name: choice.name.slice(0, MAX_CHOICE_NAME) })),
    );
  };

  return (interaction) => {
    const failed = (error: unknown): void => {
      logOf(interaction).error({ err: error }, 'an interaction could not be answered');
    };
    if (interaction.isChatInputCommand()) void runCommand(interaction).catch(failed);
    else if (interaction.isButton() || interaction.isAnySelectMenu()) {
      void press(interaction).catch(failed);
    } else if (interaction.isAutocomplete()) void complete(interaction).catch(failed);
    else if (interaction.isRepliable()) {
      const { t } = readerIn(interaction.locale);
      const content = t('error.outdated-control');
      interaction.reply({ content, flags: MessageFlags.Ephemeral }).catch(failed);
    }
  };
};

/** By what an interaction is known in the log. Nothing of what was typed or chosen is. */
const factsOf = (interaction: BaseInteraction): object => ({
  interaction: interaction.id,
  command: commandOf(interaction),
  guildId: interaction.guildId,
});

const commandOf = (interaction: BaseInteraction): string | null => {
  if (interaction.isCommand() || interaction.isAutocomplete()) return interaction.commandName;
  const isPress = interaction.isMessageComponent();
  return isPress ? (interaction.customId.split(':', 1)[0] ?? null) : null;
};

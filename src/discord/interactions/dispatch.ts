import { MessageFlags } from 'discord-api-types/v10';
import { UserError } from '../../errors.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { withDetails, type Logger } from '../../lib/logger.ts';
import { truncate } from '../../lib/text.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Choice, Command, Services } from '../command.ts';
import { CHOICES_MAX, CHOICE_TEXT_MAX } from '../message-limits.ts';
import type { Rest } from '../rest/rest.ts';
import { answerTo, openForm, PRIVATELY, refuse } from './answer.ts';
import { createHiddenAnswers, SHOW } from './hidden-answers.ts';
import { boundedText, controlParts, customIdsIn, textLimits } from './input.ts';
import {
  readInteraction,
  type Answerable,
  type AutocompleteInteraction,
  type CommandInteraction,
  type ControlInteraction,
  type Interaction,
  type MessageInteraction,
} from './interaction.ts';
import { createPerforming } from './performing.ts';
import type { Refreshes } from './refreshes.ts';
import {
  answerKey,
  givenByComponent,
  givenInCommand,
  givenInForm,
  isOnMessage,
  isPrivate,
  logFieldsOf,
  userOf,
  type Rendering,
  type RequestContext,
} from './request.ts';
import { createShares, SHARE } from './shares.ts';
import { UNKNOWN_PLACE, UNKNOWN_VIEW, useOf, viewOf, type Use } from './use.ts';
import type { InteractionKind, UseLimits } from './use-limits.ts';

interface DispatchOptions extends RequestContext {
  readonly rest: Rest;
  readonly commands: readonly Command[];
  readonly services: Services;
  readonly limits: UseLimits;
  readonly refreshes: Refreshes;
  readonly rendering: Rendering;
  /** Whether the operator has blocked one of these users or servers. */
  readonly isBlocked: (ids: readonly string[]) => boolean;
  readonly log: Logger;
}

/**
 * Routes every interaction to its command and sends the answer. The only error boundary of
 * interactions: the user always gets an answer, in their language.
 * @returns takes an interaction as Discord sends it; throws when that is unreadable
 */
export const createDispatch = (options: DispatchOptions): ((raw: unknown) => void) => {
  const { commands, services, log } = options;
  const byName = new Map(
    commands.map((command) => [
      command.definition.name,
      { ...command, limits: textLimits(command.definition) },
    ]),
  );

  const byMessageCommand = new Map(
    commands.flatMap(({ onMessage: entry }) =>
      entry === undefined ? [] : [[entry.definition.name, entry] as const],
    ),
  );

  const answers = createHiddenAnswers(options.rendering);
  const shares = createShares({ ...options, commandOf: (name) => byName.get(name) });

  const logOf = (interaction: Interaction): Logger => withDetails(log, logFieldsOf(interaction));

  const outdated = (): Promise<never> => Promise.reject(new UserError('outdated-control'));

  /** Why the user must wait or is blocked; null for neither. Makes no query. */
  const refusalOf = (use: InteractionKind, user: Interaction): UserError | null =>
    options.isBlocked([user.userId, user.guildId].filter((id) => id !== null))
      ? new UserError('blocked')
      : options.limits.take(use, user);

  /** Responds, or sends a blocked or rate-limited user the reason, privately. */
  const answer = async <I extends Answerable>(
    interaction: I,
    respond: (use: Use<I>) => Promise<void>,
  ): Promise<void> => {
    const unread = { interaction, view: UNKNOWN_VIEW, log: logOf(interaction) };
    const refusal = refusalOf('command', interaction);
    if (refusal !== null) {
      await refuse(unread, refusal);
      return;
    }
    try {
      await respond(await useOf(interaction, options, unread.log));
    } catch (error) {
      // Even an unreadable, forged interaction gets an answer.
      if (interaction.isAnswered()) throw error;
      await refuse(unread, error);
    }
  };

  const { answerCurrent, perform, repeatOf } = createPerforming(options, answer);

  const runCommand = (interaction: CommandInteraction): Promise<void> =>
    answer(interaction, (use) => {
      const command = byName.get(interaction.commandName);
      const { visibility = 'private', limits = new Map<string, number>() } = command ?? {};
      const given = givenInCommand(interaction, limits, options);
      return perform(use, {
        userId: interaction.userId,
        command,
        visibility,
        isPersonal: command?.isPersonal?.(given) ?? false,
        requestOf: (user) => ({ ...user, ...given }),
        run: (request, key) =>
          command === undefined
            ? outdated()
            : answers.present(key, request, () => command.run(request, services), command),
      });
    });

  /** A press of a button or menu, which may open a form; or a form that was sent. */
  const onControl = (interaction: ControlInteraction): Promise<void> =>
    repeatOf(interaction)?.() ??
    answer(interaction, async (use) => {
      const [name = '', ...values] = controlParts(interaction.customId);
      const command = byName.get(name);
      const isUpdate = updates(interaction, values, command);
      const isOfAll = isUpdate && interaction.guildId !== null && !isPrivate(interaction);
      // A message from before its channel was guarded stays as it is.
      const update = isUpdate && !(isOfAll && use.place.isGuarded);
      const isForAll = isOfAll && update;
      const visibility = update && !isPrivate(interaction) ? 'public' : 'private';
      const user = userOf(use, options, visibility);
      // Only the controls of a public command are in messages of the whole channel, and no forged ones.
      const isMisplaced =
        (isOfAll && command?.visibility !== 'public') || !isOnMessage(interaction);
      const { component, form, present: shown } = isMisplaced ? {} : (command ?? {});
      const present = shown === undefined ? undefined : () => shown({ ...user, values }, services);
      if (interaction.kind === 'form') {
        const given = givenInForm(interaction, values);
        await perform(use, {
          userId: interaction.userId,
          visibility: 'private',
          isPersonal: true,
          present,
          requestOf: (reader) => ({ ...reader, ...given }),
          run: (filled) => (form === undefined ? outdated() : form.submit(filled, services)),
        });
        return;
      }
      const control = { ...use, interaction };
      if (interaction.customId.startsWith(SHARE)) {
        await shares.share(control);
        return;
      }
      const given = givenByComponent(interaction, values, options);
      const request = { ...user, ...given, isPrivate: !isForAll };
      const shownKey = answerKey(interaction);
      if (interaction.customId === SHOW) {
        await answerTo(use, { visibility: 'private', update: true }, async () =>
          shares.offer(use, shownKey, request, await answers.show(shownKey)),
        );
        return;
      }
      if (form?.opens(values) === true) {
        await openForm(control, () => form.show(request, services));
        return;
      }
      const key = update ? shownKey : interaction.id;
      const work = async (): Promise<MessageBody> => {
        if (component === undefined) return await outdated();
        const render = () => component.run(request, services);
        const body = await answers.present(key, request, render, command, shownKey);
        return isForAll ? body : shares.offer(use, key, request, body);
      };
      const answerOptions = {
        visibility: isForAll ? 'public' : 'private',
        update,
        present,
      } as const;
      await answerCurrent(use, { ...answerOptions, command }, request, work);
    });

  const onMessage = (interaction: MessageInteraction): Promise<void> =>
    answer(interaction, (use) =>
      answerTo(use, PRIVATELY, async () => {
        const command = byMessageCommand.get(interaction.commandName);
        if (command === undefined) return await outdated();
        const { id, author, components } = interaction.target;
        const isOwn = author.id === interaction.applicationId;
        const message = { id, controls: isOwn ? customIdsIn(components) : [] };
        const request = { ...userOf(use, options), message };
        return await answers.present(interaction.id, request, () => command.run(request, services));
      }),
    );

  const choicesFor = async (interaction: AutocompleteInteraction): Promise<readonly Choice[]> => {
    const command = byName.get(interaction.commandName);
    if (command?.autocomplete === undefined) return [];
    if (refusalOf('autocomplete', interaction) !== null) return [];
    try {
      const view = await viewOf(interaction, options, logOf(interaction));
      const user = userOf({ interaction, view, place: UNKNOWN_PLACE }, options);
      const text = boundedText(command.limits, interaction.options.text);
      const option = interaction.options.focused;
      const request = { ...user, option, typed: text(option) ?? '', text };
      return await command.autocomplete(request, services);
    } catch (error) {
      logOf(interaction).error({ err: error }, 'autocomplete failed');
      return [];
    }
  };

  const complete = async (interaction: AutocompleteInteraction): Promise<void> => {
    const choices = await choicesFor(interaction);
    await interaction.respond(
      choices
        // Discord refuses all choices if one is too long.
        .filter(({ value }) => String(value).length <= CHOICE_TEXT_MAX)
        .slice(0, CHOICES_MAX)
        .map((choice) => ({ ...choice, name: truncate(choice.name, CHOICE_TEXT_MAX) })),
    );
  };

  const dispatched = (interaction: Interaction): Promise<void> => {
    switch (interaction.kind) {
      case 'command':
        return runCommand(interaction);
      case 'message':
        return onMessage(interaction);
      case 'component':
      case 'form':
        return onControl(interaction);
      case 'autocomplete':
        return complete(interaction);
      case 'unknown': {
        const content = readerIn(interaction.locale).t('error.outdated-control');
        return interaction.reply({ content, flags: MessageFlags.Ephemeral });
      }
    }
  };

  return (raw) => {
    const interaction = readInteraction(options.rest, raw);
    dispatched(interaction).catch((error: unknown) => {
      logOf(interaction).error({ err: error }, 'interaction could not be answered');
    });
  };
};

/** Whether the answer edits the message of a control; a form edits the one that it was opened from. */
const updates = (
  interaction: ControlInteraction,
  values: readonly string[],
  command: Pick<Command, 'component'> | undefined,
): boolean => {
  if (interaction.kind === 'form') return interaction.message !== null;
  const { answer = 'private' } = command?.component ?? {};
  return (typeof answer === 'string' ? answer : answer(values)) === 'update';
};

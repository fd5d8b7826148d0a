import { MessageFlags } from 'discord-api-types/v10';
import { UserError } from '../../errors.ts';
import { truncate } from '../../lib/text.ts';
import { withDetails, type Logger } from '../../lib/logger.ts';
import { answerTo, openForm } from './answer.ts';
import {
  readInteraction,
  type Answerable,
  type AutocompleteInteraction,
  type CommandInteraction,
  type ControlInteraction,
  type Interaction,
  type MessageInteraction,
} from './interaction.ts';
import type { Refreshes } from './refreshes.ts';
import { settingsFor, viewOf, type InteractionSettings } from './interaction-settings.ts';
import { createHiddenAnswers, SHOW } from './hidden-answers.ts';
import { controlParts, textLimits } from './input.ts';
import { answerKey, createPerforming } from './performing.ts';
import { createShares, SHARE } from './shares.ts';
import type { Choice, Command, Services } from '../command.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Rest } from '../rest/rest.ts';
import { readerIn } from '../../i18n/i18n.ts';
import { CHOICES_MAX, CHOICE_TEXT_MAX } from '../message-limits.ts';
import {
  answerKindOf,
  autocompleteRequest,
  commandTexts,
  componentRequest,
  controlUserOf,
  formRequest,
  isOnMessage,
  isPrivate,
  logFieldsOf,
  messageRequest,
  type Rendering,
  type RequestContext,
} from './request.ts';
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

  const privately = (interaction: Answerable, locale: string | null = null) =>
    ({ visibility: 'private', update: false, locale, log: logOf(interaction) }) as const;

  /** Why the user must wait or is blocked; null for neither. Makes no query. */
  const refusalOf = (use: InteractionKind, user: Interaction): UserError | null =>
    options.isBlocked([user.userId, user.guildId].filter((id) => id !== null))
      ? new UserError('blocked')
      : options.limits.take(use, user);

  /** Responds, or sends a blocked or rate-limited user the reason, privately. */
  const answer = async (
    interaction: Answerable,
    respond: (settings: InteractionSettings) => Promise<void>,
  ): Promise<void> => {
    const refuse = (reason: unknown): Promise<void> =>
      answerTo(interaction, privately(interaction), () =>
        Promise.reject(reason instanceof Error ? reason : new Error(String(reason))),
      );
    const refusal = refusalOf('command', interaction);
    if (refusal !== null) {
      await refuse(refusal);
      return;
    }
    try {
      await respond(await settingsFor(interaction, options, logOf(interaction)));
    } catch (error) {
      // Even an unreadable, forged interaction gets an answer.
      if (interaction.isAnswered()) throw error;
      await refuse(error);
    }
  };

  const { answerCurrent, perform, repeatOf } = createPerforming(options, answer, logOf);

  const runCommand = (interaction: CommandInteraction): Promise<void> =>
    answer(interaction, (settings) => {
      const command = byName.get(interaction.commandName);
      const { visibility = 'private', limits = new Map<string, number>() } = command ?? {};
      const typed = commandTexts(interaction, limits, options);
      return perform(interaction, settings, {
        userId: interaction.userId,
        command,
        visibility,
        isPersonal: command?.isPersonal?.(typed) ?? false,
        requestOf: (user) => ({ ...user, ...typed }),
        run: async (request, key) => {
          if (command === undefined) throw new UserError('outdated-control');
          return await answers.present(key, request, () => command.run(request, services), command);
        },
      });
    });

  /** A press of a button or menu, which may open a form; or a form that was sent. */
  const onControl = (interaction: ControlInteraction): Promise<void> =>
    repeatOf(interaction)?.() ??
    answer(interaction, async (settings) => {
      const { place, view } = settings;
      const [name = '', ...values] = controlParts(interaction.customId);
      const command = byName.get(name);
      const wanted = answerKindOf(interaction, values, command);
      const isOfAll =
        wanted === 'update' && interaction.guildId !== null && !isPrivate(interaction);
      // A message from before its channel was guarded stays as it is.
      const isForAll = isOfAll && !place.isGuarded;
      const answerKind = isOfAll && !isForAll ? 'private' : wanted;
      const update = answerKind === 'update';
      const { locale } = view;
      const hidesScores = view.hidesScores && !isForAll;
      const requestContext = { ...options, locale, hidesScores };
      const user = controlUserOf(interaction, answerKind, place, requestContext);
      const key = update ? answerKey(interaction) : interaction.id;
      // Only the controls of a public command are in messages of the whole channel, and no forged ones.
      const isMisplaced =
        (isOfAll && command?.visibility !== 'public') || !isOnMessage(interaction);
      const { component, form, present: shown } = isMisplaced ? {} : (command ?? {});
      const present = shown === undefined ? undefined : () => shown({ ...user, values }, services);
      const answerOptions = { ...privately(interaction, locale), update, present };
      const outdated = (): Promise<never> => Promise.reject(new UserError('outdated-control'));
      if (interaction.kind === 'form') {
        const sent = formRequest(interaction, values, user);
        await perform(interaction, settings, {
          userId: interaction.userId,
          visibility: 'private',
          isPersonal: true,
          present,
          requestOf: (reader) => ({ ...sent, ...reader }),
          run: (filled) => (form === undefined ? outdated() : form.submit(filled, services)),
        });
        return;
      }
      if (interaction.customId.startsWith(SHARE)) {
        await shares.share(interaction, settings, answerOptions);
        return;
      }
      const request = {
        ...componentRequest(interaction, values, user, requestContext),
        isPrivate: !isForAll,
      };
      const offered = async (render: Promise<MessageBody>): Promise<MessageBody> =>
        isForAll ? await render : shares.offer(interaction, place, key, request, await render);
      if (interaction.customId === SHOW) {
        const shown = answerKey(interaction);
        const work = async () =>
          shares.offer(interaction, place, shown, request, await answers.show(shown));
        await answerTo(interaction, { ...answerOptions, update: true }, work);
        return;
      }
      if (form?.opens(values) === true) {
        await openForm(interaction, answerOptions, () => form.show(request, services));
        return;
      }
      const work = () => {
        if (component === undefined) return outdated();
        const render = () => component.run(request, services);
        return offered(answers.present(key, request, render, command, answerKey(interaction)));
      };
      await answerCurrent(interaction, { ...answerOptions, isForAll, command }, request, work);
    });

  const onMessage = (interaction: MessageInteraction): Promise<void> =>
    answer(interaction, async ({ view }) => {
      await answerTo(interaction, privately(interaction, view.locale), async () => {
        const command = byMessageCommand.get(interaction.commandName);
        if (command === undefined) throw new UserError('outdated-control');
        const request = messageRequest(interaction, { ...options, ...view });
        return await answers.present(interaction.id, request, () => command.run(request, services));
      });
    });

  const choicesFor = async (interaction: AutocompleteInteraction): Promise<readonly Choice[]> => {
    const command = byName.get(interaction.commandName);
    if (command?.autocomplete === undefined) return [];
    if (refusalOf('autocomplete', interaction) !== null) return [];
    try {
      const { locale, hidesScores } = await viewOf(interaction, options, logOf(interaction));
      const requestContext = { ...options, locale, hidesScores };
      const request = autocompleteRequest(interaction, command.limits, requestContext);
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

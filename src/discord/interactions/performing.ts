import type { Instant } from '../../domain/terms.ts';
import { UserError } from '../../errors.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import type { Logger } from '../../lib/logger.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Command, CommandUser, Services, Visibility } from '../command.ts';
import { answerTo, inOwnWords, sendable, type AnswerOptions } from './answer.ts';
import { boundedChosen } from './input.ts';
import type { Answerable, ControlInteraction, Interaction } from './interaction.ts';
import {
  settingsFor,
  UNKNOWN_PLACE,
  UNKNOWN_VIEW,
  type InteractionSettings,
} from './interaction-settings.ts';
import type { Refreshes } from './refreshes.ts';
import {
  isOnMessage,
  isPrivate,
  readingUser,
  type Rendering,
  type RequestContext,
} from './request.ts';
import { createTypedNames, runAsMeant, withText, type Texts } from './typed-names.ts';

interface PerformOptions extends RequestContext {
  readonly services: Services;
  readonly refreshes: Refreshes;
  readonly rendering: Rendering;
}

interface CurrentOptions extends AnswerOptions {
  readonly isForAll: boolean;
  readonly command: Pick<Command, 'isRefreshed'> | undefined;
}

/** What was typed in a command or a form, which a menu can repeat with another text. */
interface TypedUse<R extends Texts & CommandUser> extends Pick<AnswerOptions, 'present'> {
  readonly userId: string;
  readonly command?: Pick<Command, 'isRefreshed'> | undefined;
  readonly visibility: Visibility;
  /** Whether the answer is about the user: then it is private. */
  readonly isPersonal: boolean;
  readonly requestOf: (user: CommandUser) => R;
  /** @param key the same for all that is shown in one message */
  readonly run: (request: R, key: string) => Promise<MessageBody>;
}

type Answer = (
  interaction: Answerable,
  respond: (settings: InteractionSettings) => Promise<void>,
) => Promise<void>;

/** Performs what was typed, and keeps the answer current. */
export const createPerforming = (
  options: PerformOptions,
  answer: Answer,
  logOf: (interaction: Interaction) => Logger,
) => {
  const { refreshes } = options;
  const names = createTypedNames(options.rendering);

  /** Answers, and refreshes that while it can, if the command says so; one for everyone no longer once its channel is guarded. */
  const answerCurrent = async (
    interaction: Answerable,
    { isForAll, command, ...answerOptions }: CurrentOptions,
    { t }: Pick<Reader, 't'>,
    work: () => Promise<MessageBody>,
  ): Promise<void> => {
    if (command?.isRefreshed !== true) {
      await answerTo(interaction, answerOptions, work);
      return;
    }
    const key = answerKey(interaction);
    const noted = (body: MessageBody, until: Instant | null): MessageBody =>
      options.rendering.withNote(
        body,
        until === null ? t('refreshOver') : t('refreshedUntil', { when: timestamp(until, 't') }),
      );
    const first: { until?: Instant; shown?: MessageBody } = {};
    await answerTo(interaction, answerOptions, async () => {
      const body = await work();
      // What it showed before is not refreshed any more.
      await refreshes.end(key);
      const until = refreshes.until();
      if (until === null) return body;
      first.until = until;
      first.shown = noted(body, until);
      return first.shown;
    });
    const { until, shown } = first;
    if (until === undefined || shown === undefined) return;
    const render = async (to: Instant | null): Promise<MessageBody> => {
      const { place } = await settingsFor(interaction, options, answerOptions.log);
      if (isForAll && place.isGuarded) throw new UserError('outdated-control');
      return noted(await work(), to);
    };
    const edit = (body: MessageBody): Promise<unknown> =>
      interaction.editReply(sendable(inOwnWords(interaction, answerOptions, body)));
    refreshes.start(key, interaction.userId, until, { shown, render, edit });
  };

  /** The menus of an answer: each repeats the use with the chosen text, for who chooses. */
  const menusOf = <R extends Texts & CommandUser>(interaction: Answerable, use: TypedUse<R>) =>
    names.menusOf(interaction.id, (typed, control, value) =>
      answer(control, (settings) =>
        perform(control, settings, {
          ...use,
          requestOf: (user) => withText(use.requestOf(user), typed, value),
        }),
      ),
    );

  const perform = async <R extends Texts & CommandUser>(
    interaction: Answerable,
    { place, view }: InteractionSettings,
    use: TypedUse<R>,
  ): Promise<void> => {
    const { command, visibility: usual, isPersonal, present } = use;
    const isOwn = interaction.userId === use.userId;
    const { hidesScores } = view;
    const mustHide = place.isGuarded || isPersonal || hidesScores;
    const visibility = mustHide || !isOwn ? 'private' : usual;
    const wasMadePrivate = mustHide && usual === 'public' && !isPersonal;
    // The answer takes the place of its menu, but a private message cannot become public.
    const update =
      isOwn &&
      (interaction.kind === 'component' || interaction.kind === 'form') &&
      isPrivate(interaction) === (visibility === 'private');
    const user = readingUser(interaction, visibility, place, { ...options, ...view });
    const request = use.requestOf(user);
    const { ask, note } = menusOf(interaction, use);
    const log = logOf(interaction);
    const answerOptions = { visibility, update, locale: view.locale, ask, present, log } as const;
    const key = update ? answerKey(interaction) : interaction.id;
    const work = async (): Promise<MessageBody> => {
      const body = note(request, await runAsMeant(request, (filled) => use.run(filled, key)));
      if (!wasMadePrivate || place === UNKNOWN_PLACE || view === UNKNOWN_VIEW) return body;
      return options.rendering.withNote(
        body,
        request.t(hidesScores ? 'privateForHidden' : 'privateForChannel'),
      );
    };
    const current = { ...answerOptions, isForAll: visibility === 'public', command };
    await answerCurrent(interaction, current, request, work);
  };

  /** Repeats what the used menu chose a text for; undefined for another control, or once it is forgotten. */
  const repeatOf = (interaction: ControlInteraction): (() => Promise<void>) | undefined => {
    if (interaction.kind === 'form' || !isOnMessage(interaction)) return undefined;
    const repeat = names.repeatOf(interaction.customId);
    const [value] = boundedChosen(interaction.values);
    return repeat === undefined || value === undefined
      ? undefined
      : () => repeat(interaction, value);
  };

  return { answerCurrent, perform, repeatOf };
};

/** The same for the answer to a command and for each use of its controls, which edit it. */
export const answerKey = (interaction: Answerable): string =>
  interaction.kind === 'component'
    ? (interaction.message.interaction_metadata?.id ?? interaction.message.id)
    : interaction.id;

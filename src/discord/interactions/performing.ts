import type { Instant } from '../../domain/terms.ts';
import { UserError } from '../../errors.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { timestamp } from '../../i18n/text.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Command, CommandUser, Services } from '../command.ts';
import { answerTo, inOwnWords, sendable, type AnswerOptions } from './answer.ts';
import { boundedChosen } from './input.ts';
import type { Answerable, ComponentInteraction, ControlInteraction } from './interaction.ts';
import type { Refreshes } from './refreshes.ts';
import {
  answerKey,
  isOnMessage,
  isPrivate,
  userOf,
  type Rendering,
  type RequestContext,
} from './request.ts';
import { createTypedNames, runAsMeant, withText, type Texts } from './typed-names.ts';
import { isUnknown, useOf, type Use } from './use.ts';

interface PerformOptions extends RequestContext {
  readonly services: Services;
  readonly refreshes: Refreshes;
  readonly rendering: Rendering;
}

interface CurrentOptions extends AnswerOptions {
  readonly command?: Pick<Command, 'isRefreshed'> | undefined;
}

/** What was typed in a command or a form, which a menu can repeat with another text. */
interface TypedUse<R extends Texts & CommandUser> extends Omit<CurrentOptions, 'update' | 'ask'> {
  readonly userId: string;
  /** Whether the answer is about the user: then it is private. */
  readonly isPersonal: boolean;
  readonly requestOf: (user: CommandUser) => R;
  /** @param key the same for all that is shown in one message */
  readonly run: (request: R, key: string) => Promise<MessageBody>;
}

type Answer = (
  interaction: ComponentInteraction,
  respond: (use: Use<ComponentInteraction>) => Promise<void>,
) => Promise<void>;

/** Performs what was typed, and keeps the answer current. */
export const createPerforming = (options: PerformOptions, answer: Answer) => {
  const { refreshes, rendering } = options;
  const names = createTypedNames(rendering);

  /** Answers, and refreshes that while it can, if the command says so; one for everyone no longer once its channel is guarded. */
  const answerCurrent = async (
    use: Use<Answerable>,
    { command, ...answerOptions }: CurrentOptions,
    { t }: Pick<Reader, 't'>,
    work: () => Promise<MessageBody>,
  ): Promise<void> => {
    const { interaction, log } = use;
    if (command?.isRefreshed !== true) {
      await answerTo(use, answerOptions, work);
      return;
    }
    const key = answerKey(interaction);
    const noted = (body: MessageBody, until: Instant | null): MessageBody =>
      rendering.withNote(
        body,
        until === null ? t('refreshOver') : t('refreshedUntil', { when: timestamp(until, 't') }),
      );
    let first: { readonly until: Instant; readonly shown: MessageBody } | undefined;
    await answerTo(use, answerOptions, async () => {
      const body = await work();
      // What it showed before is not refreshed any more.
      await refreshes.end(key);
      const until = refreshes.until();
      if (until === null) return body;
      first = { until, shown: noted(body, until) };
      return first.shown;
    });
    if (first === undefined) return;
    const render = async (to: Instant | null): Promise<MessageBody> => {
      const { place } = await useOf(interaction, options, log);
      if (answerOptions.visibility === 'public' && place.isGuarded) {
        throw new UserError('outdated-control');
      }
      return noted(await work(), to);
    };
    const edit = (body: MessageBody): Promise<unknown> =>
      interaction.editReply(sendable(inOwnWords(interaction, answerOptions, body)));
    refreshes.start(key, interaction.userId, { ...first, render, edit });
  };

  /** The menus of an answer: each repeats the use with the chosen text, for who chooses. */
  const menusOf = <R extends Texts & CommandUser>(interactionId: string, typedUse: TypedUse<R>) =>
    names.menusOf(interactionId, (typed, control, value) =>
      answer(control, (use) =>
        perform(use, {
          ...typedUse,
          requestOf: (user) => withText(typedUse.requestOf(user), typed, value),
        }),
      ),
    );

  const perform = async <R extends Texts & CommandUser>(
    use: Use<Answerable>,
    typedUse: TypedUse<R>,
  ): Promise<void> => {
    const { interaction, place, view } = use;
    const { userId, command, visibility: usual, isPersonal, present } = typedUse;
    const isOwn = interaction.userId === userId;
    const mustHide = place.isGuarded || isPersonal || view.hidesScores;
    const visibility = mustHide || !isOwn ? 'private' : usual;
    const wasMadePrivate = mustHide && usual === 'public' && !isPersonal;
    // The answer takes the place of its menu, but a private message cannot become public.
    const update =
      isOwn &&
      (interaction.kind === 'component' || interaction.kind === 'form') &&
      isPrivate(interaction) === (visibility === 'private');
    const request = typedUse.requestOf(userOf(use, options, visibility));
    const { ask, note } = menusOf(interaction.id, typedUse);
    const key = update ? answerKey(interaction) : interaction.id;
    await answerCurrent(use, { visibility, update, ask, present, command }, request, async () => {
      const body = note(request, await runAsMeant(request, (filled) => typedUse.run(filled, key)));
      if (!wasMadePrivate || isUnknown(use)) return body;
      const why = view.hidesScores ? 'privateForHidden' : 'privateForChannel';
      return rendering.withNote(body, request.t(why));
    });
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

import {
  MessageFlags,
  RESTJSONErrorCodes,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord-api-types/v10';
import { FormRefused, UserError, type ProblemValues } from '../../errors.ts';
import { readerIn, type Reader } from '../../i18n/i18n.ts';
import { outside, timestamp } from '../../i18n/text.ts';
import { pause } from '../../lib/pause.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import type { Form } from '../../render/forms.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Visibility } from '../command.ts';
import { DiscordError, codeOf } from '../rest/errors.ts';
import { attachmentsOf } from '../rest/rest.ts';
import type { Answerable, AnswerMessage, ComponentInteraction } from './interaction.ts';
import { menuWordsIn } from './menu-words.ts';
import { hasMessage, isPrivate } from './request.ts';
import { choiceLines } from './typed-names.ts';
import type { Use } from './use.ts';

/** What is answered; an error in the language that its user chose. */
type Answered<I extends Answerable = Answerable> = Omit<Use<I>, 'place'>;

export interface AnswerOptions {
  readonly visibility: Visibility;
  /** Whether the answer replaces the message of the component. */
  readonly update: boolean;
  /** A menu for an error that names choices. */
  readonly ask?: (reader: Reader, error: unknown) => MessageBody['components'];
  /** What the message that is replaced shows now: an error stands above that, and it is not left outdated. */
  readonly present?: (() => Promise<MessageBody>) | undefined;
}

export const PRIVATELY = { visibility: 'private', update: false } as const;

/** After this the reply is deferred ("is thinking…"), long before Discord's three seconds end. */
const DEFER_AFTER_MS = 1_000;

/**
 * Answers an interaction with what `work` returns, deferred when that takes long; an error becomes a
 * private message in the user's language.
 */
export const answerTo = async (
  use: Answered,
  options: AnswerOptions,
  work: () => Promise<MessageBody>,
): Promise<void> => {
  const outcome = outcomeOf(use, options, async () =>
    inOwnWords(use.interaction, options, await work()),
  );
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(late.resolve, DEFER_AFTER_MS, true);
  const isLate = await Promise.race([outcome.then(() => false), late.promise]);
  clearTimeout(timer);
  if (isLate) await defer(use.interaction, options);
  const { body, failed } = await outcome;
  const answer = retried(isLate ? completeLate : complete);
  try {
    await answer(use, { ...options, body, failed });
  } catch (error) {
    if (failed || !isRejection(error)) throw error;
    await answer(use, { ...options, body: apology(use, error), failed: true });
  }
};

/** Answers with the reason why there is no other answer. */
export const refuse = (use: Answered, reason: unknown): Promise<void> =>
  answerTo(use, PRIVATELY, () =>
    Promise.reject(reason instanceof Error ? reason : new Error(String(reason))),
  );

/** Requests are retried within milliseconds, but an outage takes longer. */
const RETRY_DELAY_MS = 1_000;

const isServerError = (error: unknown): boolean =>
  error instanceof DiscordError && error.status >= 500;

/** Discord may refuse the files alone: as too large, or because the bot may not attach any there. */
const mayBeForFiles = (error: unknown, { files = [] }: MessageBody): boolean =>
  error instanceof DiscordError && [400, 403, 413].includes(error.status) && files.length > 0;

interface Outcome {
  readonly body: MessageBody;
  readonly failed: boolean;
}

type Complete = (use: Answered, completion: AnswerOptions & Outcome) => Promise<void>;

/** Retries an answer once after a 5xx, or a refusal of its files, without them: they may be the cause. */
const retried =
  (answer: Complete): Complete =>
  async (use, completion) => {
    try {
      await answer(use, completion);
    } catch (error) {
      const isRefused = mayBeForFiles(error, completion.body);
      if (!isServerError(error) && !isRefused) throw error;
      if (isRefused) use.log.warn({ err: error }, 'answer refused, sent without its files');
      else await pause(RETRY_DELAY_MS);
      await answer(use, { ...completion, body: { ...completion.body, files: [] } });
      if (isRefused) await sayRefused(use);
    }
  };

/** Tells who asked that something is missing in the answer, which stands without it. */
const sayRefused = async (use: Answered): Promise<void> => {
  const content = readerOf(use).t('refusedFile');
  try {
    await use.interaction.followUp({ content, ...flagsOf('private') });
  } catch (error) {
    use.log.warn({ err: error }, 'nobody was told that the files are missing');
  }
};

/** Discord rejects the answer: our bug, and the user is still waiting. */
const isRejection = (error: unknown): boolean =>
  error instanceof DiscordError && error.status === 400;

const outcomeOf = async (
  use: Answered,
  { ask, update, present }: AnswerOptions,
  work: () => Promise<MessageBody>,
): Promise<Outcome> => {
  try {
    return { body: await work(), failed: false };
  } catch (error) {
    const components = ask?.(readerOf(use), error) ?? [];
    const sorry = apology(use, error);
    // Of a message that cannot be shown any more, the error alone says why.
    const shown = update ? await present?.().catch(() => undefined) : undefined;
    const rows = [...(shown?.components ?? []), ...components];
    const body = { ...shown, ...sorry, components: rows };
    return { body: menuWordsIn(body, use.interaction), failed: shown === undefined };
  }
};

/** An answer with the commands as its reader's Discord lists them; one for everyone stays as it is. */
export const inOwnWords = (
  interaction: Answerable,
  { visibility, update }: Pick<AnswerOptions, 'visibility' | 'update'>,
  body: MessageBody,
): MessageBody => {
  const isForOne =
    update && hasMessage(interaction) ? isPrivate(interaction) : visibility === 'private';
  return isForOne || interaction.guildId === null ? menuWordsIn(body, interaction) : body;
};

const readerOf = ({ interaction, view }: Answered): Reader =>
  readerIn(view.locale ?? interaction.locale);

/** Shows the text of a `UserError`; any other error is logged, and the user sees a general sentence. */
const apology = (use: Answered, error: unknown): MessageBody => {
  const { t } = readerOf(use);
  const isUserError = error instanceof UserError;
  const details = { err: error };
  if (!isUserError) use.log.error(details, 'command failed');
  else if (error.cause !== undefined)
    use.log.warn(details, 'command answered with an error message');
  return {
    content: isUserError ? sentencesOf(t, error).join('\n') : t('error.unexpected'),
    allowed_mentions: { parse: [] },
  };
};

const sentencesOf = (t: Reader['t'], error: UserError): readonly string[] => [
  ...(error instanceof FormRefused
    ? error.refusals.flatMap((each) => [...sentencesOf(t, each), ...choiceLines(each)])
    : []),
  t(`error.${error.problem}`, { replace: shownValues(error.values) }),
];

const shownValues = (values: ProblemValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shownValue(value)]));

const shownValue = (value: ProblemValues[string]): string => {
  if (typeof value === 'string') return outside(value, 200);
  if ('list' in value) return value.list.map((each) => outside(each, 100)).join(', ');
  return 'at' in value ? timestamp(value.at, 'R') : `<#${value.channelId}>`;
};

const flagsOf = (visibility: Visibility) =>
  visibility === 'private' ? { flags: MessageFlags.Ephemeral } : {};

const defer = async (interaction: Answerable, { visibility, update }: AnswerOptions) => {
  if (update && hasMessage(interaction)) await interaction.deferUpdate();
  else await interaction.deferReply(flagsOf(visibility));
};

const complete: Complete = async ({ interaction }, { body, failed, visibility, update }) => {
  const message = sendable(body);
  if (update && !failed && hasMessage(interaction)) await interaction.update(message);
  else await interaction.reply({ ...message, ...flagsOf(failed ? 'private' : visibility) });
};

const completeLate: Complete = async ({ interaction }, { body, failed, visibility, update }) => {
  const message = sendable(body);
  const isShownToAll = failed && (update || visibility === 'public');
  if (!isShownToAll) {
    await interaction.editReply(message);
    return;
  }
  // A deferred public answer cannot become private, and the first follow-up would replace it: it is
  // deleted before the error is sent.
  if (!update) await deleteDeferred(interaction);
  await interaction.followUp({ ...message, ...flagsOf('private') });
};

/** Deletes the deferred reply; a retry may find it deleted. */
const deleteDeferred = async (interaction: Answerable): Promise<void> => {
  try {
    await interaction.deleteReply();
  } catch (error) {
    if (codeOf(error) !== RESTJSONErrorCodes.UnknownMessage.valueOf()) throw error;
  }
};

const followUp: Complete = async ({ interaction }, { body, failed }) => {
  await interaction.followUp({ ...sendable(body), ...flagsOf(failed ? 'private' : 'public') });
};

/**
 * Posts what `work` returns for everyone, below the private message of a button, and disables the button;
 * an error becomes a private message.
 * @returns whether it was posted
 */
export const shareBelow = async (
  use: Answered<ComponentInteraction>,
  work: () => Promise<MessageBody>,
): Promise<boolean> => {
  await use.interaction.deferUpdate();
  const outcome = await outcomeOf(use, PRIVATELY, work);
  await retried(followUp)(use, { ...PRIVATELY, ...outcome });
  if (outcome.failed) return false;
  await use.interaction.editReply({ components: withDisabled(use.interaction) });
  return true;
};

/** The components of a message, the used one disabled. */
const withDisabled = ({ message, customId }: ComponentInteraction) =>
  JSON.parse(
    JSON.stringify(message.components, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'custom_id' in value
        ? { ...value, ...(value.custom_id === customId ? { disabled: true } : {}) }
        : value,
    ),
  ) as APIActionRowComponent<APIComponentInMessageActionRow>[];

/** With the read of the settings, this stays below the three seconds in which Discord takes a form. */
const FORM_TIMEOUT_MS = 1_000;

/** Opens a form, which nothing may come before: an error becomes a private message. */
export const openForm = async (
  use: Answered<ComponentInteraction>,
  show: () => Promise<Form>,
): Promise<void> => {
  let shown: Form;
  try {
    shown = await withTimeout(show(), FORM_TIMEOUT_MS);
  } catch (error) {
    await refuse(use, error);
    return;
  }
  await use.interaction.showModal(shown);
};

/** A response as Discord takes it: it pings nobody, and an edit keeps nothing of what was there. */
export const sendable = ({
  content = '',
  embeds = [],
  components = [],
  files = [],
}: MessageBody): AnswerMessage => ({
  content,
  embeds,
  components,
  attachments: attachmentsOf(files),
  files,
  allowed_mentions: { parse: [] },
});

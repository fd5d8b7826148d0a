import {
  InteractionResponseType,
  type APIApplicationCommandOptionChoice,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import type { Discord } from '../discord.ts';
import { messageOf, type StoredInteraction, type StoredMessage } from '../state/state.ts';
import type { InteractionNews } from './news.ts';

/** The result of an interaction so far. */
export interface InteractionOutcome {
  readonly interaction: StoredInteraction;
  /** How it was acknowledged; null when it was not. */
  readonly with: InteractionResponseType | null;
  readonly acknowledgedAt: number | null;
  readonly answeredAt: number | null;
  readonly message: StoredMessage | null;
  readonly choices: readonly APIApplicationCommandOptionChoice[];
  readonly modal: APIModalInteractionResponseCallbackData | null;
}

const DEFERS: readonly (InteractionResponseType | null)[] = [
  InteractionResponseType.DeferredChannelMessageWithSource,
  InteractionResponseType.DeferredMessageUpdate,
];

const ANSWERS: readonly (InteractionResponseType | null)[] = [
  InteractionResponseType.ChannelMessageWithSource,
  InteractionResponseType.UpdateMessage,
];

/**
 * Starts an interaction and waits for its end: the answer, the message after a deferral, or nothing
 * within the time that Discord allows.
 */
export const interactionOutcome = (
  discord: Discord,
  begin: () => StoredInteraction,
): Promise<InteractionOutcome> =>
  new Promise((resolve) => {
    const { acknowledgeMs, deferredAnswerMs, deferredUpdateMs } = discord.limits;
    const interaction = begin();
    let outcome: InteractionOutcome = {
      interaction,
      with: null,
      acknowledgedAt: null,
      answeredAt: null,
      message: null,
      choices: [],
      modal: null,
    };

    const end = () => {
      clearTimeout(deadline);
      unsubscribe();
      const original = originalOf(discord, interaction);
      resolve({ ...outcome, message: outcome.message ?? original });
    };
    let deadline = setTimeout(end, acknowledgeMs);

    const onNews = (news: InteractionNews) => {
      if (news.id !== interaction.id) return;
      if (news.type === 'answered') {
        outcome = { ...outcome, answeredAt: news.at, message: news.message };
        end();
        return;
      }
      const { choices, modal } = news;
      outcome = { ...outcome, with: news.with, acknowledgedAt: news.at, choices, modal };
      if (DEFERS.includes(news.with)) {
        const isUpdate = news.with === InteractionResponseType.DeferredMessageUpdate;
        clearTimeout(deadline);
        deadline = setTimeout(end, isUpdate ? deferredUpdateMs : deferredAnswerMs);
      } else if (!ANSWERS.includes(news.with)) {
        outcome = { ...outcome, answeredAt: news.at };
        end();
      }
    };
    const unsubscribe = discord.interactionNews.subscribe(onNews);
  });

const originalOf = ({ state }: Discord, { token, channelId }: StoredInteraction) => {
  const id = state.interactions.get(token)?.originalId;
  return id ? (messageOf(state, channelId, id) ?? null) : null;
};

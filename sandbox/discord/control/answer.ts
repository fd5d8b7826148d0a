import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import type { Answer } from '../control-contract.ts';
import type { Discord } from '../discord.ts';
import type { Account } from '../guild/accounts.ts';
import type { ClientMemory } from '../interactions/memory.ts';
import type { InteractionOutcome } from '../interactions/outcome.ts';
import { showMessage } from '../messages/announce.ts';

const NOTHING: Answer = {
  status: 'offline',
  acknowledgedAfter: null,
  answeredAfter: null,
  ephemeral: false,
  message: null,
  modal: null,
  modalId: null,
};

/** Sends the interaction to the bot, if one is connected, and returns the result. */
export const answerTo = async (
  discord: Discord,
  memory: ClientMemory,
  person: Account,
  ask: () => Promise<InteractionOutcome>,
): Promise<Answer> => {
  if (!discord.isBotOnline()) return NOTHING;
  const outcome = await ask();
  const { interaction, message } = outcome;
  const modalId = outcome.modal === null ? null : interaction.id;
  if (outcome.modal !== null) {
    const modal = { modal: outcome.modal, personId: person.id, opener: interaction };
    memory.modals.set(interaction.id, modal);
  }
  return {
    status: statusOf(outcome),
    acknowledgedAfter: sinceOf(outcome, outcome.acknowledgedAt),
    answeredAfter: sinceOf(outcome, outcome.answeredAt),
    ephemeral: (message?.ephemeralFor ?? null) !== null,
    message: message === null ? null : showMessage(discord, message, person.id),
    modal: outcome.modal,
    modalId,
  };
};

const sinceOf = ({ interaction }: InteractionOutcome, at: number | null): number | null =>
  at === null ? null : at - interaction.createdAt;

const statusOf = (outcome: InteractionOutcome): Answer['status'] => {
  const { interaction, message, answeredAt } = outcome;
  if (outcome.with === null) return 'no-answer';
  if (outcome.with === InteractionResponseType.Modal) return 'modal';
  const isPress =
    interaction.type === InteractionType.MessageComponent ||
    interaction.type === InteractionType.ModalSubmit;
  if (isPress && message !== null && message.body.id === interaction.sourceMessageId)
    return 'updated';
  return answeredAt === null ? 'no-answer' : 'answered';
};

import type {
  APIApplicationCommandOptionChoice,
  APIModalInteractionResponseCallbackData,
  InteractionResponseType,
} from 'discord-api-types/v10';
import type { StoredMessage } from '../state/state.ts';

/** What a bot did with an interaction. */
export type InteractionNews =
  | {
      readonly type: 'acknowledged';
      readonly id: string;
      readonly at: number;
      readonly with: InteractionResponseType;
      readonly choices: readonly APIApplicationCommandOptionChoice[];
      readonly modal: APIModalInteractionResponseCallbackData | null;
    }
  | {
      /** The answer exists: a new message, or the edited pressed one. */
      readonly type: 'answered';
      readonly id: string;
      readonly at: number;
      readonly message: StoredMessage;
    };

import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { Offered } from './option-values.ts';

/** An open form: what it asks, whom, and from where it was opened. */
export interface OpenModal {
  readonly modal: APIModalInteractionResponseCallbackData;
  readonly personId: string;
  readonly channelId: string;
  readonly sourceMessageId: string | null;
}

/** What people's clients remember between two acts; gone with the process. */
export interface ClientMemory {
  /** Choices most recently offered, by person, command and option. */
  readonly offered: Map<string, Offered>;
  readonly modals: Map<string, OpenModal>;
}

export const emptyMemory = (): ClientMemory => ({ offered: new Map(), modals: new Map() });

export const offeredKey = (personId: string, commandId: string, path: readonly string[]): string =>
  [personId, commandId, ...path].join(' ');

import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import type { StoredInteraction } from '../state/state.ts';
import type { Offered } from './option-values.ts';

/** An open form: its fields and its person. */
export interface OpenModal {
  readonly modal: APIModalInteractionResponseCallbackData;
  readonly personId: string;
  /** The interaction that the form answered. */
  readonly opener: StoredInteraction;
}

/** State of people's clients between two actions, in memory only. */
export interface ClientMemory {
  /** Choices most recently offered, by person, command and option. */
  readonly offered: Map<string, Offered>;
  readonly modals: Map<string, OpenModal>;
}

export const emptyClientMemory = (): ClientMemory => ({ offered: new Map(), modals: new Map() });

export const offeredKey = (personId: string, commandId: string, path: readonly string[]): string =>
  [personId, commandId, ...path].join(' ');

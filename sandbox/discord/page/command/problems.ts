import { ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';

import { takesFile, type CommandDraft, type Field } from './draft.ts';

/** What keeps the draft from being run, and in which field. */
export interface Problem {
  readonly index: number;
  readonly text: string;
}

/** The first thing that Discord's client would object to; null when the command can be run. */
export function firstProblem(draft: CommandDraft): Problem | null {
  for (const [index, field] of draft.fields.entries()) {
    const text = problemOf(field);
    if (text !== null) return { index, text };
  }
  return null;
}

/** The objection to one field, as a sentence; null when it is fine. */
export function problemOf(field: Field): string | null {
  const { option } = field;
  const text = field.text.trim();
  if (text === '') return option.required === true ? `“${option.label}” is required.` : null;
  if (takesFile(option))
    return field.file === undefined ? `“${option.label}”: choose a file.` : null;
  if (option.type === Kind.Integer || option.type === Kind.Number) {
    return numberProblem(field, text, option);
  }
  if (option.type === Kind.String) {
    const { choiceNames } = option;
    if (choiceNames.size > 0 && !choiceNames.has(text)) {
      return `“${option.label}”: choose one from the list.`;
    }
    return lengthProblem(option.label, text.length, option);
  }
  return null;
}

function numberProblem(
  field: Field,
  text: string,
  bounds: { readonly min_value?: number; readonly max_value?: number },
): string | null {
  const { label, type } = field.option;
  const value = Number(text.replace(',', '.'));
  if (field.picked) return null;
  if (Number.isNaN(value)) return `“${label}” must be a number.`;
  if (type === Kind.Integer && !Number.isInteger(value)) return `“${label}” must be whole.`;
  if (bounds.min_value !== undefined && value < bounds.min_value) {
    return `“${label}” must be at least ${bounds.min_value}.`;
  }
  if (bounds.max_value !== undefined && value > bounds.max_value) {
    return `“${label}” must be at most ${bounds.max_value}.`;
  }
  return null;
}

function lengthProblem(
  label: string,
  length: number,
  bounds: { readonly min_length?: number; readonly max_length?: number },
): string | null {
  if (bounds.min_length !== undefined && length < bounds.min_length) {
    return `“${label}” needs at least ${bounds.min_length} characters.`;
  }
  if (bounds.max_length !== undefined && length > bounds.max_length) {
    return `“${label}” takes at most ${bounds.max_length} characters.`;
  }
  return null;
}

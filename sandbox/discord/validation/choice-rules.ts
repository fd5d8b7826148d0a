import { lengthOf } from '../text-length.ts';
import { issueIf, type FormIssue } from './form-errors.ts';

const VALUE_LENGTH = 100;

/**
 * Choices of an option, fixed or offered during autocomplete. The published schema lets a value
 * have 6,000 characters; the documentation, and Discord, 100.
 */
export const choiceValueRules = (
  choices: readonly { readonly value: string | number }[],
  path: readonly PropertyKey[],
): FormIssue[] =>
  choices.flatMap(({ value }, at) =>
    issueIf(
      typeof value === 'string' && lengthOf(value) > VALUE_LENGTH,
      [...path, at, 'value'],
      'BASE_TYPE_MAX_LENGTH',
      `Must be ${VALUE_LENGTH} or fewer in length.`,
    ),
  );

import * as z from 'zod';
import type { FormIssue } from './form-errors.ts';
import { isObject } from '../json.ts';

type ZodIssue = z.core.$ZodIssue;

/** What is wrong with `value` by one of Discord's published schemas; empty when nothing is. */
export const schemaIssues = (schema: z.core.$ZodType, value: unknown): FormIssue[] => {
  const result = z.safeParse(schema, value);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => inDiscordsWords(issue, value, []));
};

const inDiscordsWords = (
  issue: ZodIssue,
  root: unknown,
  parentPath: readonly PropertyKey[],
): FormIssue[] => {
  const path = [...parentPath, ...issue.path];
  if (issue.code === 'invalid_union') return ofUnion(issue.errors, root, path);
  const found = valueAt(root, path);
  const [code, message] = wordsFor(issue, found);
  return [{ path, code, message }];
};

/**
 * A union fails with the issues of all its members: those of the member that the value's `type`
 * names are what Discord would say; without one, the type itself is wrong.
 */
const ofUnion = (
  members: readonly (readonly ZodIssue[])[],
  root: unknown,
  path: readonly PropertyKey[],
): FormIssue[] => {
  const meant = members.find(
    (issues) => issues.length > 0 && !issues.some((issue) => issue.path.join() === 'type'),
  );
  const found = valueAt(root, path);
  if (meant !== undefined && isObject(found)) {
    return meant.flatMap((issue) => inDiscordsWords(issue, root, path));
  }
  if (isObject(found) && 'type' in found) {
    const message = 'The specified type is not valid in this position.';
    return [{ path: [...path, 'type'], code: 'UNION_TYPE_CHOICES', message }];
  }
  return [{ path, code: 'UNION_TYPE_CHOICES', message: 'Could not interpret this value.' }];
};

const REQUIRED = ['BASE_TYPE_REQUIRED', 'This field is required'] as const;

const wordsFor = (issue: ZodIssue, found: unknown): readonly [code: string, message: string] => {
  switch (issue.code) {
    case 'invalid_type':
      return found === undefined ? REQUIRED : wrongType(issue.expected, found);
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array'
        ? ['BASE_TYPE_MAX_LENGTH', `Must be ${issue.maximum} or fewer in length.`]
        : ['NUMBER_TYPE_MAX', `Value should be less than or equal to ${issue.maximum}.`];
    case 'too_small':
      if (issue.origin !== 'string' && issue.origin !== 'array') {
        return ['NUMBER_TYPE_MIN', `Value should be greater than or equal to ${issue.minimum}.`];
      }
      return found === ''
        ? REQUIRED
        : ['BASE_TYPE_MIN_LENGTH', `Must be ${issue.minimum} or more in length.`];
    case 'invalid_format':
      return wrongFormat(issue.format, found);
    case 'invalid_value':
      return found === undefined
        ? REQUIRED
        : ['BASE_TYPE_CHOICES', `Value must be one of {${issue.values.map(String).join(', ')}}.`];
    default:
      return ['BASE_TYPE_INVALID', issue.message];
  }
};

const WRONG_TYPE: Readonly<Record<string, readonly [string, (found: string) => string]>> = {
  string: ['STRING_TYPE_CONVERT', (found) => `Could not interpret "${found}" as string.`],
  number: ['NUMBER_TYPE_COERCE', (found) => `Value "${found}" is not a number.`],
  int: ['NUMBER_TYPE_COERCE', (found) => `Value "${found}" is not int.`],
  boolean: ['BOOLEAN_TYPE_CONVERT', () => 'Must be either true or false.'],
  array: ['LIST_TYPE_CONVERT', () => 'Only iterables may be used in a ListType'],
  object: ['MODEL_TYPE_CONVERT', () => 'Only dictionaries may be used in a ModelType'],
  record: ['DICT_TYPE_CONVERT', () => 'Only dictionaries may be used in a DictType'],
};

const wrongType = (expected: string, found: unknown): readonly [string, string] => {
  const [code, message] = WRONG_TYPE[expected] ?? [
    'BASE_TYPE_INVALID',
    (text: string) => `Value "${text}" is not of type ${expected}.`,
  ];
  return [code, message(JSON.stringify(found))];
};

const wrongFormat = (format: string, found: unknown): readonly [string, string] => {
  if (format === 'url') return ['URL_TYPE_INVALID_URL', 'Not a well formed URL.'];
  if (format === 'datetime') {
    return ['DATE_TIME_TYPE_PARSE', `Could not parse ${String(found)}. Should be ISO8601.`];
  }
  return ['NUMBER_TYPE_COERCE', `Value "${String(found)}" is not snowflake.`];
};

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value.at(Number(key));
    return isObject(value) ? value[String(key)] : undefined;
  }, root);

import type * as z from 'zod';
import { invalidForm } from '../errors.ts';
import { isObject } from '../json.ts';
import type { FormIssue } from './form-errors.ts';
import { schemaIssues } from './schema-issues.ts';

/**
 * A bot's payload, checked against Discord's published schema and against the rules that the
 * schema lacks. Throws error 50035 that says where it is wrong.
 *
 * @param rules documented limits beyond the schema; asked only when the schema is content
 */
export const accept = <Body>(
  schema: z.core.$ZodType,
  value: unknown,
  rules: (body: Body) => readonly FormIssue[] = () => [],
): Body => {
  const issues = schemaIssues(schema, asSchemaReads(value));
  if (issues.length > 0) throw invalidForm(issues);
  // The one boundary: the schema has just shown that the value is what the type says.
  const body = value as Body;
  const broken = rules(body);
  if (broken.length > 0) throw invalidForm(broken);
  return body;
};

/**
 * Discord reads a little more than its schema says: ids as numbers, permissions as strings,
 * times with an offset. This is the value as the schema would have it.
 */
const asSchemaReads = (value: unknown, key = '', parentKey = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => asSchemaReads(item, '', key));
  if (isObject(value)) {
    const entries = Object.entries(value);
    const inner = key === '' ? parentKey : key;
    return Object.fromEntries(
      entries.map(([name, part]) => [name, asSchemaReads(part, name, inner)]),
    );
  }
  return (READINGS[key] ?? ((part) => part))(value, parentKey);
};

const isoInstant = (value: unknown): unknown => {
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? value : new Date(time).toISOString();
};

const bits = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

const READINGS: Readonly<Record<string, (value: unknown, parentKey: string) => unknown>> = {
  default_member_permissions: bits,
  permissions: bits,
  allow: bits,
  deny: bits,
  id: (value, parentKey) =>
    parentKey === 'attachments' && typeof value === 'number' ? String(value) : value,
  timestamp: isoInstant,
  scheduled_start_time: isoInstant,
  scheduled_end_time: isoInstant,
};

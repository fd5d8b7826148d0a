import type { z } from 'zod';

/** A record as it comes. */
export type Row = Readonly<Record<string, unknown>>;

/** What is known of a field besides its type. */
export interface Mark {
  /** `always`: never null; a record is known by these fields. `today`: not in the specification. */
  readonly presence?: 'always' | 'today';
  /** Has a value in certain records: a word for these, and which they are. */
  readonly due?: readonly [word: string, isDue: (row: Row) => boolean];
  /** The schema of the record's fields, of one that hides it. */
  readonly record?: z.core.$ZodType;
}

export const marks = new WeakMap<z.core.$ZodType, Mark>();

const marked = <T extends z.ZodType>(schema: T, mark: Mark): T => {
  const own = schema.clone();
  marks.set(own, { ...marks.get(schema), ...mark });
  return own;
};

/** A field that is never null, its id among them. */
export const always = <T extends z.ZodType>(field: T): T => marked(field, { presence: 'always' });

/** A field of the public service, beyond the specification. */
export const today = <T extends z.ZodType>(field: T): T => marked(field, { presence: 'today' });

/** A field with a value in certain records. */
export const due = <T extends z.ZodType>(field: T, ...when: NonNullable<Mark['due']>): T =>
  marked(field, { due: when });

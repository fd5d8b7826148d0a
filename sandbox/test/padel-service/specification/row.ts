import type { z } from 'zod';

/** An entry of a list, as far as a row reads it. */
export type Entry = Readonly<Record<string, unknown>>;

/** One sentence of the specification that can be tested, with a request that tests it. */
export interface Row {
  readonly says: string;
  /** Method and path; `{name}` stands for a value of the scene. */
  readonly ask: string;
  /** The token, by default that of the pro plan; null sends none. */
  readonly token?: string | null;
  readonly body?: unknown;
  /** The expected status, by default 200. */
  readonly status?: number;
  readonly shape?: z.ZodType;
  /** Holds for the resource, or for every entry of a list that must not be empty. */
  readonly holds?: (entry: Entry) => boolean;
  /** A field by which the list is sorted. */
  readonly ascending?: string;
  readonly descending?: string;
  /** The fields that a 422 names, each with its message. `includes` is a part of any other body. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly includes?: object;
}

export const FREE = 'sandbox-free';

import type { z } from 'zod';

/** An entry of a list, as far as a row looks into it. */
export type Entry = Readonly<Record<string, unknown>>;

/** One sentence of the specification that can be tested, with a request that tests it. */
export interface Row {
  readonly says: string;
  /** Method and address; `{name}` stands for what the scene found. */
  readonly ask: string;
  /** The token; null sends none. The pro token unless it is named. */
  readonly token?: string | null;
  readonly body?: unknown;
  /** 200 unless it is named. */
  readonly status?: number;
  readonly shape?: z.ZodType;
  /** Holds for the resource, or for every entry of a list that must not be empty. */
  readonly holds?: (entry: Entry) => boolean;
  /** A field by which the list is sorted. */
  readonly ascending?: string;
  readonly descending?: string;
  /** Fields that a 422 names, with their message; or parts of another body. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly includes?: object;
}

export const FREE = 'sandbox-free';

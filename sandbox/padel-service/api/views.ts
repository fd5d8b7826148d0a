import type { z } from 'zod';
import type { Knowledge } from '../world/world.ts';
import type { Shown } from './resource.ts';

/** How a profile shows something: the schema of the answer, and what makes it. */
export interface ResourceView<E> {
  readonly schema: z.ZodObject;
  readonly show: (entry: E, known: Knowledge) => Readonly<Record<string, unknown>>;
}

/** Declares a view; what is shown fits its schema. */
export const resourceView = <E, A extends z.ZodObject>(
  schema: A,
  show: (entry: E, known: Knowledge) => Shown<z.output<A>> & Readonly<Record<string, unknown>>,
): ResourceView<E> => ({ schema, show });

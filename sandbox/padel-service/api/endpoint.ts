import { z } from 'zod';
import type { Knowledge } from '../world/world.ts';
import { pageOf, pageSchema, pageToday } from './envelope.ts';
import { integer, paging, readAll } from './input.ts';
import type { Plan } from './plans.ts';
import type { Shown } from './resource.ts';

/**
 * How to add an endpoint:
 * 1. Declare the answer with `resource('Name', { … })` beside the function that makes it
 *    (`resources/`); what the free plan withholds of it is a line in `masks.ts`.
 * 2. Declare the endpoint with `endpoint({ … })`, or `list({ … })` when it is paginated. Ids in the
 *    path are always integers; query and body are made of the pieces in `input.ts`.
 * 3. Throw what `errors.ts` makes: `notFound()`, `moved({ player: 7 })`, `invalid({ … })`.
 * 4. Export it in a list, and name the list in `today/endpoints.ts` (or hand it to `addApi`).
 * Tokens, plans, limits, masks, validation, redirects and `/openapi.json` follow from that.
 */

/** What a request brings, before it is read. */
export interface RawRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** The whole address. */
  readonly url: string;
}

/** A declared endpoint, for the server and the OpenAPI document. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the specification writes it, under `/api`: `/players/{player}`. */
  readonly path: string;
  readonly summary: string;
  /** The smallest plan that includes it. */
  readonly plan: Plan;
  /** Parameters of which the free plan has this value only. */
  readonly freeOnly: Readonly<Record<string, string>>;
  readonly input: {
    readonly path: z.ZodObject;
    readonly query: z.ZodObject;
    /** Null when nothing is read of a body. */
    readonly body: z.ZodObject | null;
  };
  readonly answer: z.ZodType;
  /** @throws ApiError, Moved */
  readonly answerTo: (request: RawRequest, known: Knowledge) => unknown;
}

type PathId<P extends string> = P extends `${string}{${infer Id}}${infer Rest}`
  ? Id | PathId<Rest>
  : never;

/** What was read of a request. */
export interface Input<P extends string, Q extends z.ZodRawShape, B extends z.ZodRawShape> {
  readonly path: Readonly<Record<PathId<P>, number>>;
  readonly query: z.output<z.ZodObject<Q>>;
  readonly body: z.output<z.ZodObject<B>>;
}

interface Declaration<P extends string, Q extends z.ZodRawShape, B extends z.ZodRawShape> {
  readonly method: Endpoint['method'];
  readonly path: P;
  /** One line. */
  readonly summary: string;
  /** The plan that it needs; every plan has the others. */
  readonly plan?: Exclude<Plan, 'free'>;
  /** Parameters of which the free plan has this value only. */
  readonly freeOnly?: Readonly<Record<string, string>>;
  readonly query?: Q;
  readonly body?: B;
}

/** The names of the ids in a path. */
export const idsOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);

const idSchemas = (path: string): z.ZodRawShape =>
  Object.fromEntries(idsOf(path).map((name) => [name, integer({ min: 0 })]));

const NOT_AN_OBJECT = { error: 'The request body must be a JSON object.' };

/**
 * The one boundary of input: what `handle` gets was read by the schemas of the declaration, so its
 * type is the one that they give.
 */
const declare = (
  {
    method,
    path,
    summary,
    plan = 'free',
    freeOnly = {},
    query,
    body,
  }: Omit<Declaration<string, z.ZodRawShape, z.ZodRawShape>, 'plan'> & { readonly plan?: Plan },
  answer: z.ZodType,
  handle: (input: unknown, known: Knowledge, url: string) => unknown,
): Endpoint => {
  const input = {
    path: z.object(idSchemas(path)),
    query: z.object(query ?? {}),
    body: body === undefined ? null : z.object(body, NOT_AN_OBJECT),
  };
  return {
    method,
    path,
    summary,
    plan,
    freeOnly,
    input,
    answer,
    answerTo(request, known) {
      const read = readAll({
        path: { schema: input.path, input: request.params },
        query: { schema: input.query, input: request.query },
        body: { schema: input.body ?? z.unknown(), input: request.body ?? {} },
      });
      return handle(read, known, request.url);
    },
  };
};

/** Declares an endpoint that answers one resource. */
export const endpoint = <
  const P extends string,
  A extends z.ZodType,
  Q extends z.ZodRawShape,
  B extends z.ZodRawShape,
>(
  declaration: Declaration<P, Q, B> & {
    readonly answer: A;
    readonly answerTo: (
      input: Input<P, Q, B>,
      known: Knowledge,
    ) => Shown<z.output<A>> | Promise<Shown<z.output<A>>>;
  },
): Endpoint =>
  declare(declaration, declaration.answer, (input, known) =>
    declaration.answerTo(input as Input<P, Q, B>, known),
  );

/** Declares an endpoint that answers one page of a list; `page` and `per_page` come with it. */
export const list = <
  const P extends string,
  A extends z.ZodObject,
  E,
  Q extends z.ZodRawShape,
  B extends z.ZodRawShape,
>(
  declaration: Declaration<P, Q, B> & {
    /** The resource of which there is a page. */
    readonly of: A;
    /** The whole list, in its order. */
    readonly entries: (input: Input<P, Q, B>, known: Knowledge) => readonly E[];
    /** Makes the resource of an entry; called for the entries of one page. */
    readonly show: (entry: E, known: Knowledge) => Shown<z.output<A>>;
  },
): Endpoint =>
  declare(
    { ...declaration, query: { ...paging, ...declaration.query } },
    pageSchema(declaration.of),
    (read, known, url) => {
      const input = read as Input<P, Q, B> & { query: { page: number; per_page: number } };
      const page = pageOf(declaration.entries(input, known), { ...input.query, url }, (entry) =>
        declaration.show(entry, known),
      );
      return known.profile === 'today' ? pageToday(page) : page;
    },
  );

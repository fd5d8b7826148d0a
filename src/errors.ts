import type en from '#data/locales/en.json';

/**
 * Problems that members see: each has a text in the locale files, `error.<problem>`, which says what
 * happened and what to do next.
 */
export type Problem = keyof (typeof en)['error'];

/**
 * Values in the text. Strings come from outside and are escaped, lists are joined; a channel becomes a
 * mention, an instant (milliseconds) a relative time.
 */
export type ProblemValues = Readonly<
  Record<
    string,
    | string
    | { readonly list: readonly string[] }
    | { readonly channelId: string }
    | { readonly at: number }
  >
>;

/**
 * The only error that a member sees: the dispatcher shows `error.<problem>` in the member's language.
 * Its message is for the log.
 */
export class UserError extends Error {
  readonly problem: Problem;
  readonly values: ProblemValues;

  constructor(problem: Problem, values: ProblemValues = {}, options?: ErrorOptions) {
    super(problem, options);
    this.name = new.target.name;
    this.problem = problem;
    this.values = values;
  }
}

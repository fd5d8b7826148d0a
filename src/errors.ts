import type en from '#data/locales/en.json';
import type { TrackedMatch } from './domain/match/state.ts';
import type { DirectoryEntry } from './domain/people/directory.ts';

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

/** What was typed into a form is refused, each for its reason: nothing of it was changed. */
export class FormRefused extends UserError {
  readonly refusals: readonly UserError[];
  /** The custom id of a button that opens the form once more, with what was typed. */
  readonly again: string;

  constructor(refusals: readonly UserError[], again: string) {
    super('nothing-changed');
    this.refusals = refusals;
    this.again = again;
  }
}

/** What a typed text may mean, and the text that means nothing else. */
export interface TypedChoice {
  readonly value: string;
  /** A name of the directory, or a match, is shown with its details in the language of the menu. */
  readonly shown: string | DirectoryEntry | Pick<TrackedMatch, 'match' | 'tournament'>;
}

interface UnclearText {
  /** The unclear part of an option's or a field's text: all of it, or one name of two. */
  readonly typed: string;
  readonly choices: readonly TypedChoice[];
  /** Whether the first choice is meant, as it is far ahead of the others; false by default. */
  readonly isFirstMeant?: boolean;
}

/** A typed text that is unknown or means several things: the member chooses from a menu. */
export class Unclear extends UserError {
  readonly typed: string;
  readonly choices: readonly TypedChoice[];
  /** The choice that is taken without a question; undefined where nothing is. */
  readonly meant: TypedChoice | undefined;

  constructor(
    problem: Problem,
    { typed, choices, isFirstMeant = false }: UnclearText,
    values = {},
  ) {
    super(problem, { name: typed, ...values });
    this.typed = typed;
    this.choices = choices;
    this.meant = isFirstMeant ? choices[0] : undefined;
  }
}

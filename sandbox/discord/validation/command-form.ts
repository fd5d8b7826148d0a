/** What a person's locale calls something, by locale. */
export type Localizations = Readonly<Record<string, string | null>> | null | undefined;

/** What the rules read of a command or of one of its options. */
export interface CommandForm {
  readonly type?: number | null;
  readonly name?: string;
  readonly description?: string | null;
  readonly name_localizations?: Localizations;
  readonly description_localizations?: Localizations;
  readonly required?: boolean | null;
  readonly autocomplete?: boolean | null;
  readonly options?: readonly CommandForm[] | null;
  readonly choices?: readonly ChoiceForm[] | null;
}

export interface ChoiceForm {
  readonly name: string;
  readonly value: string | number;
  readonly name_localizations?: Localizations;
}

/** The index of the first repeated value in a list; -1 without one. */
export const indexOfRepeated = (values: readonly unknown[]): number =>
  values.findIndex((value, at) => values.indexOf(value) < at);

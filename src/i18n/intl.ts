/**
 * Formatters of `Intl`, made once for a language and its options: to make one takes a hundred times as
 * long as to use it.
 */
const once = <Options extends object, Made>(make: (locale: string, options: Options) => Made) => {
  const made = new Map<string, Made>();
  return (locale: string, options: Options): Made => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const created = make(locale, options);
    made.set(key, created);
    return created;
  };
};

/** Formats days that have no time zone to convert. Options are constants: their number is bounded. */
export const dateFormat = once(
  (locale, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }),
);

export const numberFormat = once(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

export const listFormat = once(
  (locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);

export const displayNames = once(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);

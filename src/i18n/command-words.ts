import { LOCALES, TEXTS, type Locale } from './i18n.ts';

/** Names by their place in the texts: of commands or, below them, of subcommands, options and choices. */
type Names = ReadonlyMap<string, string>;

const namesIn = (texts: object, isName: (key: string) => boolean, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const place = `${path}.${key}`;
    if (typeof value === 'object' && value !== null) return namesIn(value, isName, place);
    return typeof value === 'string' && isName(key) ? [[place, value]] : [];
  });

const isCommand = (place: string): boolean => place.split('.').length === 3;

const named = LOCALES.map((locale) => {
  const { command, choice } = TEXTS[locale];
  const all = namesIn(command, (key) => key === 'name');
  return {
    locale,
    top: new Map(all.filter(([place]) => isCommand(place))),
    below: new Map([
      ...all.filter(([place]) => !isCommand(place)),
      // Some options are called like a command.
      ...all.filter(([place]) => isCommand(place)),
      ...namesIn(choice, () => true),
    ]),
  };
});

/** What each word of any language is in one. */
const wordsOf = (locale: Locale, pick: (names: (typeof named)[number]) => Names) => {
  const own = named.filter((each) => each.locale === locale).map(pick);
  return new Map(
    named.flatMap((each) =>
      [...pick(each)].flatMap(([place, word]) =>
        own.flatMap((names) => names.get(place) ?? []).map((to) => [word, to] as const),
      ),
    ),
  );
};

const WORDS = new Map(
  LOCALES.map((locale) => [
    locale,
    { top: wordsOf(locale, ({ top }) => top), below: wordsOf(locale, ({ below }) => below) },
  ]),
);

const ENTRIES = LOCALES.map((locale) => `**${TEXTS[locale].catchUp.name}**`);

/** `/alertas panel` in a text of any language as Discord's own menu calls it, and the entry of the menu "Apps". */
export const inMenuWords = (text: string, locale: Locale): string => {
  const words = WORDS.get(locale);
  const commands = text.replaceAll(
    /`\/([^`\s]+)((?: [^`]+)?)`/g,
    (_all, name: string, rest: string) => {
      const parts = rest.split(/ (?=[^ :]+:)/).map((part) =>
        part
          .split(':')
          .map((word) => words?.below.get(word.trim()) ?? word)
          .join(':'),
      );
      return `\`/${[words?.top.get(name) ?? name, ...parts.filter(Boolean)].map((part) => part.trim()).join(' ')}\``;
    },
  );
  const entry = `**${TEXTS[locale].catchUp.name}**`;
  return ENTRIES.reduce((told, each) => told.replaceAll(each, entry), commands);
};

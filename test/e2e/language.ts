import en from '#data/locales/en.json' with { type: 'json' };
import es from '#data/locales/es.json' with { type: 'json' };

export type Language = 'en' | 'es';

const TEXTS: Readonly<Record<Language, unknown>> = { en, es };

const stringsIn = (texts: unknown): readonly string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap(stringsIn);

/** The words of a text that stand in every message made of it: what lies between its values. */
const fragmentsOf = (text: string): readonly string[] =>
  text
    .split(/\{\{[^}]*\}\}|[`*_\n<>|[\]()]+|\s[·•–—]\s/u)
    // What stands beside a value is in no case a word with it: “{{name}}”.
    .map((fragment) => fragment.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((fragment) => /\p{L}{3}/u.test(fragment));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const asWords = (fragment: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(fragment)}(?![\p{L}\p{N}])`, 'u');

/** Fragments of one language that no text of the other one has in it. */
const ownOf = (language: Language, other: Language) => {
  const others = stringsIn(TEXTS[other]).join('\n');
  return [...new Set(stringsIn(TEXTS[language]).flatMap(fragmentsOf))]
    .filter((fragment) => !asWords(fragment).test(others))
    .map((fragment) => ({ fragment, words: asWords(fragment) }));
};

const OWN = { en: ownOf('en', 'es'), es: ownOf('es', 'en') };

/** What a text has in it of one language and not of the other. */
export const wordsOf = (language: Language, text: string): readonly string[] =>
  OWN[language].filter(({ words }) => words.test(text)).map(({ fragment }) => fragment);

/** Shorter ones are words of names, too: the service calls a video "Paris Major, day 1". */
const TELLING = 5;

/** The same, without what may have come from the service. */
export const tellingWordsOf = (language: Language, text: string): readonly string[] =>
  wordsOf(language, text).filter(({ length }) => length >= TELLING);

/** The sentences in which members are told what is wrong, by problem. */
const PROBLEMS = { en: en.error, es: es.error } as const;

/** Which problem a text tells of in a language; null when it is an answer. */
export const problemIn = (language: Language, text: string): string | null => {
  const told = Object.entries(PROBLEMS[language]).find(([, sentence]) =>
    new RegExp(
      `^${sentence
        .split(/\{\{[^}]*\}\}/)
        .map(escaped)
        .join('[^]*')}$`,
      'u',
    ).test(text),
  );
  return told?.[0] ?? null;
};

import en from '#data/locales/en.json' with { type: 'json' };
import es from '#data/locales/es.json' with { type: 'json' };

export type Language = 'en' | 'es';

const TEXTS: Readonly<Record<Language, unknown>> = { en, es };

/** A language has its own name in every language. */
const OWN_NAMES: readonly string[] = [en.choice.language, es.choice.language];

const stringsIn = (texts: unknown): readonly string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts ?? {}).flatMap(stringsIn);

/** The fixed words of a template: the parts between its placeholders. */
const fragmentsOf = (text: string): readonly string[] =>
  text
    .split(/\{\{[^}]*\}\}|[`*_\n<>|[\]()]+|\s[·•–—]\s/u)
    // Punctuation beside a placeholder, as in “{{name}}”, is not part of a word.
    .map((fragment) => fragment.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((fragment) => /\p{L}{3}/u.test(fragment) && !OWN_NAMES.includes(fragment));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Whether a text contains a fragment as whole words. The quick check comes first: most fail it. */
const hasWords = (text: string, fragment: string): boolean =>
  text.includes(fragment) &&
  new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(fragment)}(?![\p{L}\p{N}])`, 'u').test(text);

/** Fragments of one language that occur in no text of the other one. */
const ownOf = (language: Language, other: Language): readonly string[] => {
  const others = stringsIn(TEXTS[other]).join('\n');
  return [...new Set(stringsIn(TEXTS[language]).flatMap(fragmentsOf))].filter(
    (fragment) => !hasWords(others, fragment),
  );
};

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** Fragments by their first word, so that only few have to be looked for in a text. */
const byFirstWord = (fragments: readonly string[]) =>
  Map.groupBy(fragments, (fragment) => wordsIn(fragment)[0] ?? '');

const OWN = { en: byFirstWord(ownOf('en', 'es')), es: byFirstWord(ownOf('es', 'en')) };

/** The fragments in a text that belong to one language and not to the other. */
export const wordsOf = (language: Language, text: string): readonly string[] =>
  [...new Set(wordsIn(text))]
    .flatMap((word) => OWN[language].get(word) ?? [])
    .filter((fragment) => hasWords(text, fragment));

/** Shorter fragments also occur in names: the service calls a video "Paris Major, day 1". */
const LONG = 5;

/** The same, without short fragments, which may come from the service. */
export const longWordsOf = (language: Language, text: string): readonly string[] =>
  wordsOf(language, text).filter(({ length }) => length >= LONG);

/** A pattern for an error message, with any values in it. */
const asSentence = (sentence: string): RegExp => {
  const fixed = sentence.split(/\{\{[^}]*\}\}/).map(escaped);
  return new RegExp(`^${fixed.join('[^]*')}$`, 'u');
};

const problemsOf = (sentences: Readonly<Record<string, string>>) =>
  Object.entries(sentences).map(([problem, sentence]) => [problem, asSentence(sentence)] as const);

const PROBLEMS = { en: problemsOf(en.error), es: problemsOf(es.error) };

/** The problem that a text reports, by its key in the locale file; null when it reports none. */
export const problemIn = (language: Language, text: string): string | null =>
  PROBLEMS[language].find(([, sentence]) => sentence.test(text))?.[0] ?? null;

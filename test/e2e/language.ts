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

/** Whether a fragment stands in a text as words; most do not stand there at all. */
const hasWords = (text: string, fragment: string): boolean =>
  text.includes(fragment) &&
  new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(fragment)}(?![\p{L}\p{N}])`, 'u').test(text);

/** Fragments of one language that no text of the other one has in it. */
const ownOf = (language: Language, other: Language): readonly string[] => {
  const others = stringsIn(TEXTS[other]).join('\n');
  return [...new Set(stringsIn(TEXTS[language]).flatMap(fragmentsOf))].filter(
    (fragment) => !hasWords(others, fragment),
  );
};

const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** By their first word: few of them can stand in a text. */
const byFirstWord = (fragments: readonly string[]) =>
  Map.groupBy(fragments, (fragment) => wordsIn(fragment)[0] ?? '');

const OWN = { en: byFirstWord(ownOf('en', 'es')), es: byFirstWord(ownOf('es', 'en')) };

/** What a text has in it of one language and not of the other. */
export const wordsOf = (language: Language, text: string): readonly string[] =>
  [...new Set(wordsIn(text))]
    .flatMap((word) => OWN[language].get(word) ?? [])
    .filter((fragment) => hasWords(text, fragment));

/** Shorter ones are words of names, too: the service calls a video "Paris Major, day 1". */
const TELLING = 5;

/** The same, without what may have come from the service. */
export const tellingWordsOf = (language: Language, text: string): readonly string[] =>
  wordsOf(language, text).filter(({ length }) => length >= TELLING);

/** The sentence in which members are told what is wrong, with any values in it. */
const asSentence = (sentence: string): RegExp => {
  const fixed = sentence.split(/\{\{[^}]*\}\}/).map(escaped);
  return new RegExp(`^${fixed.join('[^]*')}$`, 'u');
};

const problemsOf = (sentences: Readonly<Record<string, string>>) =>
  Object.entries(sentences).map(([problem, sentence]) => [problem, asSentence(sentence)] as const);

const PROBLEMS = { en: problemsOf(en.error), es: problemsOf(es.error) };

/** Which problem a text tells of in a language; null when it is an answer. */
export const problemIn = (language: Language, text: string): string | null =>
  PROBLEMS[language].find(([, sentence]) => sentence.test(text))?.[0] ?? null;

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import en from '#data/locales/en.json' with { type: 'json' };
import es from '#data/locales/es.json' with { type: 'json' };
import fr from '#data/locales/fr.json' with { type: 'json' };
import italian from '#data/locales/it.json' with { type: 'json' };
import pt from '#data/locales/pt.json' with { type: 'json' };
import { LOCALES, localeOf, localized, translator } from '#src/i18n/i18n.ts';

type Texts = ReadonlyMap<string, string>;

/** All texts of a locale file by their whole key: `card.started`. */
const textsOf = (tree: object, prefix = ''): Texts =>
  new Map(
    Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null
        ? [...textsOf(value, `${prefix}${key}.`)]
        : [[prefix + key, String(value)] as const],
    ),
  );

const ENGLISH = textsOf(en);
const FILES = { en, es, it: italian, fr, pt } as const;
const TRANSLATIONS = LOCALES.filter((locale) => locale !== 'en').map(
  (locale) => [locale, textsOf(FILES[locale])] as const,
);

const placeholders = (text: string | undefined): string[] =>
  Array.from((text ?? '').matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name).sort();

/** Placeholders of a text, each once: a language may need to say a name twice, or a number once. */
const distinctPlaceholders = (text: string | undefined): string[] => [
  ...new Set(placeholders(text)),
];

/** Each text is translated, documented, read and tested five times. */
const MOST_TEXTS = 950;

it('the texts of a language are few', () => {
  expect(ENGLISH.size).toBeLessThanOrEqual(MOST_TEXTS);
});

describe('the languages', () => {
  it.each(TRANSLATIONS)('have the same keys: %s', (_locale, texts) => {
    expect([...texts.keys()].sort()).toEqual([...ENGLISH.keys()].sort());
  });

  it.each(TRANSLATIONS)('have the same placeholders in every text of %s', (_locale, texts) => {
    const values = (of: Texts) =>
      [...ENGLISH.keys()].map((key) => [key, distinctPlaceholders(of.get(key))]);
    expect(values(texts)).toEqual(values(ENGLISH));
  });

  it.each([['en', ENGLISH] as const, ...TRANSLATIONS])(
    'leave no text of %s empty, or with blanks around it',
    (_locale, texts) => {
      const careless = [...texts].filter(([, text]) => text === '' || text !== text.trim());
      expect(careless).toEqual([]);
    },
  );

  it.each(TRANSLATIONS)(
    'are translated: no long text of %s is a copy of English',
    (_locale, texts) => {
      const sentences = [...ENGLISH].filter(([, text]) => text.split(' ').length > 4);
      const copied = sentences.filter(([key, text]) => texts.get(key) === text);
      expect(sentences.length).toBeGreaterThan(50);
      expect(copied).toEqual([]);
    },
  );
});

/** Wording that native readers found wrong. */
const WRONG_WORDING: Readonly<Record<string, RegExp>> = {
  // A number without its noun.
  en: /^On (1st|2nd) /i,
  // A player is level with somebody, not "at" a number; and what is told is an alert, "alerta".
  es: /\bigualdad a\b|\bmención (en .*)?para\b|\bmano (izquierda|derecha)\b|^Con \d|\bbreaks convertidos\b|\bjugadores en directo\b|\bcaer sus opciones\b|\bjuego vale\b|\bquedan \{|\bavisos?\b/i,
  it: /\bdati di \{\{when|\bmano (sinistra|destra)\b|\blive punti\b|\bpunti live\b|\}\} rimaste/i,
  // A padel court is a piste in French.
  fr: /(?<!\{)\bcourts?\b(?!\}|e)|\bterrains?\b|\btout partenaire\b|\bmain (gauche|droite)\b|\bde suite\b|\breste \{|\bforfait de données\b|’/i,
  pt: /\bcartão ao vivo\b|\bmão (esquerda|direita)\b|^Com \d|\bbreaks convertidos\b|\bajustes\b/i,
};

it.each([['en', ENGLISH] as const, ...TRANSLATIONS])(
  'no text of %s has wording that native readers found wrong',
  (locale, texts) => {
    const known = [...texts].filter(([, text]) => WRONG_WORDING[locale]?.test(text));
    expect(known).toEqual([]);
  },
);

it('French has a blank before each colon, semicolon, question and exclamation mark', () => {
  // What is typed (`nom:…`) and times of day have none.
  const text = (whole: string): string => whole.replace(/`[^`]*`|\d:\d/g, '');
  const tight = [...textsOf(fr)].filter(([, whole]) => /[^\s:][:;?!»]|«\S/.test(text(whole)));
  expect(tight).toEqual([]);
});

it('a round in French is that of one match', () => {
  expect(Object.values(fr.round).join(', ')).not.toMatch(/s\b/);
});

it('a member is addressed neither as a man nor as a woman', () => {
  const GENDERED: Readonly<Record<string, RegExp>> = {
    es: /\b(mencionad|avisad|segur)[oa]\b/i,
    fr: /\btu (es|seras|as été) \w+é\b|\btoi seul\b/i,
    it: /\b(sei|sarai) stat[oa]\b|\bsarai \w+t[oa]\b/i,
    pt: /\bvocê (é|foi|vai ser) \w+d[oa]\b/i,
  };
  for (const [locale, texts] of TRANSLATIONS) {
    expect([...texts].filter(([, text]) => GENDERED[locale]?.test(text))).toEqual([]);
  }
});

it('no text of code joins a name and its value with a colon, which has a blank before it in French', () => {
  const joined = globSync(['src/render/**/*.ts', 'commands/**/*.ts']).filter((path) =>
    /\}\**: \$\{|join\(': '\)/.test(readFileSync(path, 'utf8')),
  );
  expect(joined).toEqual([]);
});

const sources = globSync(['src/**/*.ts', 'commands/**/*.ts'])
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** Keys that are named whole in the sources, or by a template (`round.${…}`). */
const isUsed = (key: string): boolean => {
  const base = key.replace(/_(one|other|many)$/, '');
  if (sources.includes(`'${base}'`)) return true;
  const parent = base.slice(0, base.lastIndexOf('.') + 1);
  return parent !== '' && sources.includes(`\`${parent}\${`);
};

describe('a text', () => {
  // Texts of commands are picked from the whole tree: `texts.command.h2h`.
  const PICKED = /^(command|choice)\./;

  it('is used', () => {
    const unused = [...ENGLISH.keys()].filter((key) => !PICKED.test(key) && !isUsed(key));
    expect(unused).toEqual([]);
  });

  it('exists for every key in the sources', () => {
    const keys = Array.from(sources.matchAll(/\bt\(\s*'([\w.-]+)'/g), ([, key = '']) => key);
    expect(keys.length).toBeGreaterThan(50);
    const missing = keys.filter((key) => !ENGLISH.has(key) && !ENGLISH.has(`${key}_other`));
    expect(missing).toEqual([]);
  });
});

describe('a command named in a text', () => {
  it.each(LOCALES)('has the name that readers of %s see', (locale) => {
    const { command, choice } = FILES[locale];
    const options = command.follow.option;
    const shown = [
      `/${command.follow.name}`,
      `/${command.follow.name} ${options.name.name}:…`,
      `/${command.follow.name} ${options.name.name}:… ${options.who.name}:${choice.channel}`,
      `/${command.alerts.name} ${command.alerts.sub.setup.name}`,
      `/${command.alerts.name} ${command.alerts.sub.panel.name}`,
      `/${command.alerts.name} ${command.alerts.sub.file.name}`,
      `/${command.alerts.name} ${command.alerts.sub.health.name}`,
      `${options.who.name}:${choice.me}`,
      `/${command.live.name}`,
      `/${command.match.name}`,
      `/${command.settings.name}`,
      `/${command.h2h.name}`,
      `/${command.help.name}`,
    ];
    const texts = [...textsOf(FILES[locale]).values()].join('\n');
    const named = Array.from(texts.matchAll(/`([^`]+)`/g), ([, text = '']) => text);
    expect(named.filter((text) => !shown.includes(text))).toEqual([]);
    expect(new Set(named).size).toBe(shown.length);
  });
});

describe('a text with a count', () => {
  it.each([
    ['en', 1, 'Last match'],
    ['en', 5, 'Last 5 matches'],
    ['es', 1, 'Último partido'],
    ['es', 2, 'Últimos 2 partidos'],
    ['es', 1_000_000, 'Últimos 1000000 partidos'],
  ] as const)('has the right plural form in %s for %i', (locale, count, expected) => {
    expect(translator(locale)('form.last', { count })).toBe(expected);
  });
});

describe('a value in a text', () => {
  it('is inserted unchanged, without expanding placeholders or references in it', () => {
    const name = '<b>{{id}}</b> $t(live.none) & "x"';
    expect(translator('en')('follow.addedMe', { name })).toBe(`You now follow **${name}**.`);
  });
});

describe('what is followed', () => {
  it('has no preposition before it in Spanish, where only people take one', () => {
    const followed = [...textsOf(es)].filter(
      ([key, text]) => /^(follow|changes|privacy)\./.test(key) && /\{\{names?\}\}/.test(text),
    );
    expect(followed.length).toBeGreaterThan(5);
    expect(followed.filter(([, text]) => / a (\*\*)?\{\{names?\}\}/.test(text))).toEqual([]);
  });
});

describe('a match', () => {
  it.each([
    // The matches of a tie have a word of their own.
    ['pt', pt, /\bjogos?\b/i, /^tie\./],
    ['it', italian, /\bmatch\b(?! point)/i, /^$/],
  ] as const)('is called by one word in %s', (_locale, texts, other, exempt) => {
    const wrong = [...textsOf(texts)].filter(
      ([key, text]) => !exempt.test(key) && other.test(text.replace(/\{\{\w+\}\}/g, '')),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a simulation', () => {
  it.each([
    ['es', es],
    ['it', italian],
    ['fr', fr],
    ['pt', pt],
  ] as const)('does not call women men in %s', (_locale, { simulate }) => {
    expect(simulate.origin).not.toMatch(/jugadores|giocatori|joueurs|jogadores/);
  });
});

describe('the language of a reader', () => {
  it.each([
    ['en-US', 'en'],
    ['en-GB', 'en'],
    ['es-ES', 'es'],
    ['es-419', 'es'],
    ['it', 'it'],
    ['fr', 'fr'],
    ['pt-BR', 'pt'],
    ['de', 'en'],
    ['', 'en'],
  ])('of %s is %s', (discordLocale, locale) => {
    expect(localeOf(discordLocale)).toBe(locale);
    expect(LOCALES).toContain(locale);
  });

  it('is sent to Discord under its locale names, including both kinds of Spanish', () => {
    expect(localized((texts) => texts.button.follow)).toEqual({
      text: 'Follow',
      localizations: {
        'es-ES': es.button.follow,
        'es-419': es.button.follow,
        it: italian.button.follow,
        fr: fr.button.follow,
        'pt-BR': pt.button.follow,
      },
    });
  });
});

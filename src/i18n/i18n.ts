import { createInstance, type TFunction } from 'i18next';
import en from '#data/locales/en.json' with { type: 'json' };
import es from '#data/locales/es.json' with { type: 'json' };
import fr from '#data/locales/fr.json' with { type: 'json' };
import it from '#data/locales/it.json' with { type: 'json' };
import pt from '#data/locales/pt.json' with { type: 'json' };

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
    returnNull: false;
  }
}

/** The bot's languages. A test checks that each has every text. */
export const LOCALES = ['en', 'es', 'it', 'fr', 'pt'] as const;

export type Locale = (typeof LOCALES)[number];

/** Translates a key into one language: `t('live.none')`. Unknown keys do not compile. */
export type Translate = TFunction;

/** All texts by language; a missing key does not compile. */
export const TEXTS: Readonly<Record<Locale, typeof en>> = { en, es, it, fr, pt };

const instance = createInstance();
await instance.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: Object.fromEntries(LOCALES.map((locale) => [locale, { translation: TEXTS[locale] }])),
  // Outside strings are escaped for Markdown elsewhere; HTML escapes would be visible.
  interpolation: { escapeValue: false },
});

export const translator = (locale: Locale): Translate => instance.getFixedT(locale);

/** Whom a message is written for. */
export interface Reader {
  readonly locale: Locale;
  readonly t: Translate;
  /** Whether scores are hidden from them: the text is covered later, but controls take no spoiler. */
  readonly hidesScores?: boolean;
  /** What is known of where they are: IANA, and a locale of Discord. */
  readonly viewer?: { readonly timeZone: string | null; readonly locale: string | null };
}

/** A language as those who speak it call it. */
export const languageName = (locale: Locale): string => TEXTS[locale].choice.language;

/** A reader in the supported language nearest to a Discord locale. */
export const readerIn = (discordLocale: unknown): Reader => {
  const locale = localeOf(discordLocale);
  return { locale, t: translator(locale) };
};

/**
 * The supported language nearest to a Discord locale (`es-419`, `en-GB`, …). English when none
 * matches or the payload has no locale.
 */
export const localeOf = (discordLocale: unknown): Locale => {
  const language = typeof discordLocale === 'string' ? discordLocale.split('-')[0] : null;
  return LOCALES.find((locale) => locale === language) ?? 'en';
};

/** A text in every language, keyed by Discord's locale names; English is the default. */
export interface Localized {
  readonly text: string;
  readonly localizations: Record<'es-ES' | 'es-419' | 'it' | 'fr' | 'pt-BR', string>;
}

/** Picks one text in every language: `localized((texts) => texts.command.h2h.name)`. */
export const localized = (pick: (texts: typeof en) => string): Localized => ({
  text: pick(TEXTS.en),
  localizations: {
    'es-ES': pick(TEXTS.es),
    'es-419': pick(TEXTS.es),
    it: pick(TEXTS.it),
    fr: pick(TEXTS.fr),
    'pt-BR': pick(TEXTS.pt),
  },
});

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

/** Languages of the bot. Every text is in each of them; a test compares their keys. */
export const LOCALES = ['en', 'es', 'it', 'fr', 'pt'] as const;

export type Locale = (typeof LOCALES)[number];

/** Says a text in one language: `t('live.none')`. Unknown keys do not compile. */
export type Translate = TFunction;

/** Every text in every language; a key that one of them lacks does not compile. */
const TEXTS: Readonly<Record<Locale, typeof en>> = { en, es, it, fr, pt };

const instance = createInstance();
await instance.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: Object.fromEntries(LOCALES.map((locale) => [locale, { translation: TEXTS[locale] }])),
  // Markdown is escaped where outside strings enter; HTML escapes would show as they are.
  interpolation: { escapeValue: false },
});

/** The texts of a language. */
export const translator = (locale: Locale): Translate => instance.getFixedT(locale);

/** Somebody who reads in a language. */
export interface Reader {
  readonly locale: Locale;
  readonly t: Translate;
}

/** A reader in the nearest language of ours to a locale. */
export const readerIn = (discordLocale: unknown): Reader => {
  const locale = localeOf(discordLocale);
  return { locale, t: translator(locale) };
};

/**
 * The nearest language of ours to a Discord locale (`es-419`, `en-GB`, …); English when there is none,
 * or no locale: not everything that speaks like Discord sends one.
 */
export const localeOf = (discordLocale: unknown): Locale => {
  const language = typeof discordLocale === 'string' ? discordLocale.split('-')[0] : null;
  return LOCALES.find((locale) => locale === language) ?? 'en';
};

/** A text of every language, under Discord's names of their locales; English is the default. */
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

import { ALT_TEXT_MAX } from '../../discord/message-limits.ts';
import type { Instant } from '../../domain/terms.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf, shortened } from '../../i18n/text.ts';
import { blockElement, column, rowElement, textElement, THEME, type Element } from './element.ts';
import type { Format, Picture } from './picture.ts';

/** What the body of a poster is laid out for. */
export interface Page {
  readonly format: Format;
  /** Pixels between the margins. */
  readonly width: number;
  /** Sizes of letters. */
  readonly sizes: Readonly<Record<'fine' | 'small' | 'normal' | 'large' | 'figure', number>>;
}

interface PageForm extends Page {
  readonly height: number;
  readonly margin: number;
  /** Sizes of a headline by the number of letters that fit, the largest first. */
  readonly headlines: readonly { readonly letters: number; readonly size: number }[];
}

/** The width of the bar in the colour of a level, at the left edge. */
export const BAR = 12;

/** 1200 × 630 and 1080 × 1350: the formats of a link's picture and of a phone's feed. */
const PAGES: Readonly<Record<Format, PageForm>> = {
  inline: {
    format: 'inline',
    width: 1_104,
    height: 630,
    margin: 42,
    sizes: { fine: 24, small: 26, normal: 31, large: 40, figure: 92 },
    headlines: [
      { letters: 42, size: 50 },
      { letters: 56, size: 38 },
      { letters: Infinity, size: 31 },
    ],
  },
  phone: {
    format: 'phone',
    width: 948,
    height: 1_350,
    margin: 60,
    sizes: { fine: 30, small: 34, normal: 40, large: 56, figure: 104 },
    headlines: [
      { letters: 40, size: 66 },
      { letters: 70, size: 54 },
      { letters: Infinity, size: 44 },
    ],
  },
};

/** The colours of the tour's levels; all others are grey. */
const LEVELS = new Map([
  ['finals', '#f2c94c'],
  ['major', '#f2c94c'],
  ['p1', '#ff7d66'],
  ['p2', '#b79bff'],
  ['fip_platinum', '#c9d6df'],
  ['fip_gold', '#d8b25c'],
  ['fip_silver', '#aebac5'],
  ['fip_bronze', '#c88d62'],
]);

export const accentOf = (level: string | null | undefined): string =>
  LEVELS.get(level ?? '') ?? THEME.dim;

export interface PosterTexts {
  /** What it is about: an event and its round, or what is compared. */
  readonly kicker: string;
  /** The one sentence that the picture tells, without markdown. */
  readonly headline: string;
  /** The rest of its facts, for the alternative text. */
  readonly facts: string;
  /** The service's word for the level of the tournament; missing or null where there is none. */
  readonly level?: string | null | undefined;
  /** When the facts were read. */
  readonly readAt: Instant;
  /** On a ground in the colour of the level. */
  readonly isFestive?: true;
}

/** The bot and the day: a picture is shared without the message that it came with. */
export const signature = ({ locale }: Pick<Reader, 'locale'>, readAt: Instant): string =>
  `Bandeja · ${localDate(locale, new Date(readAt).toISOString().slice(0, 10))}`;

/** The background with a share of a colour (`#rrggbb`): one flat colour, which keeps the file small. */
const tinted = (colour: string): string => {
  const channels = [1, 3, 5].map((at) => {
    const [ground = 0, over = 0] = [THEME.background, colour].map((each) =>
      Number.parseInt(each.slice(at, at + 2), 16),
    );
    return Math.round(ground + TINT * (over - ground));
  });
  return `rgb(${channels.join(', ')})`;
};

const TINT = 0.3;

/** Keeps a score and a short pair on one line: no line breaks after a minus sign. */
const unbroken = (headline: string): string =>
  headline.replace(/(\d)-(\d)/g, '$1\u2212$2').replaceAll(' / ', '\u00A0/\u00A0');

/** A picture of one sentence: its headline, what shows it, and whence it is, in both formats. */
export const poster = (
  reader: Pick<Reader, 'locale'>,
  { kicker, headline, facts, level, readAt, isFestive }: PosterTexts,
  body: (page: Page) => readonly (Element | null)[],
): Picture => ({
  alt: shortened(`${headline.replace(/[.!]$/, '')}. ${facts}`, ALT_TEXT_MAX),
  drawing: (format) => {
    const page = PAGES[format];
    const { width, height, margin, sizes, headlines } = page;
    const accent = accentOf(level);
    const letters = charactersOf(headline).length;
    const fontSize = headlines.find((each) => letters <= each.letters)?.size ?? sizes.normal;
    const root = rowElement(
      {
        width: '100%',
        height: '100%',
        background: isFestive === true ? tinted(accent) : THEME.background,
        color: THEME.text,
      },
      blockElement({ width: BAR, height, background: accent }),
      column(
        {
          boxSizing: 'border-box',
          width: width + 2 * margin,
          height,
          padding: `${margin * 0.8}px ${margin}px ${margin * 0.6}px`,
          justifyContent: 'space-between',
        },
        column(
          { gap: sizes.fine / 4 },
          textElement(
            {
              fontSize: sizes.fine,
              fontWeight: 600,
              color: isFestive === true ? THEME.text : accent,
            },
            kicker,
          ),
          textElement(
            { fontSize, fontWeight: 800, lineHeight: 1.15, lineClamp: 3, wordBreak: 'break-word' },
            unbroken(headline),
          ),
        ),
        ...body(page),
        textElement(
          { alignSelf: 'flex-end', fontSize: sizes.fine * 0.85, color: THEME.dim },
          signature(reader, readAt),
        ),
      ),
    );
    return { root, width: width + 2 * margin + BAR, height };
  },
});

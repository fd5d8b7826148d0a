import { ALT_TEXT_MAX } from '../../discord/message-limits.ts';
import type { Instant } from '../../domain/terms.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf, shortened } from '../../i18n/text.ts';
import { circle, column, rowElement, textElement, THEME, type Element } from './element.ts';
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
  /** Sizes of a headline, the largest first. */
  readonly headlines: readonly number[];
}

/** 1200 × 630 and 1080 × 1350: the formats of a link's picture and of a phone's feed. */
const PAGES: Readonly<Record<Format, PageForm>> = {
  inline: {
    format: 'inline',
    width: 1_112,
    height: 630,
    margin: 44,
    sizes: { fine: 26, small: 28, normal: 33, large: 42, figure: 96 },
    headlines: [54, 46, 40, 37, 32, 27],
  },
  phone: {
    format: 'phone',
    width: 960,
    height: 1_350,
    margin: 60,
    sizes: { fine: 32, small: 36, normal: 44, large: 66, figure: 164 },
    headlines: [66, 54, 44, 35, 30],
  },
};

/** The colours of the tour's levels; all others have that of the ball. */
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
  LEVELS.get(level ?? '') ?? THEME.brand;

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
  /** All of it on the colour of the level. */
  readonly isFestive?: true | undefined;
  /** At the left of the signature: what the signs of a chart mean. */
  readonly legend?: string;
  /** At the right of the headline. */
  readonly emblem?: (page: Page) => Element | null;
  /** Its part of the width beside a headline. */
  readonly emblemShare?: number;
}

/** The bot and the day: a picture is shared without the message that it came with. */
export const signature = ({ locale }: Pick<Reader, 'locale'>, readAt: Instant): string =>
  `Bandeja · ${localDate(locale, new Date(readAt).toISOString().slice(0, 10))}`;

/** The signature with the ball before it. */
export const signed = (
  reader: Pick<Reader, 'locale'>,
  readAt: Instant,
  { fontSize, color, ball }: Readonly<{ fontSize: number; color: string; ball: string }>,
): Element =>
  rowElement(
    { gap: fontSize / 2, alignItems: 'center' },
    circle(fontSize * 0.7, { background: ball }),
    textElement({ fontSize, fontWeight: 600, color }, signature(reader, readAt)),
  );

/** Keeps a score, a number with its noun and a short pair on one line: no line breaks after a minus sign. */
const unbroken = (headline: string): string =>
  headline
    .replace(/(\d)-(\d)/g, '$1\u2212$2')
    .replace(/(\d) (?=\p{L})|(?<=[.º]) (?=\d)| (?=\S{1,3}$)/gu, '$1\u00A0')
    .replaceAll(' / ', '\u00A0/\u00A0')
    // What follows a name, `3 won, 2 lost`, stays together.
    .replace(/: .{1,22}$/u, (end) => `: ${end.slice(2).replaceAll(' ', '\u00A0')}`);

const HEADS = { inline: 150, phone: 236 } as const;

/** A picture of one sentence: its headline, what shows it, and whence it is, in both formats. */
export const poster = (
  reader: Pick<Reader, 'locale'>,
  texts: PosterTexts,
  body: (page: Page) => readonly (Element | null)[],
): Picture => ({
  alt: shortened(`${texts.headline.replace(/[.!]$/, '')}. ${texts.facts}`, ALT_TEXT_MAX),
  drawing: (format, aheadMs = 0) => {
    const page = PAGES[format];
    const { width, height, margin, sizes } = page;
    const isFestive = texts.isFestive === true;
    const accent = accentOf(texts.level);
    const ink = isFestive ? THEME.background : THEME.text;
    const root = column(
      {
        ...{ width: '100%', height: '100%', background: isFestive ? accent : THEME.background },
        color: ink,
      },
      posterHead(page, texts),
      column(
        {
          boxSizing: 'border-box',
          flexGrow: 1,
          width: width + 2 * margin,
          padding: `${margin * 0.5}px ${margin}px ${margin * 0.5}px`,
          justifyContent: 'space-between',
          gap: sizes.fine / 3,
        },
        ...body(page),
        rowElement(
          { justifyContent: 'flex-end', alignItems: 'center' },
          texts.legend === undefined
            ? null
            : textElement(
                { flexGrow: 1, fontSize: sizes.fine * 0.85, color: THEME.dim },
                texts.legend,
              ),
          signed(reader, texts.readAt + aheadMs, {
            fontSize: sizes.fine * 0.85,
            color: isFestive ? ink : THEME.dim,
            ball: isFestive ? ink : THEME.brand,
          }),
        ),
      ),
    );
    return { root, width: width + 2 * margin, height };
  },
});

/** Of a bold letter, and of a line, in the size of its letters. */
const LETTER = 0.54;
const LINE = 1.12;

/** The lines of a text, which end before words that do not fit; only a word longer than a line is broken. */
const linesOf = (text: string, most: number): number => {
  let [lines, at] = [1, 0];
  for (const word of text.split(' ')) {
    const { length } = charactersOf(word);
    if (at > 0 && at + length > most) [lines, at] = [lines + 1, 0];
    lines += Math.floor(length / most);
    at += (length % most) + 1;
  }
  return lines;
};

/** The headline on a band in the colour of the level. */
const posterHead = (page: PageForm, texts: PosterTexts): Element => {
  const { format, width, margin, sizes, headlines } = page;
  const { kicker, headline, emblem, emblemShare = 0.2, level } = texts;
  const right = emblem?.(page) ?? null;
  const room = right === null ? width : width * (1 - emblemShare);
  const kickerSize = Math.max(
    0.62 * sizes.fine,
    Math.min(sizes.fine, room / (LETTER * charactersOf(kicker).length)),
  );
  const height = HEADS[format];
  const told = unbroken(headline);
  const fits = (size: number): boolean => {
    const lines = linesOf(told, (0.97 * room) / (LETTER * size));
    return LINE * size * lines < height - 1.5 * sizes.fine - 0.6 * margin;
  };
  const fontSize = headlines.find(fits) ?? headlines.at(-1) ?? sizes.fine;
  return band(
    { width: width + 2 * margin, height, margin, level },
    column(
      { gap: sizes.fine / 5, flexShrink: 1, minWidth: 0 },
      textElement({ fontSize: kickerSize, fontWeight: 700, opacity: 0.8 }, kicker),
      textElement(
        { fontSize, fontWeight: 800, lineHeight: LINE, lineClamp: 4, wordBreak: 'break-word' },
        told,
      ),
    ),
    right,
  );
};

/** A band in the colour of a level over the whole width of a picture. */
export const band = (
  {
    width,
    height,
    margin,
    level,
  }: Readonly<{ width: number; height: number; margin: number }> & Pick<PosterTexts, 'level'>,
  left: Element,
  right: Element | null,
): Element =>
  rowElement(
    {
      boxSizing: 'border-box',
      flexShrink: 0,
      width,
      height,
      padding: `0 ${margin}px`,
      gap: margin / 2,
      alignItems: 'center',
      justifyContent: 'space-between',
      background: accentOf(level),
      color: THEME.background,
    },
    left,
    right,
  );

import type { Instant } from '../../domain/terms.ts';
import { localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { column, textElement, PADDING, SIZES, THEME, WIDTH } from './element.ts';
import type { Picture } from './picture.ts';

interface SheetOptions extends Pick<Picture, 'height' | 'alt'> {
  readonly width?: number;
  /** When the facts of the picture were read. */
  readonly readAt: Instant;
}

/** Below the padding. */
const FOOT = 18;

/** The bot and the day: a picture is shared without the message that it came with. */
export const signature = ({ locale }: Pick<Reader, 'locale'>, readAt: Instant): string =>
  `Bandeja · ${localDate(locale, new Date(readAt).toISOString().slice(0, 10))}`;

/** A whole picture: its parts from top to bottom, signed. `height` is without the signature. */
export const sheet = (
  reader: Pick<Reader, 'locale'>,
  { width = WIDTH, height, alt, readAt }: SheetOptions,
  ...children: Parameters<typeof column>[1][]
): Picture => ({
  width,
  height: Math.ceil(height) + FOOT,
  alt,
  root: column(
    {
      boxSizing: 'border-box',
      position: 'relative',
      width: '100%',
      height: '100%',
      padding: PADDING,
      paddingBottom: PADDING + FOOT,
      justifyContent: 'space-between',
      background: THEME.background,
      color: THEME.text,
    },
    ...children,
    textElement(
      {
        position: 'absolute',
        right: PADDING,
        bottom: FOOT - 2,
        fontSize: SIZES.fine - 2,
        color: THEME.dim,
      },
      signature(reader, readAt),
    ),
  ),
});

import { withoutIsolates } from '../../i18n/text.ts';

/** What satori draws: boxes (flex, as in CSS) and texts. */
export interface Element {
  readonly type: string;
  readonly props: {
    readonly style?: Style;
    readonly children?: readonly Child[] | string;
    readonly [attribute: string]: unknown;
  };
}

export type Style = Readonly<Record<string, string | number>>;

type Child = Element | null;

/** A box whose children stand side by side; `column` puts them below one another. */
export const rowElement = (style: Style, ...children: readonly Child[]): Element => ({
  type: 'div',
  props: {
    style: { display: 'flex', ...style },
    children: children.filter((each) => each !== null),
  },
});

export const column = (style: Style, ...children: readonly Child[]): Element =>
  rowElement({ flexDirection: 'column', ...style }, ...children);

/**
 * A text on one line, cut with an ellipsis where its box ends. Not by `overflow: hidden`, which
 * would make the text a layer of its own, as large as the picture: most of the time of drawing.
 */
export const textElement = (style: Style, content: string): Element => ({
  type: 'div',
  props: {
    style: { display: 'block', wordBreak: 'break-all', lineClamp: 1, ...style },
    // Letters are drawn in the order in which they stand: there is nothing to isolate.
    children: withoutIsolates(content),
  },
});

/** A filled box with nothing in it: a rule, a mark, a part of a bar. */
export const blockElement = (style: Style): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style } },
});

/** A drawing inside a picture: paths and lines, in its own coordinates. */
export const svg = (
  size: { readonly width: number; readonly height: number },
  ...children: readonly Element[]
): Element => ({
  type: 'svg',
  props: { ...size, viewBox: `0 0 ${size.width} ${size.height}`, children },
});

export const shape = (
  type: 'path' | 'line' | 'rect' | 'circle',
  attributes: Readonly<Record<string, string | number>>,
): Element => ({ type, props: attributes });

/** One look for all pictures: calm, dark, readable on a phone. Discord shows them 550 wide at most. */
export const THEME = {
  background: '#101418',
  panel: '#1a2027',
  line: '#2c353f',
  text: '#f1f4f7',
  dim: '#9aa7b4',
  /** The first side, and the second: told apart by brightness, too. */
  team_1: '#3ddc97',
  team_2: '#5aa9ff',
  warning: '#ffb454',
  /** One font in several files, each for the letters that the ones before it lack. */
  font: 'Inter latin, Inter latin-ext, Inter greek, Inter cyrillic, Inter vietnamese',
} as const;

/** The width of every picture; twice what Discord shows, so that text stays sharp. */
export const WIDTH = 1_000;

/** Around every picture. */
export const PADDING = 40;

export const SIZES = { fine: 24, small: 26, normal: 30, large: 40 } as const;

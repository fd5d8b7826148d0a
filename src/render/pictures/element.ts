import { withoutIsolates } from '../../i18n/text.ts';

/** What satori renders: boxes (CSS flex) and text. */
export interface Element {
  readonly type: string;
  readonly props: {
    readonly style?: Style;
    readonly children?: readonly Child[] | string;
    readonly [attribute: string]: unknown;
  };
}

type Style = Readonly<Record<string, string | number>>;

type Child = Element | null;

/** A box whose children are side by side; `column` stacks them. */
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
 * Text on one line, cut with an ellipsis at the end of its box. `overflow: hidden` would make it a
 * layer as large as the picture, which takes most of the drawing time.
 */
export const textElement = (style: Style, content: string): Element => ({
  type: 'div',
  props: {
    style: { display: 'block', wordBreak: 'break-all', lineClamp: 1, ...style },
    // Pictures draw letters in the given order: isolates have no effect.
    children: withoutIsolates(content),
  },
});

/** Text that fits into its box whatever it says: to look for its end takes as long as to draw it. */
export const wholeText = (style: Style, content: string): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children: content },
});

/** A filled, empty box: a rule, a mark, a part of a bar. */
export const blockElement = (style: Style): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style } },
});

/** A vector drawing inside a picture, with its own coordinates. */
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

/** The theme of all pictures: dark, readable on a phone. Discord shows them 550 wide at most. */
export const THEME = {
  background: '#101418',
  panel: '#1a2027',
  line: '#2c353f',
  text: '#f1f4f7',
  dim: '#9aa7b4',
  /** The sides' colours also differ in brightness. */
  team_1: '#3ddc97',
  team_2: '#5aa9ff',
  warning: '#ffb454',
  /** One font in several files, each a fallback for letters that the previous ones lack. */
  font: 'Inter latin, Inter latin-ext, Inter greek, Inter cyrillic, Inter vietnamese',
} as const;

/** The width of every picture: twice Discord's, so that text stays sharp. */
export const WIDTH = 1_000;

export const PADDING = 40;

export const SIZES = { fine: 24, small: 26, normal: 30, large: 40 } as const;

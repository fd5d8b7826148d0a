import { withoutIsolates } from '../../i18n/text.ts';

/** What takumi lays out and draws: boxes (CSS flex), text and vector drawings. */
export type Element =
  | { readonly type: 'container'; readonly style: Style; readonly children: readonly Element[] }
  | { readonly type: 'text'; readonly style: Style; readonly text: string }
  | {
      readonly type: 'image';
      readonly src: string;
      readonly width: number;
      readonly height: number;
    };

type Style = Readonly<Record<string, string | number>>;

/** A box whose children are side by side; `column` stacks them. */
export const rowElement = (style: Style, ...children: readonly (Element | null)[]): Element => ({
  type: 'container',
  style: { display: 'flex', ...style },
  children: children.filter((each) => each !== null),
});

export const column = (style: Style, ...children: readonly (Element | null)[]): Element =>
  rowElement({ flexDirection: 'column', ...style }, ...children);

/** Text on one line, cut with an ellipsis at the end of its box. */
export const textElement = (style: Style, content: string): Element => ({
  type: 'text',
  style: { wordBreak: 'break-all', textOverflow: 'ellipsis', lineClamp: 1, ...style },
  // The renderer orders right-to-left letters itself.
  text: withoutIsolates(content),
});

/** A filled, empty box: a rule, a mark, a part of a bar. */
export const blockElement = (style: Style): Element => rowElement(style);

/** A round box, its content in the middle. */
export const circle = (
  size: number,
  style: Style,
  ...children: readonly (Element | null)[]
): Element =>
  rowElement(
    {
      ...{ flexShrink: 0, width: size, height: size, borderRadius: size / 2 },
      ...{ alignItems: 'center', justifyContent: 'center', ...style },
    },
    ...children,
  );

/** Text on two lines where it needs them, broken between words. */
export const WRAPPED = { lineHeight: 1.1, lineClamp: 2, wordBreak: 'break-word' } as const;

/** A part of a vector drawing; its attributes are ours, never text from outside. */
export const shape = (
  type: 'path' | 'line' | 'rect' | 'circle',
  attributes: Readonly<Record<string, string | number>>,
): string =>
  `<${type} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`;

/** A vector drawing inside a picture, with its own coordinates. */
export const svg = (
  { width, height }: { readonly width: number; readonly height: number },
  ...shapes: readonly string[]
): Element => ({
  type: 'image',
  src: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${shapes.join('')}</svg>`,
  width,
  height,
});

/** The flag of a country, round; nothing for a code that is none. */
export const flag = (country: string | null, size: number): Element | null =>
  country !== null && /^[A-Z]{2}$/.test(country) && country !== UNKNOWN_COUNTRY
    ? { type: 'image', src: `${FLAG}${country.toLowerCase()}`, width: size, height: size }
    : null;

/** Begins the source of a flag; the rest is the country. */
export const FLAG = 'flag:';

/** The service's code for a player without a country (ISO 3166 leaves it to its users). */
const UNKNOWN_COUNTRY = 'ZZ';

/** The theme of all pictures: dark, readable on a phone. */
export const THEME = {
  background: '#101418',
  panel: '#1a2027',
  line: '#2c353f',
  text: '#f1f4f7',
  dim: '#9aa7b4',
  /** Raised from a panel. */
  raised: '#2a333d',
  /** The sides' colours also differ in brightness. */
  team_1: '#3ddc97',
  team_2: '#5aa9ff',
  warning: '#ffb454',
  /** A padel ball. */
  brand: '#d9ef5b',
} as const;

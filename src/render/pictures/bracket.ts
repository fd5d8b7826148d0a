import type { DrawSection } from '../../domain/draw.ts';
import type { Round } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { BOX, bracketBox } from './bracket-box.ts';
import { shape, svg, text, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { sheet } from './sides.ts';
import { SIZES, THEME } from './theme.ts';

export interface BracketPictureView {
  readonly title: string;
  readonly section: DrawSection;
  readonly alt: string;
}

const PADDING = 28;
const GAP = 26;
/** Narrower than other pictures: the larger the names stand on a phone. */
const WIDTH = 2 * PADDING + 3 * BOX.width + 2 * GAP;
/** From one place of the first round to the next. */
const STEP = BOX.height + 18;
const HEAD = 120;

/** A part of a draw, read from left to right: two lines for a pair, as large as a phone needs. */
export const bracketPicture = (
  reader: Reader,
  { title, section, alt }: BracketPictureView,
): Picture => {
  const rows = Math.max(1, section.rounds[0]?.length ?? 1);
  const height = HEAD + rows * STEP + PADDING;
  return {
    width: WIDTH,
    height,
    alt,
    root: sheet(
      { padding: PADDING, position: 'relative' },
      text({ fontSize: SIZES.normal, fontWeight: 700, maxWidth: WIDTH - 2 * PADDING }, title),
      lines(section, rows, height),
      ...section.rounds.flatMap((places, index) => [
        heading(reader, places[0]?.round, index),
        ...places.map((place, at) =>
          bracketBox(reader, place, corner(index, at, rows, places.length)),
        ),
      ]),
    ),
  };
};

const leftOf = (index: number): number => PADDING + index * (BOX.width + GAP);

const middleOf = (at: number, rows: number, count: number): number =>
  HEAD + (at + 0.5) * ((rows * STEP) / count);

const corner = (index: number, at: number, rows: number, count: number) => ({
  left: leftOf(index),
  top: Math.round(middleOf(at, rows, count) - BOX.height / 2),
});

const heading = ({ t }: Reader, round: Round | undefined, index: number): Element | null =>
  round === undefined
    ? null
    : text(
        {
          position: 'absolute',
          left: leftOf(index),
          top: HEAD - 40,
          width: BOX.width,
          fontSize: SIZES.small,
          color: THEME.dim,
        },
        t(`round.${round}`),
      );

/** From each place to the one that its winner goes on to. */
const lines = ({ rounds }: DrawSection, rows: number, height: number): Element => {
  const paths = rounds.slice(1).flatMap((places, index) =>
    places.flatMap((_, at) => {
      const count = rounds[index]?.length ?? 1;
      const x = leftOf(index + 1) - GAP / 2;
      const to = middleOf(at, rows, places.length);
      return [2 * at, 2 * at + 1].map(
        (from) => `M${x - GAP / 2} ${middleOf(from, rows, count)} H${x} V${to} H${x + GAP / 2}`,
      );
    }),
  );
  return {
    type: 'div',
    props: {
      style: { position: 'absolute', left: 0, top: 0, display: 'flex' },
      children: [
        svg(
          { width: WIDTH, height },
          shape('path', {
            d: paths.join(' '),
            stroke: THEME.line,
            'stroke-width': 3,
            fill: 'none',
          }),
        ),
      ],
    },
  };
};

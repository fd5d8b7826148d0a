import type { DrawSection } from '../../domain/tournament/draw.ts';
import type { Round } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { BOX, bracketBox } from './bracket-box.ts';
import {
  blockElement,
  textElement,
  PADDING,
  SIZES,
  THEME,
  WIDTH,
  type Element,
} from './element.ts';
import type { Picture } from './picture.ts';
import { sheet } from './sides.ts';

interface BracketPictureView {
  readonly title: string;
  readonly subtitle: string;
  readonly section: DrawSection;
  readonly alt: string;
}

const GAP = (WIDTH - 2 * PADDING - 3 * BOX.width) / 2;
/** The distance between places of the first round. */
const STEP = BOX.height + 18;
const HEAD = 182;

/** A part of a draw from left to right, two lines a pair, large enough for a phone. */
export const bracketPicture = (
  reader: Reader,
  { title, subtitle, section, alt }: BracketPictureView,
): Picture => {
  const rows = Math.max(1, section.rounds[0]?.length ?? 1);
  const maxWidth = WIDTH - 2 * PADDING;
  return {
    width: WIDTH,
    // Half a gap is left over at both ends.
    height: HEAD + rows * STEP + PADDING - (STEP - BOX.height) / 2,
    alt,
    root: sheet(
      { position: 'relative' },
      textElement({ fontSize: SIZES.large, fontWeight: 700, lineHeight: 1.2, maxWidth }, title),
      textElement({ fontSize: SIZES.small, color: THEME.dim, maxWidth }, subtitle),
      ...lines(section, rows),
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
  Math.round(HEAD + (at + 0.5) * ((rows * STEP) / count));

const corner = (index: number, at: number, rows: number, count: number) => ({
  left: leftOf(index),
  top: middleOf(at, rows, count) - BOX.height / 2,
});

/** Short names for early rounds: in some languages the full ones do not fit above a box. */
const roundHeading = (t: Reader['t'], round: Round): string =>
  round === 16 || round === 32 ? t(`tournament.roundShort.${round}`) : t(`round.${round}`);

const heading = ({ t }: Reader, round: Round | undefined, index: number): Element | null =>
  round === undefined
    ? null
    : textElement(
        {
          position: 'absolute',
          left: leftOf(index),
          top: HEAD - 34,
          width: BOX.width,
          fontSize: SIZES.small,
          fontWeight: 600,
          color: THEME.dim,
        },
        roundHeading(t, round),
      );

const LINE = 3;

/** Connects each place to the one that its winner moves on to. */
const lines = ({ rounds }: DrawSection, rows: number): readonly Element[] =>
  rounds.slice(1).flatMap((places, index) => {
    const count = rounds[index]?.length ?? 1;
    const end = leftOf(index + 1);
    const middle = end - (GAP + LINE) / 2;
    return places.flatMap((_, at) => {
      const to = middleOf(at, rows, places.length);
      const first = middleOf(2 * at, rows, count);
      const last = middleOf(2 * at + 1, rows, count);
      return [
        line({ left: end - GAP, top: first, width: GAP / 2 }),
        line({ left: end - GAP, top: last, width: GAP / 2 }),
        line({ left: middle, top: first, height: last - first + LINE }),
        line({ left: middle, top: to, width: (GAP + LINE) / 2 }),
      ];
    });
  });

const line = (at: {
  readonly left: number;
  readonly top: number;
  readonly width?: number;
  readonly height?: number;
}): Element =>
  blockElement({ position: 'absolute', width: LINE, height: LINE, background: THEME.line, ...at });

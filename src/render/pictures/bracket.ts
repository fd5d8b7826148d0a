import type { Bracket } from '../../domain/tournament/draw.ts';
import type { Instant, Round } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { bracketBox } from './bracket-box.ts';
import { BOX, bracketLayout, GAP, PADDING, type Spot } from './bracket-layout.ts';
import { blockElement, column, rowElement, textElement, THEME, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { accentOf, BAR, signature } from './poster.ts';

interface BracketPictureView {
  readonly title: string;
  readonly subtitle: string;
  readonly draw: Bracket;
  /** The service's word for the level of the tournament. */
  readonly level?: string | undefined;
  readonly alt: string;
  readonly readAt: Instant;
}

/** Above the boxes: title, subtitle and the rounds. */
const HEAD = 196;
const FOOT = 56;
const SIZES = { fine: 24, small: 26, large: 40 } as const;

/** A whole draw on one poster; a member opens it at its full size to read the names. */
export const bracketPicture = (
  reader: Reader,
  { title, subtitle, draw, level, alt, readAt }: BracketPictureView,
): Picture => {
  const { width, height: boxes, scale, spots } = bracketLayout(draw, HEAD);
  const maxWidth = width - 2 * PADDING;
  const height = Math.ceil(HEAD + boxes + FOOT);
  const root = rowElement(
    { position: 'relative', width, height, background: THEME.background, color: THEME.text },
    blockElement({
      position: 'absolute',
      left: 0,
      width: BAR,
      height,
      background: accentOf(level),
    }),
    column(
      { position: 'absolute', left: PADDING, top: PADDING },
      textElement({ fontSize: SIZES.large, fontWeight: 700, lineHeight: 1.2, maxWidth }, title),
      textElement({ fontSize: SIZES.small, color: accentOf(level), maxWidth }, subtitle),
    ),
    ...spots.flatMap((spot) => lines(spot, scale)),
    ...headings(reader, spots, scale),
    ...spots.map((spot) => bracketBox(reader, spot, scale)),
    textElement(
      {
        position: 'absolute',
        right: PADDING,
        bottom: 16,
        fontSize: SIZES.fine - 2,
        color: THEME.dim,
      },
      signature(reader, readAt),
    ),
  );
  // It needs its width in every format.
  const drawing = { root, width, height };
  return { alt, drawing: () => drawing };
};

/** Short names for early rounds: in some languages the full ones do not fit above a box. */
const roundHeading = (t: Reader['t'], round: Round): string =>
  round === 16 || round === 32 ? t(`tournament.roundShort.${round}`) : t(`round.${round}`);

/** A round's name above its columns, and above each box of the middle. */
const headings = ({ t }: Reader, spots: readonly Spot[], scale: number): readonly Element[] => {
  const heading = (round: Round, x: number, y: number): Element =>
    textElement(
      {
        position: 'absolute',
        left: x - (scale * BOX.width) / 2,
        top: y - 34,
        width: scale * BOX.width,
        fontSize: SIZES.fine,
        fontWeight: 600,
        color: THEME.dim,
      },
      roundHeading(t, round),
    );
  const above = new Map(
    spots.map(({ place: { round }, x, y }) =>
      round > 2
        ? [`${x}`, heading(round, x, HEAD)]
        : [`${x} ${y}`, heading(round, x, y - (scale * BOX.height) / 2)],
    ),
  );
  return [...above.values()];
};

const LINE = 3;

/** Connects a place to the one in which its winner plays next. */
const lines = ({ x, y, next }: Spot, scale: number): readonly Element[] => {
  if (next === null) return [];
  // In the middle straight down or up, clear of the heading.
  if (next.x === x) {
    const left = x + 0.3 * scale * BOX.width;
    return [line({ left, top: Math.min(y, next.y), height: Math.abs(next.y - y) })];
  }
  const toward = Math.sign(next.x - x);
  const edge = x + (toward * scale * BOX.width) / 2;
  const middle = edge + (toward * scale * GAP.column) / 2;
  const end = edge + toward * scale * GAP.column;
  return [
    line({ left: Math.min(edge, middle), top: y, width: Math.abs(middle - edge) }),
    line({ left: middle, top: Math.min(y, next.y), height: Math.abs(next.y - y) + LINE }),
    line({ left: Math.min(middle, end), top: next.y, width: Math.abs(end - middle) }),
  ];
};

const line = (at: {
  readonly left: number;
  readonly top: number;
  readonly width?: number;
  readonly height?: number;
}): Element =>
  blockElement({ position: 'absolute', width: LINE, height: LINE, background: THEME.line, ...at });

import type { DrawOdds } from '../../domain/tournament/odds.ts';
import { isPlaceKnown, type Bracket, type DrawPlace } from '../../domain/tournament/draw.ts';
import { TEAMS, type Instant, type Round } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import { bracketBox, commonSize, isLit, type BoxSize, type Lit } from './bracket-box.ts';
import { BOX, bracketLayout, GAP, PADDING, type Spot } from './bracket-layout.ts';
import { blockElement, column, rowElement, textElement, THEME, type Element } from './element.ts';
import { trophy } from './marks.ts';
import type { Drawing, Format, Picture } from './picture.ts';
import { band as titleBand, signed } from './poster.ts';

interface BracketPictureView {
  readonly title: string;
  readonly subtitle: string;
  readonly draw: Bracket;
  /** The names of who won it, one a line; none before. */
  readonly champions: readonly string[];
  /** Null while they are unknown. */
  readonly odds: DrawOdds | null;
  /** Whose road stands out. */
  readonly lit: Lit;
  /** The service's word for the level of the tournament. */
  readonly level?: string | undefined;
  readonly alt: string;
  readonly readAt: Instant;
}

/** The title's band, and above the boxes the rounds. */
const BAND = 150;
const HEADINGS = 70;
const FOOT = 64;
/** Above the last rounds, once they are played. */
const CUP = 130;
const SIZES = { fine: 24, small: 30, large: 50 } as const;

/** Upright as all of a phone's pictures, its last rounds fill the width. */
const PHONE = { width: 1_080, height: 1_350 } as const;
const LAST_ROUNDS = 4;

/**
 * A whole draw, which a member opens at its full size to read the names; for a phone its last rounds, once somebody
 * has reached them.
 */
export const bracketPicture = (reader: Reader, view: BracketPictureView): Picture => ({
  alt: view.alt,
  drawing: (format, aheadMs = 0) =>
    drawingOf(reader, { ...view, readAt: view.readAt + aheadMs }, format),
});

const drawingOf = (reader: Reader, view: BracketPictureView, format: Format): Drawing => {
  const { title, subtitle, draw, champions, lit, level, readAt, odds } = view;
  const isCut = format === 'phone' && isKnownFrom(draw, LAST_ROUNDS);
  // A wide poster is shown small until it is opened: its title is as much larger.
  const columns = draw.rounds.filter((round) => round > 2).length;
  const zoom = isCut ? 1 : Math.max(1, (2 * columns + 1) / 4.6);
  const band = zoom * BAND;
  const top = band + HEADINGS + (isCut && champions.length > 0 ? CUP : 0);
  const {
    width,
    height: boxes,
    scale,
    boxHeight,
    spots,
  } = isCut
    ? bracketLayout(
        { ...draw, rounds: draw.rounds.filter((round) => round <= LAST_ROUNDS) },
        { top, width: PHONE.width, height: PHONE.height - top - FOOT },
      )
    : bracketLayout(draw, { top });
  const maxWidth = width - 2 * PADDING;
  const chancesIn = (place: DrawPlace) => odds?.chancesIn(place) ?? null;
  const nameSize = commonSize(
    reader,
    spots.map(({ place }) => place),
    { scale, boxHeight, chancesIn },
  );
  const height = Math.ceil(top + boxes + FOOT);
  const root = rowElement(
    { position: 'relative', width, height, background: THEME.background, color: THEME.text },
    titleBand(
      { width, height: band, margin: PADDING, level },
      column(
        { maxWidth },
        textElement(
          {
            fontSize: titleSize(title, maxWidth, zoom),
            fontWeight: 800,
            lineHeight: 1.1,
            lineClamp: 2,
            wordBreak: 'break-word',
            maxWidth,
          },
          title,
        ),
        textElement(
          {
            fontSize: zoom * SIZES.small,
            fontWeight: 600,
            maxWidth,
            lineClamp: 2,
            lineHeight: 1.1,
            wordBreak: 'break-word',
          },
          subtitle,
        ),
      ),
      null,
    ),
    // A lit line above those that it meets.
    ...spots
      .toSorted((a, b) => Number(isRoad(a, lit)) - Number(isRoad(b, lit)))
      .flatMap((spot) => lines(spot, scale, lit)),
    ...headings(reader, spots, { scale, boxHeight }),
    ...spots.map((spot) =>
      bracketBox(reader, spot, { scale, boxHeight, lit, nameSize, chancesIn }),
    ),
    championsBlock(champions, spots, { scale, boxHeight, above: band }),
    rowElement(
      { position: 'absolute', right: PADDING, bottom: 20 },
      signed(reader, readAt, { fontSize: SIZES.fine, color: THEME.dim, ball: THEME.brand }),
    ),
  );
  return { root, width, height };
};

/** The largest size in which a title fits on a line, or on two. */
const titleSize = (title: string, width: number, zoom: number): number => {
  const length = 0.62 * charactersOf(title).length;
  if (length * zoom * SIZES.large < width) return zoom * SIZES.large;
  return zoom * Math.max(26, Math.min(42, (1.85 * width) / (zoom * length)));
};

const isKnownFrom = (draw: Bracket, round: Round): boolean =>
  Array.from({ length: round }, (_, slot) => draw.place(round, slot)).some(isPlaceKnown);

/** Above the middle, where there is room: the cup, and who won it. */
const championsBlock = (
  champions: readonly string[],
  spots: readonly Spot[],
  { scale, boxHeight, above }: BoxSize & { readonly above: number },
): Element | null => {
  const middleX = spots[0]?.x ?? 0;
  const middle = spots.filter(({ x }) => x === middleX);
  const end = Math.min(...middle.map(({ y }) => y)) - boxHeight / 2 - GAP.middle;
  const room = end - above - 20;
  const step = scale * (BOX.width + GAP.column);
  // Beside higher boxes the names stand below each other.
  const isNarrow = spots.some(
    ({ x, y }) => Math.abs(x - middleX) <= step + 1 && y - boxHeight / 2 < end,
  );
  const names = isNarrow ? champions : [champions.join(' / ')];
  const width = (isNarrow ? 1 : 3) * scale * BOX.width;
  const longest = Math.max(1, ...names.map((name) => charactersOf(name).length));
  const fontSize = Math.min(52, width / (0.64 * longest));
  const text = 1.25 * fontSize * names.length;
  const size = Math.min(180, room - text);
  if (champions.length === 0 || size < 80) return null;
  return column(
    {
      position: 'absolute',
      left: middleX - width / 2,
      top: (above + end - size - text) / 2,
      width,
      alignItems: 'center',
      color: THEME.brand,
    },
    trophy(size, THEME.brand),
    ...names.map((name) =>
      textElement({ maxWidth: width, fontSize, fontWeight: 800, lineHeight: 1.25 }, name),
    ),
  );
};

/** Short names for early rounds: in some languages the full ones do not fit above a box. */
const roundHeading = (t: Reader['t'], round: Round): string =>
  round === 16 || round === 32 ? t(`tournament.roundShort.${round}`) : t(`round.${round}`);

/** A round's name above its columns, and above each box of the middle. */
const headings = (
  { t }: Reader,
  spots: readonly Spot[],
  { scale, boxHeight }: BoxSize,
): readonly Element[] => {
  const heading = (round: Round, x: number, y: number): Element => {
    const words = roundHeading(t, round);
    return textElement(
      {
        position: 'absolute',
        left: x - (scale * BOX.width) / 2,
        top: y - 38,
        width: scale * BOX.width,
        // In the middle it ends before the line.
        fontSize: Math.min(
          SIZES.fine * Math.min(1.2, scale),
          (0.48 * scale * BOX.width) / (0.56 * (round > 2 ? 1 : charactersOf(words).length)),
        ),
        fontWeight: 600,
        color: THEME.dim,
      },
      words,
    );
  };
  const highest = new Map<string, Element>();
  for (const { place, x, y } of spots.toSorted((a, b) => b.y - a.y)) {
    // In the columns of the sides above their highest box.
    const key = place.round > 2 ? `${x}` : `${x} ${y}`;
    highest.set(key, heading(place.round, x, y - boxHeight / 2));
  }
  return [...highest.values()];
};

const LINE = 3;

const isRoad = ({ place }: Spot, lit: Lit): boolean =>
  TEAMS.some((team) => place.winner === team && isLit(place, team, lit));

/** Connects a place to the one in which its winner plays next; lit where the winner is. */
const lines = (spot: Spot, scale: number, lit: Lit): readonly Element[] => {
  const { x, y, next } = spot;
  if (next === null) return [];
  const colour = isRoad(spot, lit) ? THEME.brand : THEME.line;
  const line = (at: Readonly<Record<string, number>>): Element =>
    blockElement({
      position: 'absolute',
      width: LINE,
      height: LINE,
      background: colour,
      ...at,
    });
  // In the middle straight down or up, beside the heading.
  if (next.x === x) {
    return [line({ left: x - LINE / 2, top: Math.min(y, next.y), height: Math.abs(next.y - y) })];
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

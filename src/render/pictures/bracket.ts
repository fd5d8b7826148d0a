import type { DrawOdds } from '../../domain/tournament/odds.ts';
import type { Bracket, DrawPlace } from '../../domain/tournament/draw.ts';
import { TEAMS, type Instant } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import { bracketBox, commonForm, isLit, isOn, type Lit } from './bracket-box.ts';
import { BOX, columnsOf, glanceLayout, PADDING, wholeLayout, type Spot } from './bracket-layout.ts';
import {
  blockElement,
  column,
  rowElement,
  textElement,
  THEME,
  WRAPPED,
  type Element,
} from './element.ts';
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

/** The title's band of a whole draw, and above the boxes the rounds. */
const BAND = 150;
const HEADINGS = 70;
const FOOT = 64;
const SIZES = { fine: 24, small: 30, large: 50 } as const;

/** What is read at a glance: the sizes of all pictures. */
const GLANCE = {
  inline: { width: 1_200, height: 630, band: 120, top: 56, foot: 54 },
  phone: { width: 1_080, height: 1_350, band: 200, top: 70, foot: 80 },
} as const;

/** Of a draw what is read at a glance in a channel, or all of it, which a member opens at its full size. */
export const bracketPicture = (
  reader: Reader,
  view: BracketPictureView,
  isWhole = false,
): Picture => ({
  alt: view.alt,
  drawing: (format, aheadMs = 0) => {
    const sheet = isWhole ? wholeOf(view) : glanceOf(view, format);
    return drawingOf(reader, { ...view, readAt: view.readAt + aheadMs }, sheet);
  },
});

/** Where everything of a draw is; its title is as much larger as it is shown smaller. */
interface Sheet extends Readonly<Record<'width' | 'height' | 'band' | 'zoom', number>> {
  readonly spots: readonly Spot[];
  readonly isWhole: boolean;
}

const wholeOf = ({ draw }: BracketPictureView): Sheet => {
  const zoom = Math.max(1, (2 * columnsOf(draw) + 1) / 4.6);
  const band = zoom * BAND;
  const { width, height, spots } = wholeLayout(draw, band + HEADINGS);
  return {
    ...{ width, band, zoom, spots, isWhole: true },
    height: Math.ceil(band + HEADINGS + height + FOOT),
  };
};

const glanceOf = ({ draw, lit }: BracketPictureView, format: Format): Sheet => {
  const { width, height, band, top, foot } = GLANCE[format];
  const isUpright = format === 'phone';
  // What is on, whose road stands out, then what is open.
  const rankOf = (place: DrawPlace): number =>
    isOn(place)
      ? 0
      : TEAMS.some((team) => isLit(place, team, lit))
        ? 1
        : place.winner === null
          ? 2
          : 3;
  const area = { isUpright, top: band + top, width, height: height - band - top - foot };
  const spots = glanceLayout(draw, rankOf, area);
  return { width, height, band, spots, zoom: isUpright ? 1.15 : 1, isWhole: false };
};

const drawingOf = (reader: Reader, view: BracketPictureView, sheet: Sheet): Drawing => {
  const { title, subtitle, champions, lit, level, readAt, odds } = view;
  const { width, height, band, zoom, spots, isWhole } = sheet;
  const hasCup = champions.length > 0;
  const maxWidth = width - 2 * PADDING - (hasCup ? band : 0);
  const chancesIn = (place: DrawPlace) => odds?.chancesIn(place) ?? null;
  const form = { lit, chancesIn, ...commonForm(reader, spots, chancesIn) };
  const words = { maxWidth, ...WRAPPED };
  const root = rowElement(
    { position: 'relative', width, height, background: THEME.background, color: THEME.text },
    titleBand(
      { width, height: band, margin: PADDING, level },
      column(
        { maxWidth },
        textElement(
          { ...words, lineClamp: 3, fontSize: titleSize(title, maxWidth, zoom), fontWeight: 800 },
          title,
        ),
        textElement({ ...words, fontSize: zoom * SIZES.small, fontWeight: 600 }, subtitle),
      ),
      hasCup ? trophy(0.8 * band, THEME.background) : null,
    ),
    // A lit line above those that it meets.
    ...spots
      .toSorted((a, b) => Number(isRoad(a, lit)) - Number(isRoad(b, lit)))
      .flatMap((spot) => lines(spot, lit)),
    ...headings(reader, sheet),
    ...spots.map((spot) => bracketBox(reader, spot, form)),
    rowElement(
      { position: 'absolute', right: PADDING, bottom: isWhole ? 20 : 12 },
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

/** A round's name above its first box; in a whole draw above its columns, and above each box of the middle. */
const headings = ({ t }: Reader, { spots, isWhole, zoom }: Sheet): readonly Element[] => {
  const heading = ({ place: { round }, x, y, width, height, next }: Spot): Element => {
    const words = t(`round.${round}`);
    const size = isWhole ? SIZES.fine * Math.min(1.2, width / BOX.width) : zoom * 28;
    // Where a line goes through its middle it ends before it.
    const share = (isWhole ? round > 2 : next === null) ? 1 : 0.48;
    const room = (share * width) / (0.56 * charactersOf(words).length);
    const fontSize = Math.min(size, room);
    return textElement(
      {
        ...{ position: 'absolute', left: x - width / 2, top: y - height / 2 - 10 - 1.2 * fontSize },
        ...{ width, fontSize, lineHeight: 1.2, fontWeight: 600, color: THEME.dim },
      },
      words,
    );
  };
  const highest = new Map<string, Element>();
  for (const spot of spots.toSorted((a, b) => b.y - a.y || b.x - a.x)) {
    const { place, x, y } = spot;
    const key = isWhole ? (place.round > 2 ? `${x}` : `${x} ${y}`) : `${place.round}`;
    highest.set(key, heading(spot));
  }
  return [...highest.values()];
};

const LINE = 3;

const isRoad = ({ place }: Spot, lit: Lit): boolean =>
  TEAMS.some((team) => place.winner === team && isLit(place, team, lit));

/** Connects a place to the one in which its winner plays next; lit where the winner is. */
const lines = (spot: Spot, lit: Lit): readonly Element[] => {
  const { x, y, width, height, next } = spot;
  if (next === null) return [];
  const colour = isRoad(spot, lit) ? THEME.brand : THEME.line;
  const line = (at: Readonly<Record<string, number>>): Element =>
    blockElement({ position: 'absolute', width: LINE, height: LINE, background: colour, ...at });
  // Around the box that stands between them.
  if (next.x === x && Math.abs(next.y - y) > 2 * height) {
    const isLeft = spot.place.slot < 2;
    const outer = isLeft ? x - width / 2 - PADDING / 2 : x + width / 2;
    return [
      ...[y, next.y].map((top) => line({ left: outer, top, width: PADDING / 2 })),
      line({
        left: isLeft ? outer : outer + PADDING / 2,
        ...{ top: Math.min(y, next.y), height: Math.abs(next.y - y) + LINE },
      }),
    ];
  }
  // Straight down or up, beside the heading.
  if (Math.abs(next.x - x) < next.width / 2) {
    return [line({ left: x - LINE / 2, top: Math.min(y, next.y), height: Math.abs(next.y - y) })];
  }
  const toward = Math.sign(next.x - x);
  const edge = x + (toward * width) / 2;
  const end = next.x - (toward * next.width) / 2;
  const middle = (edge + end) / 2;
  return [
    line({ left: Math.min(edge, middle), top: y, width: Math.abs(middle - edge) }),
    line({ left: middle, top: Math.min(y, next.y), height: Math.abs(next.y - y) + LINE }),
    line({ left: Math.min(middle, end), top: next.y, width: Math.abs(end - middle) }),
  ];
};

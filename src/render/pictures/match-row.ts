import type { Match } from '../../domain/match/match.ts';
import { opponentOf, type Team } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf } from '../../i18n/text.ts';
import { column, rowElement, textElement, THEME, type Element } from './element.ts';
import type { Page } from './poster.ts';

/** A figure in a column of its own, with the points of its tie-break raised beside it. */
export const figureCell = (
  fontSize: number,
  width: number,
  figure: string,
  raised: string | null,
): Element =>
  rowElement(
    { position: 'relative', flexShrink: 0, width, justifyContent: 'center' },
    textElement({ fontSize, fontWeight: 700, lineHeight: 1.2 }, figure),
    raised === null
      ? null
      : textElement(
          {
            ...{ position: 'absolute', left: width / 2 + fontSize * 0.32 * figure.length },
            ...{ top: -fontSize * 0.1, width: fontSize, fontSize: fontSize * 0.6 },
            color: THEME.dim,
          },
          raised,
        ),
  );

interface MatchRow {
  /** At the left edge. */
  readonly mark: Element | null;
  readonly title: string;
  /** What it was, and less bright when and where; beside the title, or on a phone below it. */
  readonly facts: readonly [string, string];
  readonly match: Pick<Match, 'status' | 'score'>;
  /** Whose games come first. */
  readonly side: Team;
  /** Of the page, or of a part of it. */
  readonly width?: number;
  /** The facts stand above the title, in every format. */
  readonly isStaged?: boolean;
  /** Larger than usual. */
  readonly scale?: number;
  /** A name that does not fit in this part of its size has two lines. */
  readonly least?: number;
}

/** Why a match has no score, or was broken off. */
export const noteOf = (t: Reader['t'], { status, score }: MatchRow['match']): string | null => {
  if (status === 'walkover') return t('tournament.walkoverShort');
  if (status === 'retired') return t('tournament.retiredShort');
  return score === null ? '–' : null;
};

/** Of a bold letter, in its size. */
const LETTER = 0.56;

/** A text that is as large as its room allows, on one line or two. */
const fittedText = (
  size: number,
  room: number,
  content: string,
  style: Readonly<Record<string, string | number>>,
  least = 0.8,
): Element => {
  const whole = room / (LETTER * Math.max(1, charactersOf(content).length));
  return textElement(
    {
      ...{ fontSize: Math.max(least * size, Math.min(size, whole)), lineHeight: 1.1 },
      ...{ lineClamp: whole < least * size ? 3 : 1, wordBreak: 'break-word' },
      ...style,
    },
    content,
  );
};

/** A match in one row: whom it was against, what it was, and its sets in columns. */
export const matchRow = (
  { t }: Reader,
  page: Page,
  { mark, title, facts, match, side, isStaged, width = page.width, scale = 1, least }: MatchRow,
): Element => {
  const { format, sizes } = page;
  const isWide = format === 'inline' && isStaged !== true;
  const cell = sizes.normal * (isWide ? 2.9 : 2.75);
  const padding = sizes.fine * 0.7;
  const taken = 2 * padding + 3 * cell + padding + (mark === null ? 0 : 2.4 * sizes.normal);
  const factsWidth = isWide ? width * 0.27 : width - taken;
  const room = width - taken - (isWide ? factsWidth + padding : 0);
  const name = fittedText(scale * sizes.normal, room, title, { fontWeight: 700 }, least);
  const [what, rest] = facts.map((fact, at) =>
    fact === ''
      ? null
      : fittedText(scale * sizes.fine, factsWidth, fact, {
          lineClamp: 1,
          ...(at === 0 && isWide ? { fontWeight: 600 } : { color: THEME.dim }),
        }),
  );
  const note = noteOf(t, match);
  const score = match.status === 'walkover' ? [] : (match.score ?? []).slice(0, 3);
  const columns = Math.max(3, score.length + (note === null ? 0 : 1));
  return rowElement(
    {
      boxSizing: 'border-box',
      flexGrow: 1,
      flexBasis: 0,
      maxHeight: 200,
      width,
      padding: `${isWide ? 2 : 4}px ${padding}px`,
      gap: padding,
      alignItems: 'center',
      borderRadius: 12,
      background: THEME.panel,
      color: THEME.text,
    },
    mark,
    column(
      { flexGrow: 1, flexBasis: 0, minWidth: 0 },
      ...(isStaged === true ? [what ?? null, name] : isWide ? [name] : [name, what ?? null]),
      isWide ? null : (rest ?? null),
    ),
    isWide ? column({ flexShrink: 0, width: factsWidth }, what ?? null, rest ?? null) : null,
    rowElement(
      { width: 3 * cell, flexShrink: 0, alignItems: 'center' },
      ...score.map((set) =>
        figureCell(
          1.02 * sizes.normal,
          (3 * cell) / columns,
          `${set[side]}-${set[opponentOf(side)]}`,
          set.tieBreak === null ? null : String(set.tieBreak),
        ),
      ),
      rowElement(
        { width: (3 * cell) / columns, justifyContent: 'center', color: THEME.dim },
        note === null ? null : textElement({ fontSize: sizes.small }, note),
      ),
    ),
  );
};

import type { SetScore } from '../../domain/match/score.ts';
import { opponentOf, type Team } from '../../domain/terms.ts';
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
            position: 'absolute',
            left: width / 2 + fontSize * 0.32 * figure.length,
            top: -fontSize * 0.1,
            width: fontSize,
            fontSize: fontSize * 0.6,
            color: THEME.dim,
          },
          raised,
        ),
  );

interface MatchRow {
  /** At the left edge, or at the right one. */
  readonly mark: Element | null;
  readonly title: string;
  /** Several are lines of their own. */
  readonly facts: string | readonly string[];
  readonly score: readonly SetScore[];
  /** Whose games come first. */
  readonly side: Team;
  /** Larger than usual. */
  readonly scale?: number;
  /** The facts on one line in every format. */
  readonly isDense?: boolean;
  /** In place of a score, or after one that was broken off. */
  readonly note: string | null;
}

/** A match in one row: what it was, below that its facts, and its sets in columns. */
export const matchRow = (
  { format, width, sizes }: Page,
  { mark, title, facts, score, side, scale = 1, isDense, note }: MatchRow,
): Element => {
  const cell = sizes.normal * (format === 'inline' ? 2.9 : 2.65);
  return rowElement(
    {
      boxSizing: 'border-box',
      width,
      padding: `${format === 'inline' || isDense === true ? 4 : 8 * scale ** 4}px 18px`,
      gap: 18,
      alignItems: 'center',
      borderRadius: 12,
      background: THEME.panel,
      color: THEME.text,
    },
    mark,
    column(
      { flexGrow: 1, flexBasis: 0, minWidth: 0 },
      textElement(
        {
          fontSize: scale * sizes.small,
          fontWeight: 600,
          lineHeight: 1.15,
          lineClamp: format === 'inline' ? 1 : 2,
          wordBreak: 'break-word',
        },
        title,
      ),
      ...[facts].flat().map((line) =>
        textElement(
          {
            fontSize: scale * sizes.fine,
            color: THEME.dim,
            lineHeight: 1.15,
            lineClamp: format === 'inline' || isDense === true ? 1 : 2,
            wordBreak: 'break-word',
          },
          line,
        ),
      ),
    ),
    rowElement(
      { minWidth: 3 * cell, flexShrink: 0, alignItems: 'center' },
      ...score
        .slice(0, 3)
        .map((set) =>
          figureCell(
            ((1 + scale) / 2) * sizes.normal,
            cell,
            `${set[side]}-${set[opponentOf(side)]}`,
            set.tieBreak === null ? null : String(set.tieBreak),
          ),
        ),
      note === null
        ? null
        : textElement({ flexShrink: 0, fontSize: sizes.small, color: THEME.dim }, note),
    ),
  );
};

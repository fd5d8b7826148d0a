import type { ByTeam } from '../../domain/terms.ts';
import { percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { column, row, text, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { facingSides, heightOfSides, sheet, type Sides } from './sides.ts';
import { SIZES, THEME, WIDTH } from './theme.ts';

export interface SimulationPictureView {
  readonly teams: Sides;
  /** 0 to 1. */
  readonly chances: ByTeam<number>;
  /** What the picture says in words, on one line. */
  readonly verdict: string;
  readonly alt: string;
}

/** Without the sides. */
const HEIGHT = 370;
const BAR = { width: WIDTH - 80, height: 36 };

/** Both sides' chances: two big numbers and a bar. */
export const simulationPicture = (
  { t, locale }: Reader,
  { teams, chances, verdict, alt }: SimulationPictureView,
): Picture => {
  const { home, away } = percentages(locale, chances);
  return {
    width: WIDTH,
    height: HEIGHT + heightOfSides(teams),
    alt,
    root: sheet(
      { justifyContent: 'space-between' },
      text({ fontSize: SIZES.small, color: THEME.dim }, t('simulate.title')),
      facingSides(teams, column({ width: 40 })),
      column(
        { gap: 20 },
        row(
          { justifyContent: 'space-between', fontSize: 88, fontWeight: 700, lineHeight: 1 },
          text({ color: THEME.team_1 }, home),
          text({ color: THEME.team_2 }, away),
        ),
        bar(chances),
      ),
      text({ fontSize: SIZES.small, color: THEME.dim, maxWidth: BAR.width }, verdict),
    ),
  };
};

/** Even the smallest chance is seen. */
const LEAST = 10;

const bar = ({ team_1 }: ByTeam<number>): Element => {
  const filled = Math.min(BAR.width - LEAST, Math.max(LEAST, Math.round(team_1 * BAR.width)));
  return row(
    { width: BAR.width, height: BAR.height, borderRadius: BAR.height / 2, overflow: 'hidden' },
    column({ width: filled - 3, height: BAR.height, background: THEME.team_1 }),
    column({ width: 6, height: BAR.height, background: THEME.background }),
    column({ width: BAR.width - filled - 3, height: BAR.height, background: THEME.team_2 }),
  );
};

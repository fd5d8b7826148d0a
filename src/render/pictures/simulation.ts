import type { ByTeam } from '../../domain/terms.ts';
import { percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import {
  blockElement,
  column,
  rowElement,
  textElement,
  PADDING,
  SIZES,
  THEME,
  WIDTH,
  type Element,
} from './element.ts';
import type { Picture } from './picture.ts';
import { facingSides, heightOfSides, sheet, type Sides } from './sides.ts';

interface SimulationPictureView {
  readonly teams: Sides;
  /** 0 to 1. */
  readonly chances: ByTeam<number>;
  readonly verdict: string;
  readonly alt: string;
}

const HEIGHT = 376;
/** Longer texts may need a second line. */
const ONE_LINE = 74;
const SECOND_LINE = 33;
const BAR = { width: WIDTH - 2 * PADDING, height: 36 };

/** Both sides' chances: two big numbers and a bar. */
export const simulationPicture = (
  { t, locale }: Reader,
  { teams, chances, verdict, alt }: SimulationPictureView,
): Picture => {
  const { home, away } = percentages(locale, chances);
  return {
    width: WIDTH,
    height: HEIGHT + heightOfSides(teams) + (verdict.length > ONE_LINE ? SECOND_LINE : 0),
    alt,
    root: sheet(
      { justifyContent: 'space-between' },
      textElement({ fontSize: SIZES.small, color: THEME.dim }, t('simulate.title')),
      facingSides(teams, null),
      column(
        { gap: 20 },
        rowElement(
          { justifyContent: 'space-between', fontSize: 88, fontWeight: 700, lineHeight: 1 },
          textElement({ color: THEME.team_1 }, home),
          textElement({ color: THEME.team_2 }, away),
        ),
        bar(chances),
      ),
      textElement(
        {
          fontSize: SIZES.small,
          lineHeight: 1.25,
          color: THEME.dim,
          maxWidth: BAR.width,
          wordBreak: 'normal',
          lineClamp: 2,
        },
        verdict,
      ),
    ),
  };
};

/** Keeps the smallest chance visible. */
const LEAST = 10;

const LEFT_END = `${BAR.height / 2}px 4px 4px ${BAR.height / 2}px`;
const RIGHT_END = `4px ${BAR.height / 2}px ${BAR.height / 2}px 4px`;

const bar = ({ team_1 }: ByTeam<number>): Element => {
  const filled = Math.min(BAR.width - LEAST, Math.max(LEAST, Math.round(team_1 * BAR.width)));
  const { height } = BAR;
  return rowElement(
    { gap: 6 },
    blockElement({ width: filled - 3, height, borderRadius: LEFT_END, background: THEME.team_1 }),
    blockElement({
      width: BAR.width - filled - 3,
      height,
      borderRadius: RIGHT_END,
      background: THEME.team_2,
    }),
  );
};

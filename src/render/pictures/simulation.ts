import type { ByTeam, Instant } from '../../domain/terms.ts';
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
import { sheet } from './sheet.ts';
import { facingSides, heightOfSides, type Sides } from './sides.ts';

interface SimulationPictureView {
  readonly teams: Sides;
  /** 0 to 1. */
  readonly chances: ByTeam<number>;
  /** Sentences below the chances, not escaped. */
  readonly facts: readonly string[];
  readonly alt: string;
  readonly readAt: Instant;
}

const HEIGHT = 366;
/** Longer sentences may need a second line. */
const ONE_LINE = 74;
const LINE = 34;
const BAR = { width: WIDTH - 2 * PADDING, height: 36 };

/** Both sides' chances: two big numbers and a bar. */
export const simulationPicture = (
  reader: Reader,
  { teams, chances, facts, alt, readAt }: SimulationPictureView,
): Picture => {
  const { t, locale } = reader;
  const { home, away } = percentages(locale, chances);
  const lines = facts.reduce((sum, fact) => sum + (fact.length > ONE_LINE ? 2 : 1), 0);
  return sheet(
    reader,
    { height: HEIGHT + heightOfSides(teams) + lines * LINE, alt, readAt },
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
    column(
      { fontSize: SIZES.small, lineHeight: LINE / SIZES.small, color: THEME.dim },
      ...facts.map((fact) =>
        textElement({ maxWidth: BAR.width, wordBreak: 'normal', lineClamp: 2 }, fact),
      ),
    ),
  );
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

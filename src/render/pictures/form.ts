import { ALT_TEXT_MAX } from '../../discord/message-limits.ts';
import { displayName, type DisplayNamed } from '../../domain/people/display-names.ts';
import { tally, type Result, type MatchOutcome } from '../../domain/people/form.ts';
import { formatSet } from '../../domain/match/score.ts';
import { shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened } from '../../i18n/text.ts';
import { outcomeText, scoreFrom } from '../people/appearance-line.ts';
import { plainPairName } from '../people/names.ts';
import { disambiguatedAppearances } from '../people/disambiguation.ts';
import {
  column,
  rowElement,
  textElement,
  PADDING,
  SIZES,
  THEME,
  WIDTH,
  type Element,
  blockElement,
} from './element.ts';
import type { Picture } from './picture.ts';
import { nameWithin, sheet } from './sides.ts';

interface FormPictureView {
  /** A player, or a pair under its name. */
  readonly of: DisplayNamed;
  /** Latest first; as many as fit side by side. */
  readonly results: readonly Result[];
}

const HEIGHT = 520;
const GAP = 12;
const COLUMNS = 5;
const COLUMN = Math.floor((WIDTH - 2 * PADDING - (COLUMNS - 1) * GAP) / COLUMNS);
const LETTERS = 28;
const NAME_FITS = 26;

/** The last results of a player or a pair: a mark, the opponents and the score of each. */
export const formPicture = (reader: Reader, { of, results }: FormPictureView): Picture => {
  const shown = disambiguatedAppearances(results.slice(0, COLUMNS));
  const { t } = reader;
  const { won, lost } = tally(shown);
  return {
    root: sheet(
      { justifyContent: 'space-between' },
      rowElement(
        { width: WIDTH - 2 * PADDING, justifyContent: 'space-between', alignItems: 'center' },
        textElement(
          { fontSize: SIZES.large, fontWeight: 700, maxWidth: 610 },
          nameWithin(of, NAME_FITS),
        ),
        textElement({ fontSize: SIZES.normal, color: THEME.dim }, t('form.tally', { won, lost })),
      ),
      rowElement({ gap: GAP }, ...shown.map((result) => resultColumn(reader, result))),
    ),
    width: WIDTH,
    height: HEIGHT,
    alt: altOf(reader, of.name, shown),
  };
};

const line = { maxWidth: COLUMN - 12 } as const;
const centred = { width: '100%', alignItems: 'center' } as const;

const resultColumn = (reader: Reader, result: Result): Element => {
  const { t } = reader;
  const { outcome, opponents } = result;
  return column(
    {
      width: COLUMN,
      height: 370,
      padding: '18px 6px',
      boxSizing: 'border-box',
      background: THEME.panel,
      borderRadius: 16,
      alignItems: 'center',
      justifyContent: 'space-between',
      fontSize: LETTERS,
    },
    column(
      { ...centred, gap: 6 },
      outcomeMark(outcome),
      textElement({ ...line, fontWeight: 700 }, outcomeText(t, outcome)),
    ),
    column(centred, ...setsOf(reader, result).map((set) => textElement(line, set))),
    column(
      centred,
      ...opponents
        .slice(0, 2)
        .map((player) => textElement(line, outsidePlain(displayName(player), 30))),
      textElement(
        { ...line, fontSize: SIZES.small, color: THEME.dim, paddingTop: 4 },
        dateOf(reader, result),
      ),
    ),
  );
};

const dateOf = ({ locale }: Reader, { match: { playedOn } }: Result): string =>
  playedOn === null ? '' : shortDate(locale, playedOn);

/** A line for each set, or a short word for why there are none. */
const setsOf = ({ t }: Reader, { match, side }: Result): readonly string[] => {
  const { score, status } = match;
  if (status === 'walkover') return [t('form.walkoverShort')];
  if (score === null) return ['–'];
  return score.slice(0, 3).map((set, index, { length }) => {
    const games = formatSet(set, side);
    const isBroken = status === 'retired' && index === length - 1;
    return isBroken ? t('form.retired', { score: games }) : games;
  });
};

const altOf = (reader: Reader, name: string, results: readonly Result[]): string => {
  const { t } = reader;
  const matches = results.map((result) => {
    const told = t('form.altMatch', {
      outcome: outcomeText(t, result.outcome),
      score: scoreFrom(t, result.match, result.side),
      opponents: plainPairName(result.opponents),
    });
    return [told, dateOf(reader, result)].filter((part) => part !== '').join(', ');
  });
  const values = { name: outsidePlain(name, 80), matches: matches.join('; ') };
  return shortened(t('form.alt', { count: results.length, ...values }), ALT_TEXT_MAX);
};

const MARK_SIZE = 68;
const STROKE = 7;

/** Shapes differ as well as colours: a full disc with a tick, an empty box with a cross or dash. */
const outcomeMark = (outcome: MatchOutcome): Element => MARKS[outcome]();

/** A line with round ends; an `svg` drawing would be a separate layer, slow to draw. */
const stroke = (
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  background: string,
): Element => {
  const width = Math.hypot(x2 - x1, y2 - y1) + STROKE;
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return blockElement({
    position: 'absolute',
    left: (x1 + x2 - width) / 2,
    top: (y1 + y2 - STROKE) / 2,
    width,
    height: STROKE,
    borderRadius: STROKE / 2,
    background,
    ...(turn === 0 ? {} : { transform: `rotate(${turn.toFixed(1)}deg)` }),
  });
};

const disc = (...children: readonly Element[]): Element =>
  rowElement(
    {
      position: 'relative',
      width: MARK_SIZE,
      height: MARK_SIZE,
      borderRadius: MARK_SIZE / 2,
      background: THEME.team_1,
    },
    ...children,
  );

const box = (colour: string, ...children: readonly Element[]): Element =>
  rowElement(
    {
      position: 'relative',
      boxSizing: 'border-box',
      width: MARK_SIZE,
      height: MARK_SIZE,
      padding: STROKE,
      borderRadius: 14,
      background: colour,
    },
    blockElement({
      width: MARK_SIZE - 2 * STROKE,
      height: MARK_SIZE - 2 * STROKE,
      borderRadius: 8,
      background: THEME.panel,
    }),
    ...children,
  );

const MARKS: Readonly<Record<MatchOutcome, () => Element>> = {
  won: () =>
    disc(
      stroke([19, 35], [30, 46], THEME.background),
      stroke([30, 46], [50, 23], THEME.background),
    ),
  lost: () =>
    box(
      THEME.warning,
      stroke([24, 24], [44, 44], THEME.warning),
      stroke([44, 24], [24, 44], THEME.warning),
    ),
  unknown: () => box(THEME.dim, stroke([24, 34], [44, 34], THEME.dim)),
};

import { tally, type Outcome, type Result } from '../../domain/form.ts';
import { formatSet } from '../../domain/score.ts';
import { shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened } from '../../i18n/text.ts';
import { outcomeWord, scoreFrom } from '../appearance-line.ts';
import { surnameOf } from '../names.ts';
import { column, row, shape, svg, text, type Element } from './element.ts';
import type { Picture } from './picture.ts';
import { SIZES, THEME, WIDTH } from './theme.ts';

export interface FormPictureView {
  /** Whose form it is. */
  readonly name: string;
  /** The latest first; as many as fit side by side. */
  readonly results: readonly Result[];
}

const HEIGHT = 500;
const PADDING = 32;
const GAP = 12;
const COLUMNS = 5;
const COLUMN = Math.floor((WIDTH - 2 * PADDING - (COLUMNS - 1) * GAP) / COLUMNS);
const LETTERS = 28;
const ALT_MAX = 1_024;

/** The last results of a player or a pair: a mark for each, against whom, and the score. */
export const formPicture = (reader: Reader, { name, results }: FormPictureView): Picture => {
  const shown = results.slice(0, COLUMNS);
  const { t } = reader;
  const { won, lost } = tally(shown);
  return {
    root: column(
      {
        width: WIDTH,
        height: HEIGHT,
        padding: PADDING,
        boxSizing: 'border-box',
        background: THEME.background,
        color: THEME.text,
        fontFamily: THEME.font,
        justifyContent: 'space-between',
      },
      row(
        { justifyContent: 'space-between', alignItems: 'center' },
        text({ fontSize: SIZES.large, fontWeight: 700, maxWidth: 590 }, outsidePlain(name, 60)),
        text({ fontSize: SIZES.normal, color: THEME.dim }, t('form.tally', { won, lost })),
      ),
      row({ gap: GAP }, ...shown.map((result) => resultColumn(reader, result))),
    ),
    width: WIDTH,
    height: HEIGHT,
    alt: altOf(reader, name, shown),
  };
};

/** Centred as long as it fits: what is longer begins at the left and ends in an ellipsis. */
const line = { maxWidth: COLUMN - 16 } as const;
const centred = { width: '100%', alignItems: 'center' } as const;

const resultColumn = (reader: Reader, result: Result): Element => {
  const { t, locale } = reader;
  const { match, outcome, opponents } = result;
  const date = match.playedOn === null ? '' : shortDate(locale, match.playedOn);
  return column(
    {
      width: COLUMN,
      height: 370,
      padding: '18px 8px',
      boxSizing: 'border-box',
      background: THEME.panel,
      borderRadius: 16,
      alignItems: 'center',
      justifyContent: 'space-between',
      fontSize: LETTERS,
    },
    column(
      { ...centred, gap: 6 },
      mark(outcome),
      text({ ...line, fontWeight: 700 }, outcomeWord(t, outcome)),
    ),
    column(centred, ...setsOf(reader, result).map((set) => text(line, set))),
    column(
      centred,
      ...opponents.slice(0, 2).map(({ name }) => text(line, outsidePlain(surnameOf(name), 30))),
      text({ ...line, fontSize: SIZES.small, color: THEME.dim, paddingTop: 4 }, date),
    ),
  );
};

/** A line for each set; there is little room to say why there are none. */
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

const MARK = 68;
const MIDDLE = MARK / 2;

/** Told apart by shape as well: a full disc with a tick, an empty box with a cross. */
const mark = (outcome: Outcome): Element => svg({ width: MARK, height: MARK }, ...MARKS[outcome]);

const stroke = (colour: string) =>
  ({ stroke: colour, 'stroke-width': 7, 'stroke-linecap': 'round', fill: 'none' }) as const;

const box = (colour: string): Element =>
  shape('rect', { x: 4, y: 4, width: 60, height: 60, rx: 10, ...stroke(colour) });

const MARKS: Readonly<Record<Outcome, readonly Element[]>> = {
  won: [
    shape('circle', { cx: MIDDLE, cy: MIDDLE, r: MIDDLE, fill: THEME.team_1 }),
    shape('path', { d: 'M19 35 L30 46 L50 23', ...stroke(THEME.background) }),
  ],
  lost: [
    box(THEME.warning),
    shape('path', { d: 'M23 23 L45 45 M45 23 L23 45', ...stroke(THEME.warning) }),
  ],
  unknown: [box(THEME.dim), shape('path', { d: 'M22 34 L46 34', ...stroke(THEME.dim) })],
};

const altOf = ({ t }: Reader, name: string, results: readonly Result[]): string => {
  const matches = results.map((result) =>
    t('form.altMatch', {
      outcome: outcomeWord(t, result.outcome),
      score: scoreFrom(t, result.match, result.side),
      opponents:
        result.opponents.map((each) => outsidePlain(surnameOf(each.name), 30)).join(' / ') || '?',
    }),
  );
  const values = { name: outsidePlain(name, 80), matches: matches.join('; ') };
  return shortened(t('form.alt', { count: results.length, ...values }), ALT_MAX);
};

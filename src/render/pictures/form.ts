import { ALT_TEXT_MAX } from '../../discord/message-limits.ts';
import { displayName, type DisplayNamed } from '../../domain/people/display-names.ts';
import { tally, type Result } from '../../domain/people/form.ts';
import { formatSet } from '../../domain/match/score.ts';
import type { Instant } from '../../domain/terms.ts';
import { shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain, shortened } from '../../i18n/text.ts';
import { outcomeText, scoreFrom } from '../lines/appearance-line.ts';
import { plainPairName } from '../lines/names.ts';
import { disambiguatedAppearances } from '../lines/disambiguation.ts';
import {
  column,
  rowElement,
  textElement,
  PADDING,
  SIZES,
  THEME,
  WIDTH,
  blockElement,
  type Element,
} from './element.ts';
import { outcomeMark } from './marks.ts';
import type { Picture } from './picture.ts';
import { sheet } from './sheet.ts';
import { nameWithin } from './sides.ts';

interface FormPictureView {
  /** A player, or a pair under its name. */
  readonly of: DisplayNamed;
  /** Latest first; as many as fit side by side. */
  readonly results: readonly Result[];
  readonly readAt: Instant;
}

const HEIGHT = 570;
const INNER = WIDTH - 2 * PADDING;
const GAP = 12;
const COLUMNS = 5;
const COLUMN = Math.floor((INNER - (COLUMNS - 1) * GAP) / COLUMNS);
const LETTERS = 28;
const NAME_FITS = 26;

/** The last results of a player or a pair: a mark, the opponents and the score of each. */
export const formPicture = (reader: Reader, { of, results, readAt }: FormPictureView): Picture => {
  const shown = disambiguatedAppearances(results.slice(0, COLUMNS));
  const { t } = reader;
  const { won, lost } = tally(shown);
  return sheet(
    reader,
    { height: HEIGHT, alt: altOf(reader, of.name, shown), readAt },
    rowElement(
      { width: INNER, justifyContent: 'space-between', alignItems: 'center' },
      textElement(
        { fontSize: SIZES.large, fontWeight: 700, maxWidth: 610 },
        nameWithin(of, NAME_FITS),
      ),
      textElement({ fontSize: SIZES.normal, color: THEME.dim }, t('form.tally', { won, lost })),
    ),
    direction(reader, shown.length),
    rowElement({ gap: GAP }, ...shown.map((result) => resultColumn(reader, result))),
  );
};

/** Which end is the newest: a line from the latest match to the earlier ones. */
const direction = ({ t }: Reader, count: number): Element =>
  rowElement(
    { alignItems: 'center', gap: GAP, fontSize: SIZES.fine, color: THEME.dim },
    textElement({ color: THEME.text, fontWeight: 600 }, t('form.latest')),
    ...(count < 2
      ? []
      : [
          blockElement({ height: 2, flexGrow: 1, background: THEME.line }),
          textElement({}, t('form.earlier')),
        ]),
  );

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
  if (status === 'walkover') return [t('tournament.walkoverShort')];
  if (score === null) return ['–'];
  return score.slice(0, 3).map((set, index, { length }) => {
    const games = formatSet(set, side);
    const isBroken = status === 'retired' && index === length - 1;
    return isBroken ? `${games} ${t('tournament.retiredShort')}` : games;
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

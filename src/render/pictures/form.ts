import type { DisplayNamed } from '../../domain/people/display-names.ts';
import { tally, type Result } from '../../domain/people/form.ts';
import type { Instant } from '../../domain/terms.ts';
import { shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { charactersOf, outsidePlain } from '../../i18n/text.ts';
import { outcomeText, scoreFrom } from '../lines/appearance-line.ts';
import { disambiguatedAppearances } from '../lines/disambiguation.ts';
import { dotted } from '../lines/lines.ts';
import type { EventName } from '../lines/meeting-line.ts';
import { plainPairName } from '../lines/names.ts';
import { emblemOf } from './contenders.ts';
import { column, rowElement, textElement, THEME, type Element } from './element.ts';
import { outcomeTile } from './marks.ts';
import { matchRow } from './match-row.ts';
import type { Picture } from './picture.ts';
import { poster, type Page } from './poster.ts';

interface FormPictureView {
  /** A player, or a pair under its name. */
  readonly of: DisplayNamed;
  /** The player, or both of the pair, as far as they are known. */
  readonly people: readonly DisplayNamed[];
  /** Latest first. */
  readonly results: readonly Result[];
  readonly readAt: Instant;
  readonly eventName: EventName;
}

const ROWS = 5;

/** The last results of a player or a pair, the latest first. */
export const formPicture = (reader: Reader, view: FormPictureView): Picture => {
  const { of, results, readAt } = view;
  const { t } = reader;
  const shown = disambiguatedAppearances(results.slice(0, ROWS));
  const { won, unknown } = tally(shown);
  const name = outsidePlain(of.name, 60);
  const all = shown.map((result) => placeOf(reader, result, view));
  // What is the same of all stands above them.
  const common = (all[0] ?? []).filter((part) => all.every((parts) => parts.includes(part)));
  const kicker = dotted([t('form.last', { count: shown.length }), ...common]);
  const total = shown.length - unknown;
  const value = total === 0 ? '–' : t('form.tally', { count: won, total });
  const names = shown.map(({ opponents }) => charactersOf(plainPairName(opponents)).length);
  const row = { ...view, common, scale: Math.max(...names) > LONG ? 1 : 1.12 };
  return poster(
    reader,
    {
      kicker,
      headline: t('labelled', { name, value }),
      facts: t('labelled', { name: kicker, value: factsOf(reader, shown, row) }),
      readAt,
      emblem: (page) =>
        page.format === 'inline' ? strip(reader, page, shown) : emblemOf(view.people)(page),
      emblemShare: 0.25,
    },
    (page) => [
      page.format === 'inline' ? null : strip(reader, page, shown),
      column(
        { gap: page.sizes.fine / 3, flexGrow: 1, justifyContent: 'center' },
        ...shown.map((result) => resultRow(reader, page, result, row)),
      ),
    ],
  );
};

/** Longer names have two lines. */
const LONG = 22;

const GAP = 10;

/** The outcomes as a row of the season, the latest at the right; over a whole width with their days. */
const strip = (reader: Reader, page: Page, results: readonly Result[]): Element => {
  const isPlate = page.format === 'inline';
  const { length } = results;
  const width = isPlate ? 64 : (page.width + GAP) / length - GAP;
  const height = isPlate ? 64 : Math.max(124, 500 - 90 * length);
  const day = ({ match }: Result): string =>
    isPlate || match.playedOn === null ? '' : shortDate(reader.locale, match.playedOn);
  return rowElement(
    {
      ...{ flexShrink: 0, gap: GAP, background: THEME.background, borderRadius: 2 * GAP },
      ...{ padding: isPlate ? GAP : 0, fontSize: page.sizes.fine * 0.9, fontWeight: 600 },
    },
    ...results
      .toReversed()
      .map((result) =>
        column(
          { width, alignItems: 'center', color: THEME.dim },
          outcomeTile(reader, result.outcome, width, height),
          day(result) === '' ? null : textElement({}, day(result)),
        ),
      ),
  );
};

interface RowView extends FormPictureView {
  /** What is the same of all results. */
  readonly common: readonly string[];
  /** Of their letters. */
  readonly scale: number;
}

const resultRow = (reader: Reader, page: Page, result: Result, view: RowView): Element => {
  const { match, side, outcome, opponents } = result;
  const [round = '', ...more] = [...stageOf(reader, result), ...placeOf(reader, result, view)];
  return matchRow(reader, page, {
    mark: outcomeTile(reader, outcome, page.sizes.normal * 1.6),
    title: plainPairName(opponents),
    facts: [round, dotted(more)],
    match,
    side,
    scale: view.scale,
  });
};

const stageOf = ({ t, locale }: Reader, { match }: Result): readonly string[] => [
  match.round === null ? '' : t(`round.${match.round}`),
  match.playedOn === null ? '' : shortDate(locale, match.playedOn),
];

/** The partner of a player, and the event. */
const placeOf = (
  { t }: Reader,
  { match, side }: Result,
  { of, eventName, common = [] }: FormPictureView & Partial<RowView>,
): readonly string[] => {
  const partners = match.teams[side].filter(({ name }) => name !== of.name);
  return [
    partners.length === 1 ? t('form.with', { partner: plainPairName(partners) }) : '',
    outsidePlain((match.tournamentId === null ? null : eventName(match.tournamentId)) ?? '', 60),
  ].filter((part) => !common.includes(part));
};

const factsOf = (reader: Reader, results: readonly Result[], view: RowView): string =>
  results
    .map((result) => {
      const told = reader.t('form.altMatch', {
        outcome: outcomeText(reader.t, result.outcome),
        score: scoreFrom(reader.t, result.match, result.side),
        opponents: plainPairName(result.opponents),
      });
      const more = dotted([...stageOf(reader, result), ...placeOf(reader, result, view)]);
      return more === '' ? told : `${told}, ${more}`;
    })
    .join('; ');

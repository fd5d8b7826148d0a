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
import { column, type Element } from './element.ts';
import { outcomeMark } from './marks.ts';
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

/** A longer name has two lines on a phone. */
const LONG = 24;

/** The last results of a player or a pair, the latest first. */
export const formPicture = (reader: Reader, view: FormPictureView): Picture => {
  const { of, results, readAt } = view;
  const { t } = reader;
  const shown = disambiguatedAppearances(results.slice(0, ROWS));
  const { won, lost } = tally(shown);
  const name = outsidePlain(of.name, 60);
  const all = shown.map((result) => placeOf(reader, result, view));
  // What is the same of all stands above them.
  const common = (all[0] ?? []).filter((part) => all.every((parts) => parts.includes(part)));
  return poster(
    reader,
    {
      kicker: dotted([t('form.last', { count: shown.length }), ...common]),
      headline: t('labelled', { name, value: t('form.tally', { won, lost }) }),
      facts: factsOf(reader, name, shown, view),
      readAt,
      emblem: emblemOf(view.people),
    },
    (page) => [
      column(
        { gap: page.sizes.fine / 3, flexGrow: 1, justifyContent: 'space-evenly' },
        ...shown.map((result) => resultRow(reader, page, result, { ...view, common })),
      ),
    ],
  );
};

const resultRow = (
  reader: Reader,
  page: Page,
  result: Result,
  { common, ...view }: FormPictureView & { readonly common: readonly string[] },
): Element => {
  const { t } = reader;
  const { match, side, outcome, opponents } = result;
  const score = match.status === 'walkover' ? [] : (match.score ?? []);
  const note =
    match.status === 'walkover'
      ? t('tournament.walkoverShort')
      : match.status === 'retired'
        ? t('tournament.retiredShort')
        : score.length === 0
          ? '–'
          : null;
  const title = plainPairName(opponents);
  const stage = dotted(stageOf(reader, result));
  const place = dotted(placeOf(reader, result, view).filter((part) => !common.includes(part)));
  return matchRow(page, {
    scale: page.format === 'inline' || charactersOf(title).length > LONG ? 1.05 : 1.12,
    mark: outcomeMark(outcome, page.sizes.normal * 1.6),
    title,
    facts: page.format === 'inline' ? dotted([stage, place]) : [stage, place].filter(Boolean),
    score,
    side,
    note,
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
  { of, eventName }: Pick<FormPictureView, 'of' | 'eventName'>,
): readonly string[] => {
  const partners = match.teams[side].filter(({ name }) => name !== of.name);
  return [
    partners.length === 1 ? t('form.with', { partner: plainPairName(partners) }) : '',
    outsidePlain((match.tournamentId === null ? null : eventName(match.tournamentId)) ?? '', 60),
  ];
};

const factsOf = (
  reader: Reader,
  name: string,
  results: readonly Result[],
  view: FormPictureView,
): string => {
  const { t } = reader;
  const matches = results.map((result) => {
    const told = t('form.altMatch', {
      outcome: outcomeText(t, result.outcome),
      score: scoreFrom(t, result.match, result.side),
      opponents: plainPairName(result.opponents),
    });
    return [told, dotted([...stageOf(reader, result), ...placeOf(reader, result, view)])]
      .filter((part) => part !== '')
      .join(', ');
  });
  return t('form.alt', { count: results.length, name, matches: matches.join('; ') });
};

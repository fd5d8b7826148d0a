import type { DisplayNamed } from '../../domain/people/display-names.ts';
import { tally, type Result } from '../../domain/people/form.ts';
import type { Instant } from '../../domain/terms.ts';
import { shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
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

/** The last results of a player or a pair, the latest first. */
export const formPicture = (reader: Reader, view: FormPictureView): Picture => {
  const { of, results, readAt } = view;
  const { t } = reader;
  const shown = disambiguatedAppearances(results.slice(0, ROWS));
  const { won, lost } = tally(shown);
  const name = outsidePlain(of.name, 60);
  return poster(
    reader,
    {
      kicker: t('form.last', { count: shown.length }),
      headline: t('labelled', { name, value: t('form.tally', { won, lost }) }),
      facts: factsOf(reader, name, shown, view),
      readAt,
      emblem: emblemOf(view.people),
    },
    (page) => [
      column(
        { gap: page.sizes.fine / 3, flexGrow: 1, justifyContent: 'space-evenly' },
        ...shown.map((result) => resultRow(reader, page, result, view)),
      ),
    ],
  );
};

const resultRow = (
  reader: Reader,
  page: Page,
  result: Result,
  { of, eventName }: FormPictureView,
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
  return matchRow(page, {
    mark: outcomeMark(outcome, page.sizes.normal * 1.4),
    title: plainPairName(opponents),
    facts: contextOf(reader, result, of, eventName),
    score,
    side,
    note,
  });
};

/** Round, date, the partner of a player, and the event. */
const contextOf = (
  { t, locale }: Reader,
  { match, side }: Result,
  of: DisplayNamed,
  eventName: EventName,
): string => {
  const partners = match.teams[side].filter(({ name }) => name !== of.name);
  return dotted([
    match.round === null ? '' : t(`round.${match.round}`),
    match.playedOn === null ? '' : shortDate(locale, match.playedOn),
    partners.length === 1 ? t('form.with', { partner: plainPairName(partners) }) : '',
    outsidePlain((match.tournamentId === null ? null : eventName(match.tournamentId)) ?? '', 60),
  ]);
};

const factsOf = (
  reader: Reader,
  name: string,
  results: readonly Result[],
  { of, eventName }: FormPictureView,
): string => {
  const { t } = reader;
  const matches = results.map((result) => {
    const told = t('form.altMatch', {
      outcome: outcomeText(t, result.outcome),
      score: scoreFrom(t, result.match, result.side),
      opponents: plainPairName(result.opponents),
    });
    return [told, contextOf(reader, result, of, eventName)]
      .filter((part) => part !== '')
      .join(', ');
  });
  return t('form.alt', { count: results.length, name, matches: matches.join('; ') });
};

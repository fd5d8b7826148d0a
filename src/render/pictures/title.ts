import type { Appearance } from '../../domain/people/form.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Category, Instant } from '../../domain/terms.ts';
import { shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { scoreFrom } from '../lines/appearance-line.ts';
import { dotted } from '../lines/lines.ts';
import { plainPairName } from '../lines/names.ts';
import { avatar, nameSize, playerNames, sideText, type Contender } from './contenders.ts';
import { column, rowElement, THEME, type Element } from './element.ts';
import { trophy } from './marks.ts';
import { matchRow } from './match-row.ts';
import type { Picture } from './picture.ts';
import { poster, type Page } from './poster.ts';

interface TitlePictureView {
  readonly champions: readonly Contender[];
  readonly tournament: Tournament;
  readonly category: Category | null;
  /** Their matches of the main draw, the final first. */
  readonly road: readonly Appearance[];
  readonly readAt: Instant;
}

const ROWS = 6;

/** Who has won a tournament, and whom they beat on the way. */
export const titlePicture = (reader: Reader, view: TitlePictureView): Picture => {
  const { t } = reader;
  const { champions, tournament, category, road, readAt } = view;
  const name = outsidePlain(tournament.name, 60);
  const told = road.map((each) =>
    t('labelled', { name: stage(reader, each), value: resultOf(reader, each) }),
  );
  const kicker = dotted([
    t('post.champions'),
    category === null ? null : t(`category.${category}`),
  ]);
  return poster(
    reader,
    {
      kicker,
      headline: t('post.title', { pair: plainPairName(champions), tournament: name }),
      facts: `${t('labelled', { name: kicker, value: sideText(reader, champions) })}. ${told.join('; ')}`,
      level: tournament.level,
      isFestive: true,
      emblem: ({ format }) => (format === 'inline' ? trophy(124, THEME.background) : null),
      readAt,
    },
    (page) => [
      page.format === 'inline'
        ? rowElement(
            { width: page.width, justifyContent: 'space-between' },
            ...champions.slice(0, 2).map((each) => champion(reader, page, each, champions)),
          )
        : rowElement(
            { width: page.width, justifyContent: 'space-between', alignItems: 'center' },
            column(
              { gap: page.sizes.fine },
              ...champions.slice(0, 2).map((each) => champion(reader, page, each, champions)),
            ),
            trophy(230, THEME.background),
          ),
      column(
        { gap: page.format === 'inline' ? 5 : page.sizes.fine / 3 },
        ...road
          .slice(0, page.format === 'inline' ? ROWS - 3 : ROWS)
          .map((each) => step(reader, page, each)),
      ),
    ],
  );
};

const champion = (
  reader: Reader,
  page: Page,
  player: Contender,
  both: readonly Contender[],
): Element => {
  const { format, width, sizes } = page;
  const size = (format === 'inline' ? 2.9 : 2.1) * sizes.large;
  const room = format === 'inline' ? width / 2 : width - 250;
  const maxWidth = room - size - 40;
  return rowElement(
    { width: room - 12, gap: 20, alignItems: 'center' },
    avatar(player, size, THEME.background),
    playerNames(
      reader,
      page,
      player,
      { maxWidth, textAlign: 'left' },
      {
        alignItems: 'flex-start',
        fontSize: nameSize(page, both, maxWidth, format === 'inline' ? 1.6 : 1.25),
      },
    ),
  );
};

const stage = ({ t, locale }: Reader, { match }: Appearance): string =>
  dotted([
    match.round === null ? outsidePlain(match.roundName, 40) : t(`round.${match.round}`),
    match.playedOn === null ? null : shortDate(locale, match.playedOn),
  ]);

const resultOf = ({ t }: Reader, { match, side, opponents }: Appearance): string =>
  `${plainPairName(opponents)} ${scoreFrom(t, match, side)}`;

const step = (reader: Reader, page: Page, appearance: Appearance): Element => {
  const { t } = reader;
  const { match, side, opponents } = appearance;
  const isPlayed = match.status !== 'walkover';
  return matchRow(page, {
    mark: null,
    // The final larger.
    scale: match.round === 1 ? 1.3 : 1,
    // The stage first: a pair alone beside a score looks like the winner.
    title: stage(reader, appearance),
    facts: plainPairName(opponents),
    score: isPlayed ? (match.score ?? []) : [],
    side,
    note: isPlayed
      ? match.status === 'retired'
        ? t('tournament.retiredShort')
        : null
      : t('tournament.walkoverShort'),
  });
};

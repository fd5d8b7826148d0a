import type { Appearance } from '../../domain/people/form.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Category, Instant } from '../../domain/terms.ts';
import { shortDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outsidePlain } from '../../i18n/text.ts';
import { scoreFrom } from '../lines/appearance-line.ts';
import { dotted } from '../lines/lines.ts';
import { plainPairName } from '../lines/names.ts';
import { nameSize, playerRows, sideText, type Contender } from './contenders.ts';
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

const ROWS = { inline: 4, phone: 5 } as const;

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
      emblem: ({ format }) => trophy(format === 'inline' ? 126 : 190, THEME.background),
      readAt,
    },
    (page) => {
      const isInline = page.format === 'inline';
      const width = isInline ? page.width * 0.455 : page.width;
      const gap = page.sizes.fine / 3;
      const size = isInline ? 150 : 190;
      const both = champions.slice(0, 2);
      const fontSize = nameSize(page, both, width - size - 20, isInline ? 1.8 : 1.9);
      return [
        rowElement(
          { flexGrow: 1, flexDirection: isInline ? 'row' : 'column', gap: 3 * gap },
          column(
            { flexShrink: 0, justifyContent: 'center' },
            playerRows(reader, page, both, { width, size, ring: THEME.background, fontSize }),
          ),
          column(
            { flexGrow: 1, gap, justifyContent: 'center' },
            ...road
              .slice(0, ROWS[page.format])
              .map((each) =>
                step(reader, page, each, isInline ? page.width - width - 3 * gap : page.width),
              ),
          ),
        ),
      ];
    },
  );
};

const roundOf = ({ t }: Reader, { match }: Appearance): string =>
  match.round === null ? outsidePlain(match.roundName, 40) : t(`round.${match.round}`);

const stage = (reader: Reader, each: Appearance): string =>
  dotted([
    roundOf(reader, each),
    each.match.playedOn === null ? null : shortDate(reader.locale, each.match.playedOn),
  ]);

const resultOf = ({ t }: Reader, { match, side, opponents }: Appearance): string =>
  `${plainPairName(opponents)} ${scoreFrom(t, match, side)}`;

const step = (reader: Reader, page: Page, each: Appearance, width: number): Element =>
  matchRow(reader, page, {
    mark: null,
    title: plainPairName(each.opponents),
    // Beside the champions a day would make it small.
    facts: [(page.format === 'inline' ? roundOf : stage)(reader, each), ''],
    match: each.match,
    side: each.side,
    width,
    isStaged: true,
    least: 0.62,
    scale: 0.92,
  });

import { drawOf, isKnown, sectionsOf, type DrawSection } from '../domain/draw.ts';
import type { Match } from '../domain/match.ts';
import type { Tournament } from '../domain/people.ts';
import type { Category } from '../domain/terms.ts';
import type { Reader } from '../i18n/i18n.ts';
import { outsidePlain, shortened, timestamp } from '../i18n/text.ts';
import { pageButtons } from './controls.ts';
import { placeLine } from './fixture-line.ts';
import { DESCRIPTION_MAX, joinedWithin } from './lines.ts';
import { categoryColour, NO_MENTIONS, type MessageBody } from './message.ts';
import { bracketPicture } from './pictures/bracket.ts';
import type { Picture, PictureFile } from './pictures/picture.ts';
import { tellingApart } from './told-apart.ts';
import { plainTitle } from './tournament-card.ts';
import { tournamentControl, tournamentControls } from './tournament-controls.ts';

/** One page of a draw. */
export interface DrawPage {
  readonly tournament: Tournament;
  readonly matches: readonly Match[];
  readonly category: Category;
  /** From 1; the end of the draw is the first. */
  readonly page: number;
  readonly lastPage: number;
  /** Null while the draw is not known. */
  readonly section: DrawSection | null;
  readonly readAt: number;
}

/** A page of a draw; without a number the first one in which anybody stands. */
export const drawPage = (
  view: Pick<DrawPage, 'tournament' | 'matches' | 'category' | 'readAt'>,
  asked: number | null,
): DrawPage => {
  const matches = view.matches.filter(({ category }) => category === view.category);
  const draw = drawOf(matches.map(tellingApart(matches)), view.category);
  const sections = draw === null ? [] : sectionsOf(draw);
  const lastPage = Math.max(1, sections.length);
  const first = 1 + Math.max(0, sections.findIndex(isKnown));
  const page = asked === null ? first : Math.min(Math.max(1, asked), lastPage);
  return { ...view, page, lastPage, section: sections[page - 1] ?? null };
};

/** `Men · Final stage`, as plain text. */
const partOf = ({ t }: Reader, { category, page, lastPage }: DrawPage): string => {
  const part =
    page === 1
      ? t('tournament.drawEnd')
      : t('tournament.drawSection', { section: page - 1, sections: lastPage - 1 });
  return [t(`category.${category}`), part].join(' · ');
};

/** The draw as a picture. */
export const drawPicture = (reader: Reader, view: DrawPage, section: DrawSection): Picture => {
  const title = outsidePlain(view.tournament.name, 60);
  const subtitle = partOf(reader, view);
  const words = roundsOf(reader, section)
    .map(({ name, lines }) => `${name}: ${lines.join('; ') || reader.t('tournament.open')}`)
    .join('. ')
    // No markdown, but still who won.
    .replace(/\*\*(.*?)\*\*/g, '✓ $1')
    .replaceAll('\\', '');
  const alt = shortened(`${title} · ${subtitle}: ${words}`, 1_024);
  return bracketPicture(reader, { title, subtitle, section, alt });
};

/** What is known of each round, as markdown. */
const roundsOf = (
  reader: Reader,
  { rounds }: DrawSection,
): readonly { readonly name: string; readonly lines: readonly string[] }[] =>
  rounds.flatMap((places) => {
    const [place] = places;
    if (place === undefined) return [];
    const known = places.filter(({ teams }) => teams.team_1 ?? teams.team_2);
    const lines = known.map((each) => placeLine(reader, each));
    return [{ name: reader.t(`round.${place.round}`), lines }];
  });

/** The same facts as text, under the names of the rounds. */
const sectionText = (reader: Reader, section: DrawSection): string =>
  joinedWithin(
    roundsOf(reader, section).flatMap(({ name, lines }) =>
      lines.length === 0 ? [] : [`**${name}**`, ...lines],
    ),
    DESCRIPTION_MAX - 100,
  );

/** A page of the draw of a category. */
export const drawMessage = (
  reader: Reader,
  view: DrawPage,
  picture: PictureFile | null,
): MessageBody => {
  const { t } = reader;
  const { tournament, matches, category, section, readAt } = view;
  const isWithheld = matches.some(({ withheld }) => withheld.includes('index'));
  const nothing = t(isWithheld ? 'tournament.noDrawInPlan' : 'tournament.noDraw');
  const freshness = `-# ${t('readAt', { when: timestamp(readAt, 'R') })}`;
  return {
    embeds: [
      {
        author: { name: t(`tournament.draw.${category}`) },
        title: plainTitle(tournament),
        description: [section === null ? nothing : sectionText(reader, section), freshness].join(
          '\n',
        ),
        color: categoryColour(category),
        ...(picture === null ? {} : { image: { url: `attachment://${picture.name}` } }),
      },
    ],
    components: tournamentControls(reader, {
      tournament,
      matches,
      view: { kind: 'draw', category },
      pages: pageButtons(reader, view, (page) =>
        tournamentControl('draw', tournament.id, category, page),
      ),
    }),
    ...(picture === null ? {} : { files: [picture] }),
    allowed_mentions: NO_MENTIONS,
  };
};

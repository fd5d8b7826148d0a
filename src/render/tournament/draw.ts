import { ALT_TEXT_MAX, DESCRIPTION_MAX } from '../../discord/message-limits.ts';
import { drawOf, isKnown, sectionsOf, type DrawSection } from '../../domain/tournament/draw.ts';
import { groupTables, type GroupTable } from '../../domain/tournament/group-tables.ts';
import type { Match } from '../../domain/match/match.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { TEAMS, type Category } from '../../domain/terms.ts';
import { tiesIn } from '../../domain/tournament/ties.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain, shortened } from '../../i18n/text.ts';
import { pageButtons } from '../controls.ts';
import { placeLine } from '../schedule/fixture-line.ts';
import { joinedWithin, readAtLine } from '../lines.ts';
import { categoryColour, type MessageBody, embedReply } from '../message.ts';
import { bracketPicture } from '../pictures/bracket.ts';
import type { Picture, PictureFile } from '../pictures/picture.ts';
import { groupName, tieTeam } from './ties.ts';
import { disambiguator } from '../people/disambiguation.ts';
import { plainTitle } from './card.ts';
import { tournamentControl, tournamentControls } from './controls.ts';

interface DrawPage {
  readonly tournament: Tournament;
  readonly matches: readonly Match[];
  readonly category: Category;
  /** From 1, the page with the final. */
  readonly page: number;
  readonly lastPage: number;
  /** Null while the draw is unknown, and on the page of the group stage. */
  readonly section: DrawSection | null;
  readonly sections: number;
  /** The tables of a team event's group stage, on the last page. */
  readonly tables: readonly GroupTable[];
  readonly readAt: number;
}

/** A page of a draw; without a number the first one with a known team. */
export const drawPage = (
  view: Pick<DrawPage, 'tournament' | 'matches' | 'category' | 'readAt'>,
  asked: number | null,
): DrawPage => {
  const matches = view.matches.filter(({ category }) => category === view.category);
  const draw = drawOf(matches.map(disambiguator(matches)), view.category);
  const sections = draw === null ? [] : sectionsOf(draw);
  const tables = groupTables(tiesIn(matches));
  const lastPage = Math.max(1, sections.length + (tables.length > 0 ? 1 : 0));
  const known = 1 + sections.findIndex(isKnown);
  const first = known > 0 ? known : tables.length > 0 ? lastPage : 1;
  const page = asked === null ? first : Math.min(Math.max(1, asked), lastPage);
  const section = sections[page - 1] ?? null;
  return { ...view, page, lastPage, section, sections: sections.length, tables };
};

/** `Men · Final stage`, as plain text. */
const partOf = ({ t }: Reader, { category, page, sections }: DrawPage): string => {
  const part =
    page === 1
      ? t('tournament.drawEnd')
      : t('tournament.drawSection', { section: page - 1, sections: sections - 1 });
  return [t(`category.${category}`), part].join(' · ');
};

export const bracketImage = (reader: Reader, view: DrawPage, section: DrawSection): Picture => {
  const title = outsidePlain(view.tournament.name, 60);
  const subtitle = partOf(reader, view);
  const words = roundsOf(reader, section)
    .map(({ name, lines }) => `${name}: ${lines.join('; ') || reader.t('tournament.open')}`)
    .join('. ')
    // Alternative text has no markdown: mark winners with a tick.
    .replace(/\*\*(.*?)\*\*/g, '✓ $1')
    .replaceAll('\\', '');
  const alt = shortened(`${title} · ${subtitle}: ${words}`, ALT_TEXT_MAX);
  return bracketPicture(reader, { title, subtitle, section, alt });
};

const roundsOf = (
  reader: Reader,
  { rounds }: DrawSection,
): readonly { readonly name: string; readonly lines: readonly string[] }[] =>
  rounds.flatMap((places) => {
    const [place] = places;
    if (place === undefined) return [];
    const known = places.filter(({ teams, names }) =>
      TEAMS.some((team) => (teams[team] ?? names[team]) !== null),
    );
    const lines = known.map((each) => placeLine(reader, each));
    return [{ name: reader.t(`round.${place.round}`), lines }];
  });

const sectionText = (reader: Reader, section: DrawSection): string =>
  joinedWithin(
    roundsOf(reader, section).flatMap(({ name, lines }) =>
      lines.length === 0 ? [] : [`**${name}**`, ...lines],
    ),
    DESCRIPTION_MAX - 100,
  );

const tablesText = (reader: Reader, tables: readonly GroupTable[]): string => {
  const { t } = reader;
  const lines = tables.flatMap(({ group, rows }) => [
    `**${outside(groupName(t, group), 40)}**`,
    ...rows.map(({ place, team, won, played, rubbersWon, rubbersLost }) =>
      t('tie.row', {
        place,
        team: tieTeam(reader, team),
        won,
        played,
        rubbers: `${rubbersWon}-${rubbersLost}`,
      }),
    ),
  ]);
  const isShared = tables.some(
    ({ rows }) => new Set(rows.map(({ place }) => place)).size < rows.length,
  );
  const note = isShared ? [`-# ${t('tie.sharedPlaces')}`] : [];
  return joinedWithin([...lines, ...note], DESCRIPTION_MAX - 100);
};

const pageText = (reader: Reader, { section, tables }: DrawPage): string | null => {
  if (section !== null) return sectionText(reader, section);
  return tables.length === 0 ? null : tablesText(reader, tables);
};

export const drawMessage = (
  reader: Reader,
  view: DrawPage,
  picture: PictureFile | null,
): MessageBody => {
  const { t } = reader;
  const { tournament, matches, category, readAt } = view;
  const isWithheld = matches.some(({ withheld }) => withheld.includes('index'));
  const nothing = t(isWithheld ? 'tournament.noDrawInPlan' : 'tournament.noDraw');
  const freshness = readAtLine(t, readAt);
  return embedReply(
    {
      author: { name: t(`tournament.draw.${category}`) },
      title: plainTitle(tournament),
      description: [pageText(reader, view) ?? nothing, freshness].join('\n'),
      color: categoryColour(category),
    },
    {
      components: tournamentControls(reader, {
        tournament,
        matches,
        view: { kind: 'draw', category },
        pages: pageButtons(reader, view, (page) =>
          tournamentControl('draw', tournament.id, category, page),
        ),
      }),
      picture,
    },
  );
};

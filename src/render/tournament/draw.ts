import { ALT_TEXT_MAX, DESCRIPTION_MAX } from '../../discord/message-limits.ts';
import {
  drawOf,
  isKnown,
  isPlaceKnown,
  sectionsOf,
  type Bracket,
  type DrawSection,
} from '../../domain/tournament/draw.ts';
import { drawOdds, type DrawOdds, type StrengthOf } from '../../domain/tournament/odds.ts';
import { groupTables, type GroupTable } from '../../domain/tournament/group-tables.ts';
import { isPlaying, type Match } from '../../domain/match/match.ts';
import type { Tournament } from '../../domain/people/people.ts';
import { progressOf, type Champions } from '../../domain/tournament/progress.ts';
import type { Category } from '../../domain/terms.ts';
import { tiesIn } from '../../domain/tournament/ties.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain } from '../../i18n/text.ts';
import { pageButtons } from '../controls.ts';
import { placeLine } from '../lines/fixture-line.ts';
import { dotted, joinedWithin, linesWithin, notInPlanLine, readAtLine } from '../lines/lines.ts';
import { categoryColour, type MessageBody, embedReply } from '../message.ts';
import type { Lit } from '../pictures/bracket-box.ts';
import { bracketPicture } from '../pictures/bracket.ts';
import type { Picture, PictureFile } from '../pictures/picture.ts';
import { groupName, plainTeam, tieTeam } from '../lines/ties.ts';
import { disambiguatedNames, disambiguator } from '../lines/disambiguation.ts';
import { plainTitle } from './card.ts';
import { tournamentControl, tournamentControls } from './controls.ts';

export interface DrawPage {
  readonly tournament: Tournament;
  readonly matches: readonly Match[];
  readonly category: Category;
  /** From 1, the page with the final. */
  readonly page: number;
  readonly lastPage: number;
  /** Null while it is unknown. */
  readonly draw: Bracket | null;
  /** Null while the draw is unknown, and on the page of the group stage. */
  readonly section: DrawSection | null;
  /** The tables of a team event's group stage, on the last page. */
  readonly tables: readonly GroupTable[];
  /** Null while they are unknown, or nothing is open. */
  readonly odds: DrawOdds | null;
  readonly readAt: number;
}

/** A page of a draw; without a number the first one with a known team. */
export const drawPage = (
  view: Pick<DrawPage, 'tournament' | 'matches' | 'category' | 'readAt'> & {
    /** Missing: without chances. */
    readonly strengthOf?: StrengthOf;
  },
  asked: number | null,
): DrawPage => {
  const matches = view.matches.filter(({ category }) => category === view.category);
  const draw = drawOf(matches.map(disambiguator(matches)), view.category);
  const sections = draw === null ? [] : sectionsOf(draw);
  const tables = groupTables(tiesIn(matches));
  const lastPage = Math.max(1, sections.length + (tables.length > 0 ? 1 : 0));
  const known = 1 + sections.findIndex(isKnown);
  const first = known > 0 ? known : tables.length > 0 ? lastPage : 1;
  const page = Math.min(Math.max(1, asked ?? first), lastPage);
  const section = sections[page - 1] ?? null;
  const isOpen = known > 0 && draw?.place(1, 0).winner === null;
  const odds = isOpen ? drawOdds(draw, view.strengthOf ?? (() => null)) : null;
  return { ...view, draw: known > 0 ? draw : null, page, lastPage, section, tables, odds };
};

/**
 * The posters of a draw: what is read at a glance, and all of it where that is more; null while nobody is known in it.
 * @param followed ids of players whose roads stand out; without one of them in the draw, that of the champions
 */
export const bracketImages = (
  reader: Reader,
  view: DrawPage,
  followed: readonly number[] = [],
): { readonly glance: Picture; readonly whole: Picture | null } | null => {
  const { draw, tournament, matches, category, readAt } = view;
  if (draw === null) return null;
  const { t } = reader;
  const champions = progressOf(matches, category)?.champions ?? null;
  const winners = champions === null ? [] : championNames(reader, champions);
  const pair = winners.join(' / ');
  const name = outsidePlain(tournament.name, 60);
  const title = pair === '' ? name : t('post.title', { pair, tournament: name });
  const isOn = matches.some((match) => match.category === category && isPlaying(match));
  const subtitle = dotted([t(`category.${category}`), isOn ? t('tournament.status.live') : null]);
  const alt = altOf(reader, draw, view.odds, `${title} · ${subtitle}.`);
  const { level } = view.tournament;
  const shown = {
    ...{ title, subtitle, draw, level, alt, readAt, champions: winners, odds: view.odds },
    lit: litIn(draw, followed, champions),
  };
  return {
    glance: bracketPicture(reader, shown),
    whole: draw.rounds.length > 2 ? bracketPicture(reader, shown, true) : null,
  };
};

const championNames = (reader: Reader, champions: Champions): readonly string[] =>
  'team' in champions
    ? [plainTeam(reader, champions.team)]
    : champions.pair.map(disambiguatedNames(champions.pair)).map((each) => outsidePlain(each, 40));

/** Both players of a pair of which one is followed. */
const litIn = (draw: Bracket, followed: readonly number[], champions: Champions | null): Lit => {
  const places = draw.rounds.flatMap(draw.placesIn);
  const pairs = places.flatMap(({ teams }) => [teams.team_1 ?? [], teams.team_2 ?? []]);
  const lit = pairs.filter((pair) => pair.some(({ id }) => followed.includes(id))).flat();
  if (lit.length > 0) return new Set(lit.map(({ id }) => id));
  if (champions === null) return new Set();
  return 'team' in champions
    ? new Set([champions.team])
    : new Set(champions.pair.map(({ id }) => id));
};

/** Alternative text has no markdown: winners are marked with a tick. */
const withoutMarkdown = (text: string): string =>
  text.replace(/\*\*(.*?)\*\*/g, '✓ $1').replaceAll('\\', '');

/** From the final back as many rounds as fit; the pages of the message have all of them. */
const altOf = (reader: Reader, draw: Bracket, odds: DrawOdds | null, title: string): string => {
  const rounds = draw.rounds.toReversed().map((round) => {
    const places = draw.placesIn(round);
    return roundsOf(reader, { rounds: [places] }, odds).map(
      ({ name, lines }) =>
        `${reader.t('labelled', { name, value: lines.join('; ') || reader.t('tournament.open') })}.`,
    );
  });
  return linesWithin([title, ...rounds.flat().map(withoutMarkdown)], ALT_TEXT_MAX).join(' ');
};

const roundsOf = (
  reader: Reader,
  { rounds }: DrawSection,
  odds: DrawOdds | null,
): readonly { readonly name: string; readonly lines: readonly string[] }[] =>
  rounds.flatMap((places) => {
    const [place] = places;
    if (place === undefined) return [];
    const lines = places
      .filter(isPlaceKnown)
      .map((each) => placeLine(reader, each, odds?.chancesIn(each)));
    return [{ name: reader.t(`round.${place.round}`), lines }];
  });

const sectionText = (reader: Reader, section: DrawSection, odds: DrawOdds | null): string =>
  joinedWithin(
    roundsOf(reader, section, odds).flatMap(({ name, lines }) =>
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
        ...{ place, team: tieTeam(reader, team), won, played },
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

const pageText = (reader: Reader, { section, tables, odds }: DrawPage): string | null => {
  if (section !== null) return sectionText(reader, section, odds);
  return tables.length === 0 ? null : tablesText(reader, tables);
};

export const drawMessage = (
  reader: Reader,
  view: DrawPage,
  { glance, whole }: Readonly<Record<'glance' | 'whole', PictureFile | null>>,
): MessageBody => {
  const { t } = reader;
  const { tournament, matches, category, page, readAt } = view;
  const isWithheld = matches.some(({ withheld }) => withheld.includes('index'));
  const title = t(`tournament.draw.${category}`);
  const nothing = isWithheld ? notInPlanLine(t, title) : t('tournament.noDraw');
  const freshness = readAtLine(t, readAt);
  return embedReply({
    author: title,
    title: plainTitle(tournament),
    description: [pageText(reader, view) ?? nothing, freshness],
    color: categoryColour(category),
    components: tournamentControls(reader, {
      tournament,
      matches,
      view: { kind: 'draw', category },
      pages: pageButtons(reader, view, (page) =>
        tournamentControl('draw', tournament.id, category, page),
      ),
    }),
    picture: glance,
    // Small beside the text; who opens it reads all names.
    ...(whole === null ? {} : { thumbnail: { url: `attachment://${whole.name}` }, files: [whole] }),
    share: tournamentControl('draw', tournament.id, category, page),
  });
};

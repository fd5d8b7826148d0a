import { advancingFrom } from '../../domain/tournament/draw.ts';
import type { Match } from '../../domain/match/match.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Category } from '../../domain/terms.ts';
import { tiesIn, type TieOfDraw } from '../../domain/tournament/ties.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { pageButtons, pageOf } from '../controls.ts';
import { fixtureLine } from '../lines/fixture-line.ts';
import { categoryColour, type MessageBody, embedReply } from '../message.ts';
import { groupName, tieOfDrawLine } from '../lines/ties.ts';
import { disambiguator } from '../lines/disambiguation.ts';
import { plainTitle } from './card.ts';
import {
  matchesOf,
  roundText,
  tournamentControl,
  tournamentControls,
  type ListedRound,
} from './controls.ts';
import { dotted, readAtLine } from '../lines/lines.ts';

interface RoundView {
  readonly tournament: Tournament;
  readonly matches: readonly Match[];
  readonly category: Category;
  readonly round: ListedRound;
  readonly page: number;
  readonly readAt: number;
}

/** Eight lines with the longest names fit into a description. */
const PER_PAGE = 8;
/** A tie has three matches. */
const TIES_PER_PAGE = 3;

/** The matches as entries: a line each, or a tie with its matches below it. */
const entriesOf = (
  reader: Reader,
  matches: readonly Match[],
): { readonly entries: readonly string[]; readonly perPage: number } => {
  const lineOf = (match: Match): string => fixtureLine(reader, match, advancingFrom(match));
  const ties = tiesIn(matches);
  if (ties.length === 0) return { entries: matches.map(lineOf), perPage: PER_PAGE };
  const alone = matches.filter(({ tie }) => tie === undefined);
  const entries = ties.map((tie) =>
    [
      [...groupOf(reader, tie), tieOfDrawLine(reader, tie)].join(' · '),
      ...tie.rubbers.map((match) => `-# ${lineOf(match)}`),
    ].join('\n'),
  );
  return { entries: [...entries, ...alone.map(lineOf)], perPage: TIES_PER_PAGE };
};

const groupOf = ({ t }: Reader, { group }: TieOfDraw): readonly string[] =>
  group === null ? [] : [outside(groupName(t, group), 40)];

export const roundMessage = (reader: Reader, view: RoundView): MessageBody => {
  const { t } = reader;
  const { tournament, matches, category, round, readAt } = view;
  const own = matchesOf(matches, category, round);
  const { entries, perPage } = entriesOf(reader, own.map(disambiguator(own)));
  const { shown, page, lastPage } = pageOf(entries, perPage, view.page);
  const description = [
    ...(shown.length === 0 ? [t('tournament.noMatches')] : shown),
    '',
    readAtLine(t, readAt),
  ].join('\n');
  return embedReply({
    author: dotted([t(`category.${category}`), roundText(t, round)]),
    title: plainTitle(tournament),
    description,
    color: categoryColour(category),
    components: tournamentControls(reader, {
      tournament,
      matches,
      view: { kind: 'matches', category, round },
      pages: pageButtons(reader, { page, lastPage }, (to) =>
        tournamentControl('matches', tournament.id, category, round, to),
      ),
    }),
  });
};

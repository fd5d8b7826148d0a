import { advancingFrom } from '../domain/draw.ts';
import type { Match } from '../domain/match.ts';
import type { Tournament } from '../domain/people.ts';
import type { Category } from '../domain/terms.ts';
import type { Reader } from '../i18n/i18n.ts';
import { timestamp } from '../i18n/text.ts';
import { pageButtons } from './controls.ts';
import { fixtureLine } from './fixture-line.ts';
import { categoryColour, NO_MENTIONS, type MessageBody } from './message.ts';
import { tellingApart } from './told-apart.ts';
import { plainTitle } from './tournament-card.ts';
import {
  matchesOf,
  roundWord,
  tournamentControl,
  tournamentControls,
  type ListedRound,
} from './tournament-controls.ts';

export interface RoundView {
  readonly tournament: Tournament;
  readonly matches: readonly Match[];
  readonly category: Category;
  readonly round: ListedRound;
  readonly page: number;
  readonly readAt: number;
}

/** Eight lines of the longest names stay inside a description. */
const PER_PAGE = 8;

/** The matches of a round, a page of them. */
export const roundMessage = (reader: Reader, view: RoundView): MessageBody => {
  const { t } = reader;
  const { tournament, matches, category, round, readAt } = view;
  const own = matchesOf(matches, category, round);
  const lastPage = Math.max(1, Math.ceil(own.length / PER_PAGE));
  const page = Math.min(Math.max(1, view.page), lastPage);
  const lines = own
    .map(tellingApart(own))
    .slice((page - 1) * PER_PAGE, page * PER_PAGE)
    .map((match) => fixtureLine(reader, match, advancingFrom(match)));
  const description = [
    ...(lines.length === 0 ? [t('tournament.noneInRound')] : lines),
    '',
    `-# ${t('readAt', { when: timestamp(readAt, 'R') })}`,
  ].join('\n');
  const values = { category: t(`category.${category}`), round: roundWord(t, round) };
  return {
    embeds: [
      {
        author: { name: t('tournament.roundEntry', values) },
        title: plainTitle(tournament),
        description,
        color: categoryColour(category),
      },
    ],
    components: tournamentControls(reader, {
      tournament,
      matches,
      view: { kind: 'matches', category, round },
      pages: pageButtons(reader, { page, lastPage }, (to) =>
        tournamentControl('matches', tournament.id, category, round, to),
      ),
    }),
    allowed_mentions: NO_MENTIONS,
  };
};

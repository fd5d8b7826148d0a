import { isOver } from '../../domain/match/match.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { scoreOf } from '../../domain/match/reading.ts';
import { formatSets } from '../../domain/match/score.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow, controlId, menuRow, pageButtons, pageOf } from '../controls.ts';
import { matchEmbed } from './live-card.ts';
import { matchContext } from './line.ts';
import { type MessageBody, reply } from '../message.ts';
import { plainMatchName } from '../people/names.ts';
import { nextMatchLine, type NextMatch } from '../schedule/empty.ts';
import { disambiguated } from '../people/disambiguation.ts';
import { joinedLines, dotted } from '../lines.ts';

export interface LiveListView {
  readonly matches: readonly TrackedMatch[];
  /** When none is in play. */
  readonly next: NextMatch | null;
  readonly lacksLive: boolean;
  /** From 1; a page past the end shows the last one. */
  readonly page: number;
}

/** Five cards with the longest names fit into Discord's 6,000 characters. */
const PER_PAGE = 5;

/** The reply to `/live`: every match in play with its score, refreshed in place. */
export const liveListMessage = (reader: Reader, view: LiveListView): MessageBody => {
  const { t } = reader;
  const { matches, next, lacksLive } = view;
  const { page, lastPage, ...listed } = pageOf(matches, PER_PAGE, view.page);
  // Each card has the full names of its players; in the menu there are only short ones.
  const { shown } = listed;
  const lines = [
    matches.length === 0 ? t('live.none') : `**${t('live.title', { count: matches.length })}**`,
    nextMatchLine(reader, next),
    lacksLive ? t('live.notInPlan') : null,
  ];
  return reply({
    content: joinedLines(lines),
    embeds: shown.map((held) => matchEmbed(reader, held)),
    components: [
      ...followMenu(reader, disambiguated(shown)),
      ...buttonRow(
        ...pageButtons(reader, { page, lastPage }, (to) => controlId('live', 'page', to)),
        { id: controlId('live', 'refresh', page), label: t('button.refresh') },
      ),
    ],
  });
};

/** Follows one of the shown matches; finished ones are left out. */
const followMenu = ({ t }: Reader, shown: readonly TrackedMatch[]) =>
  menuRow(
    controlId('follow', 'one'),
    t('live.follow'),
    shown
      .filter(({ state }) => !isOver(state))
      .map((held) => ({
        value: `match:${held.match.id}`,
        label: plainMatchName(held.match),
        description: dotted([formatSets(scoreOf(held.state)), matchContext(t, held)]),
      })),
  );

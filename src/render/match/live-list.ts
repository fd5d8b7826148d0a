import { isOver, type Match } from '../../domain/match/match.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { scoreOf } from '../../domain/match/reading.ts';
import { formatSets } from '../../domain/match/score.ts';
import { inOrderOfCourts } from '../../domain/tournament/order-of-play.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow, controlId, menuRow, pageButtons, pageOf, type MenuEntry } from '../controls.ts';
import { matchEmbed } from './live-card.ts';
import { matchContext, neutralMatchName } from '../lines/match-line.ts';
import { COLOURS, embedReply, type MessageBody, reply } from '../message.ts';
import { plainMatchName } from '../lines/names.ts';
import { nextMatchLine, type NextMatch } from '../lines/empty.ts';
import { hiddenLine } from '../lines/schedule-line.ts';
import { outside } from '../../i18n/text.ts';
import { disambiguated } from '../lines/disambiguation.ts';
import { joinedLines, dotted } from '../lines/lines.ts';

interface LiveListView {
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
    matches.length === 0
      ? t('live.none')
      : `**${t('labelled', { name: t('player.inPlay'), value: matches.length })}**`,
    nextMatchLine(reader, next),
    lacksLive ? t('live.notInPlan') : null,
  ];
  return reply({
    content: joinedLines(lines),
    embeds: shown.map((held) => matchEmbed(reader, held)),
    components: [
      ...followMenu(
        reader,
        disambiguated(shown).filter(({ state }) => !isOver(state)),
        (held) => ({
          label: plainMatchName(held.match),
          description: dotted([formatSets(scoreOf(held.state)), matchContext(t, held)]),
        }),
      ),
      ...listButtons(reader, page, lastPage),
    ],
  });
};

/** Follows one of the shown matches. */
const followMenu = (
  { t }: Reader,
  shown: readonly TrackedMatch[],
  entryOf: (held: TrackedMatch) => Omit<MenuEntry, 'value'>,
) =>
  menuRow(
    controlId('follow', 'one'),
    t('live.follow'),
    shown.map((held) => ({ value: `match:${held.match.id}`, ...entryOf(held) })),
  );

interface HiddenLiveView extends Pick<LiveListView, 'matches' | 'lacksLive' | 'page'> {
  /** Whether who plays a match tells a result. */
  readonly isTelling: (match: Match) => boolean;
}

/** Two lines for each match. */
const HIDDEN_PER_PAGE = 12;

/** The same for who hides scores: what has begun today by tournament and court, and nothing of how far it is. */
export const hiddenLiveMessage = (reader: Reader, view: HiddenLiveView): MessageBody => {
  const { t } = reader;
  const { isTelling } = view;
  const inOrder = inOrderOfCourts(view.matches);
  const { page, lastPage, shown } = pageOf(inOrder, HIDDEN_PER_PAGE, view.page);
  const apart = disambiguated(shown);
  const byTournament = Map.groupBy(apart, ({ tournament }) => outside(tournament?.name ?? '', 60));
  const lines = [...byTournament].flatMap(([name, own]) => [
    name === '' ? null : `### ${name}`,
    ...own.map(({ match }) => {
      const { court } = match;
      return hiddenLine(reader, match, { offset: null, isTelling: isTelling(match), court });
    }),
  ]);
  return embedReply({
    description: lines.length === 0 ? [t('live.none')] : lines,
    color: COLOURS.scheduled,
    content: joinedLines([`**${t('board.title')}**`, view.lacksLive ? t('live.notInPlan') : null]),
    components: [
      ...followMenu(reader, apart, (held) =>
        isTelling(held.match)
          ? { label: neutralMatchName(t, held) }
          : { label: plainMatchName(held.match), description: matchContext(t, held) },
      ),
      ...listButtons(reader, page, lastPage),
    ],
    open: 'all',
  });
};

const listButtons = (reader: Reader, page: number, lastPage: number) =>
  buttonRow(...pageButtons(reader, { page, lastPage }, (to) => controlId('live', 'page', to)), {
    id: controlId('live', 'refresh', page),
    label: reader.t('button.refresh'),
  });

import { DESCRIPTION_MAX, MENU_TEXT_MAX } from '../../discord/message-limits.ts';
import type { Appearance } from '../../domain/people/form.ts';
import type { Category } from '../../domain/terms.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain } from '../../i18n/text.ts';
import { appearanceLine } from '../lines/appearance-line.ts';
import type { EventName } from '../lines/meeting-line.ts';
import {
  buttonRow,
  controlId,
  menuRow,
  pageButtons,
  type MenuEntry,
  type Paged,
} from '../controls.ts';
import { joinedWithin, readAtLine, underHeadings } from '../lines/lines.ts';
import { matchChoice } from '../lines/choices.ts';
import { categoryColour, type MessageBody, embedReply } from '../message.ts';
import { disambiguatedAppearances } from '../lines/disambiguation.ts';

export interface MatchListView extends Paged {
  readonly name: string;
  readonly category: Category | null;
  readonly matches: readonly Appearance[];
  readonly total: number;
  readonly eventName: EventName;
  readonly readAt: number;
  readonly pageId: (page: number) => string;
  /** The player's other partners to choose from; null for a pair. */
  readonly partners: { readonly id: string; readonly pairs: readonly Partner[] } | null;
}

interface Partner {
  readonly key: number;
  readonly name: string;
  readonly isChosen: boolean;
}

export const matchListMessage = (reader: Reader, page: MatchListView): MessageBody => {
  const view = { ...page, matches: disambiguatedAppearances(page.matches) };
  const { t } = reader;
  const { partners, matches, total } = view;
  const freshness = readAtLine(t, view.readAt);
  const lines = matches.length === 0 ? [t('form.none')] : groupedLines(reader, view);
  return embedReply({
    author: t('labelled', { name: t('follow.kind.match'), value: total }),
    title: outside(view.name, 110),
    description: `${joinedWithin(lines, DESCRIPTION_MAX - freshness.length - 1)}\n${freshness}`,
    color: categoryColour(view.category),
    components: [
      ...buttonRow(...pageButtons(reader, view, view.pageId)),
      ...matchMenu(reader, view),
      ...(partners === null
        ? []
        : menuRow(partners.id, t('player.choosePartner'), partners.pairs.map(partnerEntry))),
    ],
  });
};

/** Opens a match of the page. Byes are left out. */
const matchMenu = (reader: Reader, { matches }: MatchListView) =>
  menuRow(
    controlId('pair', 'match'),
    reader.t('form.open'),
    matches
      .filter(({ match }) => match.status !== 'bye')
      .map(({ match }) => ({
        value: String(match.id),
        label: matchChoice(reader, { match, tournament: null }),
      })),
  );

const partnerEntry = ({ key, name, isChosen }: Partner): MenuEntry => ({
  value: String(key),
  label: outsidePlain(name, MENU_TEXT_MAX) || `#${key}`,
  isChosen,
});

/** A heading for each tournament, then a line for each of its matches. */
const groupedLines = (reader: Reader, { matches, eventName }: MatchListView): readonly string[] =>
  underHeadings(
    matches,
    ({ match: { tournamentId } }) =>
      (tournamentId === null ? undefined : eventName(tournamentId)) ??
      reader.t('form.unknownEvent'),
    (appearance) => appearanceLine(reader, appearance),
  );

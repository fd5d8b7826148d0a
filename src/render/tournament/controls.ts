import { dotted } from '../lines/lines.ts';
import { CATEGORIES, ROUNDS, type Category, type Round } from '../../domain/terms.ts';
import { drawIn } from '../../domain/tournament/ties.ts';
import type { Match } from '../../domain/match/match.ts';
import { isCalledOff } from '../../domain/tournament/tournament-status.ts';
import type { Tournament } from '../../domain/people/people.ts';
import type { Reader } from '../../i18n/i18n.ts';
import {
  buttonRow,
  controlId,
  menuRow,
  viewButton,
  type ButtonSpec,
  type MenuEntry,
} from '../controls.ts';
import type { MessageBody } from '../message.ts';

/**
 * A round in a custom id; 0 for rounds outside our list, such as qualifying. Team events have
 * phases in addition to their main draw.
 */
export type ListedRound = Round | 'group' | 'placement' | 0;

export const LISTED_ROUNDS: readonly ListedRound[] = [...ROUNDS, 'group', 'placement', 0];

/** The round a match is listed under: placement matches reuse the main draw's numbers. */
const listedRound = (match: Match): ListedRound => {
  const draw = drawIn(match);
  if (draw === 'main') return match.round ?? 0;
  return draw === 'qualy' ? 0 : draw;
};

type TournamentView =
  | { readonly kind: 'card' | 'videos' }
  | { readonly kind: 'draw' | 'chances'; readonly category: Category }
  | { readonly kind: 'matches'; readonly category: Category; readonly round: ListedRound };

/** The custom id of a tournament's view, which replaces the message it is on. */
export const tournamentControl = (
  kind: TournamentView['kind'],
  tournamentId: number,
  ...more: readonly (string | number)[]
): string => controlId('tournament', kind, tournamentId, ...more);

export const roundText = (t: Reader['t'], round: ListedRound): string => {
  if (round === 'group') return t('tie.groupStage');
  if (round === 'placement') return t('tie.placement');
  return round === 0 ? t('tournament.otherRounds') : t(`round.${round}`);
};

export const tournamentControls = (
  reader: Reader,
  {
    tournament,
    matches,
    view,
    pages = [],
  }: {
    readonly tournament: Tournament;
    readonly matches: readonly Match[];
    readonly view: TournamentView;
    readonly pages?: readonly ButtonSpec[];
  },
): NonNullable<MessageBody['components']> => [
  ...buttonRow(...viewButtons(reader, tournament, matches, view)),
  ...menuRow(
    tournamentControl('matches', tournament.id, 'chosen'),
    reader.t('career.chooseRound'),
    roundEntries(reader, matches, view),
  ),
  ...buttonRow(...pages, ...chancesButtons(reader, tournament, matches, view)),
];

/** Who can win: a draw's own on its pages, both on the card. */
const chancesButtons = (
  { t }: Reader,
  { id, status }: Tournament,
  matches: readonly Match[],
  view: TournamentView,
): readonly ButtonSpec[] => {
  const isOpen = status !== 'finished' && !isCalledOff({ status });
  return CATEGORIES.filter(
    (category) =>
      isOpen &&
      matches.some((match) => match.category === category && match.slot !== null) &&
      ('category' in view ? view.category === category : view.kind === 'card'),
  ).map((category) =>
    viewButton(
      tournamentControl('chances', id, category),
      dotted([t('tournament.chances.title'), 'category' in view ? '' : t(`category.${category}`)]),
      view.kind === 'chances',
    ),
  );
};

const viewButtons = (
  { t }: Reader,
  { id, status }: Tournament,
  matches: readonly Match[],
  view: TournamentView,
): readonly (ButtonSpec | null)[] => {
  const isOver = status === 'finished' || isCalledOff({ status });
  const drawn = CATEGORIES.filter((each) => matches.some(({ category }) => category === each));
  return [
    viewButton(tournamentControl('card', id), t('tournament.info'), view.kind === 'card'),
    ...drawn.map((category) =>
      viewButton(
        tournamentControl('draw', id, category),
        t(`tournament.draw.${category}`),
        view.kind === 'draw' && view.category === category,
      ),
    ),
    viewButton(tournamentControl('videos', id), t('tournament.videos'), view.kind === 'videos'),
    isOver ? null : { id: controlId('follow', 'tournament', id), label: t('button.follow') },
  ];
};

/** Each round of each category, the final first, with its number of known matches. */
const roundEntries = (
  { t }: Reader,
  matches: readonly Match[],
  view: TournamentView,
): readonly MenuEntry[] =>
  CATEGORIES.flatMap((category) =>
    LISTED_ROUNDS.flatMap((round): MenuEntry[] => {
      const count = matchesOf(matches, category, round).length;
      if (count === 0) return [];
      const isChosen =
        view.kind === 'matches' && view.category === category && view.round === round;
      const label = dotted([t(`category.${category}`), roundText(t, round)]);
      const description = t('labelled', { name: t('follow.kind.match'), value: count });
      return [{ value: `${category}-${round}`, label, description, isChosen }];
    }),
  );

/** The matches of a round, from the top of the draw, without byes. */
export const matchesOf = (
  matches: readonly Match[],
  category: Category,
  round: ListedRound,
): readonly Match[] =>
  matches
    .filter((match) => match.category === category && listedRound(match) === round)
    .filter(({ status }) => status !== 'bye')
    .toSorted((a, b) => (a.slot ?? 0) - (b.slot ?? 0) || a.id - b.id);

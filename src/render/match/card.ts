import { coverageOf } from '../../domain/match/live-points.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { phaseOf, playersOf } from '../../domain/match/match.ts';
import type { RatingMove } from '../../domain/people/rating-moves.ts';
import { integer, signed } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { buttonRow } from '../controls.ts';
import { matchEmbed, sidesLine } from './live-card.ts';
import {
  catchUpButton,
  detailButtons,
  followButton,
  headToHeadButton,
  matchControl,
  chartButtons,
  refreshButton,
  videoRow,
  type PlanLimits,
} from './controls.ts';
import { type MessageBody, embedReply } from '../message.ts';
import { pairName } from '../lines/names.ts';
import { dayText, whenToBegin } from '../lines/time.ts';

interface MatchCardView {
  readonly held: TrackedMatch;
  /** The venue's UTC offset in minutes; null when unknown. */
  readonly offset: number | null;
  /** What the plan lacks of the match; nothing when left out. */
  readonly lacks?: PlanLimits;
  /** How the result changed the players' ratings, by player id; null when unknown. */
  readonly moves?: ReadonlyMap<number, RatingMove> | null;
}

export const matchMessage = (
  reader: Reader,
  { held, offset, lacks, moves = null }: MatchCardView,
): MessageBody => {
  const { author, ...embed } = matchEmbed(reader, held);
  return embedReply({
    ...embed,
    author: author?.name,
    description: [
      embed.description,
      movesLine(reader, held, moves),
      whenLine(reader, held, offset),
      watchabilityLine(reader, held),
      coverageLine(reader, held),
      planLine(reader, held),
    ],
    // Who asks for a match knows who plays it.
    open: [sidesLine(held.match)],
    keeps: [catchUpButton(reader, held, true)],
    components: [
      ...buttonRow(
        ...detailButtons(reader, held, lacks),
        ...chartButtons(reader, held, lacks),
        catchUpButton(reader, held),
      ),
      ...buttonRow(
        headToHeadButton(reader, held),
        followButton(reader, held),
        refreshButton(reader, held),
      ),
      ...videoRow(reader, held),
    ],
    share: matchControl('card', held.match.id),
  });
};

/** The scheduled time, or the date it was played. */
const whenLine = (
  reader: Reader,
  { match, state }: TrackedMatch,
  offset: number | null,
): string | null => {
  if (match.playedOn === null || state.status === 'bye') return null;
  return phaseOf(state.status) === 'upcoming'
    ? whenToBegin(reader, match, offset, dayText)
    : dayText(reader, match.playedOn);
};

/** How much the service expects of it. */
const watchabilityLine = ({ t }: Reader, { match, state }: TrackedMatch): string | null =>
  match.watchability === undefined || phaseOf(state.status) !== 'upcoming'
    ? null
    : `-# ${t('match.watchability', { value: Math.round(match.watchability) })}`;

/** `Elo after this match: Vega 1,421 (+8) · Lamas 1,380 (+8) · …`. */
const movesLine = (
  { t, locale }: Reader,
  { match }: TrackedMatch,
  moves: ReadonlyMap<number, RatingMove> | null,
): string | null => {
  if (moves === null) return null;
  const everybody = playersOf(match);
  const players = everybody.flatMap((player) => {
    const move = moves.get(player.id);
    if (move === undefined) return [];
    const [before, after] = [Math.round(move.before), Math.round(move.after)];
    const moved = signed(locale, after - before);
    return [`${pairName([player], everybody)} ${integer(locale, after)} (${moved})`];
  });
  return t('match.elo', { players: players.join(' · ') });
};

const coverageLine = ({ t }: Reader, { tournament, state }: TrackedMatch): string | null =>
  tournament !== null && coverageOf(tournament.level) === 'scores' && state.status !== 'bye'
    ? `-# ${t('tournament.coverage.scores')}`
    : null;

const planLine = ({ t }: Reader, { match }: TrackedMatch): string | null =>
  match.withheld.length === 0 ? null : `-# ${t('match.partlyNotInPlan')}`;

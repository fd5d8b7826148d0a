import { coverageOf } from '../domain/coverage.ts';
import type { HeldMatch } from '../domain/held-match.ts';
import { phaseOf } from '../domain/match.ts';
import type { Reader } from '../i18n/i18n.ts';
import { buttonRow } from './controls.ts';
import { matchEmbed } from './live-card.ts';
import {
  detailButtons,
  followButton,
  headToHeadButton,
  momentumButton,
  refreshButton,
  type PlanLacks,
} from './match-controls.ts';
import { NO_MENTIONS, type MessageBody } from './message.ts';
import { dayText, whenToBegin } from './schedule-time.ts';

export interface MatchCardView {
  readonly held: HeldMatch;
  /** The venue's minutes ahead of UTC; null when its clock is not known. */
  readonly offset: number | null;
  /** What the plan is known to lack of it; nothing when left out. */
  readonly lacks?: PlanLacks;
}

/** The answer of `/match`: the match as it stands, and the ways on. */
export const matchMessage = (
  reader: Reader,
  { held, offset, lacks }: MatchCardView,
): MessageBody => {
  const embed = matchEmbed(reader, held);
  const lines = [
    embed.description,
    whenLine(reader, held, offset),
    watchabilityLine(reader, held),
    coverageLine(reader, held),
    planLine(reader, held),
  ];
  return {
    embeds: [{ ...embed, description: lines.filter((line) => line !== null).join('\n') }],
    components: [
      ...buttonRow(...detailButtons(reader, held, lacks), ...momentumButton(reader, held, lacks)),
      ...buttonRow(
        ...headToHeadButton(reader, held),
        ...followButton(reader, held),
        ...refreshButton(reader, held),
      ),
    ],
    allowed_mentions: NO_MENTIONS,
  };
};

/** When it is to be played, or was. */
const whenLine = (
  reader: Reader,
  { match, state }: HeldMatch,
  offset: number | null,
): string | null => {
  if (match.playedOn === null || state.status === 'bye') return null;
  return phaseOf(state.status) === 'upcoming'
    ? whenToBegin(reader, match, offset, dayText)
    : dayText(reader, match.playedOn);
};

/** What a channel's threshold goes by (domain/alert-settings.ts). */
const watchabilityLine = ({ t }: Reader, { match, state }: HeldMatch): string | null =>
  match.watchability === undefined || phaseOf(state.status) !== 'upcoming'
    ? null
    : `-# ${t('match.watchability', { value: Math.round(match.watchability) })}`;

const coverageLine = ({ t }: Reader, { tournament, state }: HeldMatch): string | null =>
  tournament !== null && coverageOf(tournament.level) === 'scores' && state.status !== 'bye'
    ? `-# ${t('match.scoresOnly')}`
    : null;

const planLine = ({ t }: Reader, { match }: HeldMatch): string | null =>
  match.withheld.length === 0 ? null : `-# ${t('match.partlyNotInPlan')}`;

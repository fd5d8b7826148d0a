import { ComponentType } from 'discord-api-types/v10';
import type { KeyMoment, MomentEvent, UpsetWatch } from '../../domain/alerts/events.ts';
import { formatSet } from '../../domain/match/score.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { bothChances } from '../../domain/probability/win-probability.ts';
import { opponentOf, type ByTeam, type Team } from '../../domain/terms.ts';
import { percent, percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { linkRow } from '../controls.ts';
import type { MessageBody } from '../message.ts';
import { teamName } from '../people/names.ts';

/** A chance as a percentage from 1 to 99: what is possible is never shown as certain. */
const likely = ({ locale }: Reader, chance: number): string =>
  percentages(locale, bothChances(chance)).home;

const gamesText = (games: ByTeam<number>, team: Team): string =>
  formatSet({ ...games, tieBreak: null }, team);

const keySentences = (reader: Reader, { match }: TrackedMatch, event: KeyMoment): string[] => {
  const { t, locale } = reader;
  const { set, games, worth, outcome } = event;
  const moment = t('post.key', {
    home: teamName(match, 'team_1'),
    away: teamName(match, 'team_2'),
    games: gamesText(games, 'team_1'),
    number: set,
    percent: percent(locale, worth),
  });
  if (outcome === null) return [moment];
  const values = {
    winner: teamName(match, outcome.winner),
    percent: likely(reader, outcome.chance),
  };
  if (outcome.chance === 1) return [moment, t('post.keyMatch', values)];
  if (outcome.isBreak === null) return [moment, t('post.keyWon', values)];
  return [moment, t(outcome.isBreak ? 'post.keyBroke' : 'post.keyHeld', values)];
};

const UPSET_OUTCOMES = {
  closed: 'post.upsetClosed',
  won: 'post.upsetWon',
  lost: 'post.upsetLost',
  stopped: 'post.upsetStopped',
} as const;

const upsetSentences = (reader: Reader, { match }: TrackedMatch, event: UpsetWatch): string[] => {
  const { t } = reader;
  const { outsider, before, chance, set, games, outcome } = event;
  const moment = t('post.upsetWatch', {
    outsider: teamName(match, outsider),
    favourite: teamName(match, opponentOf(outsider)),
    percent: likely(reader, chance),
    before: likely(reader, before),
    games: gamesText(games, outsider),
    number: set,
  });
  if (outcome === null) return [moment];
  const values = { percent: likely(reader, outcome.chance ?? 0) };
  return [moment, t(UPSET_OUTCOMES[outcome.kind], values)];
};

/** The post of a moment with a link to the live card in its channel, beside its other button. */
export const withLiveCard = ({ t }: Reader, body: MessageBody, url: string): MessageBody => {
  const [row, ...others] = body.components ?? [];
  const [link] = linkRow(url, t('alertType.card'));
  if (link === undefined) return body;
  const isRow = row?.type === ComponentType.ActionRow;
  const first = isRow ? { ...row, components: [...row.components, ...link.components] } : link;
  return { ...body, components: [first, ...others] };
};

/** A key moment or an upset on its way in words, and what came of it once that is known. */
export const momentText = (reader: Reader, held: TrackedMatch, event: MomentEvent): string =>
  (event.kind === 'key'
    ? keySentences(reader, held, event)
    : upsetSentences(reader, held, event)
  ).join(' ');

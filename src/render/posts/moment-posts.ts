import { ComponentType } from 'discord-api-types/v10';
import type { KeyMoment, MatchEnd, MomentEvent, UpsetWatch } from '../../domain/alerts/events.ts';
import type { Match } from '../../domain/match/match.ts';
import { isTieBreak } from '../../domain/match/play.ts';
import { formatSet } from '../../domain/match/score.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { bothChances } from '../../domain/probability/win-probability.ts';
import { opponentOf, type ByTeam, type Team } from '../../domain/terms.ts';
import { percent, percentages } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { linkRow } from '../controls.ts';
import type { MessageBody } from '../message.ts';
import { teamName } from '../lines/names.ts';

/** A chance as a percentage from 1 to 99: what is possible is never shown as certain. */
const likely = ({ locale }: Reader, chance: number): string =>
  percentages(locale, bothChances(chance)).home;

const gamesText = (games: ByTeam<number>, team: Team): string =>
  formatSet({ ...games, tieBreak: null }, team);

/** Deciding tie-breaks end the match: their chances are those of the match. */
const momentKey = ({ games, won, lost }: KeyMoment) => {
  if (!isTieBreak(games)) return 'post.key';
  return won === 1 && lost === 0 ? 'post.keyDecider' : 'post.keyTieBreak';
};

const keySentences = (reader: Reader, { match }: TrackedMatch, event: KeyMoment): string[] => {
  const { t, locale } = reader;
  const { set, games, chance, won, lost, outcome, end } = event;
  const now = percentages(locale, bothChances(chance));
  const moment = t(momentKey(event), {
    ...{ home: teamName(match, 'team_1'), away: teamName(match, 'team_2') },
    ...{ games: gamesText(games, 'team_1'), number: set },
    ...{ chance: now.home, other: now.away },
    ...{ won: percent(locale, won), lost: percent(locale, lost) },
  });
  const ending = endSentence(reader, match, end);
  if (outcome === null) return [moment, ...ending];
  // The first team's chance, as in the sentence before.
  const isFirst = outcome.winner === 'team_1';
  const percentNow = likely(reader, isFirst ? outcome.chance : 1 - outcome.chance);
  const values = {
    winner: teamName(match, outcome.winner),
    percent: isFirst ? percentNow : `**${teamName(match, 'team_1')}** ${percentNow}`,
  };
  const isLast = outcome.chance === 1 && (end === null || end.winner === outcome.winner);
  if (isLast) return [moment, t('post.keyMatch', values)];
  if (outcome.isBreak === null) return [moment, t('post.keyWon', values), ...ending];
  return [moment, t(outcome.isBreak ? 'post.keyBroke' : 'post.keyHeld', values), ...ending];
};

/** Who won in the end. */
const endSentence = ({ t }: Reader, match: Match, end: MatchEnd | null): string[] => {
  if (end === null) return [];
  if (end.winner === null) return [t('post.endedEarly')];
  return [t('post.keyEnd', { winner: teamName(match, end.winner) })];
};

const upsetSentences = (reader: Reader, { match }: TrackedMatch, event: UpsetWatch): string[] => {
  const { t } = reader;
  const { outsider, before, chance, set, games, end } = event;
  const favourite = teamName(match, opponentOf(outsider));
  const moment = t('post.upsetWatch', {
    outsider: teamName(match, outsider),
    favourite,
    percent: likely(reader, chance),
    before: likely(reader, before),
    games: gamesText(games, outsider),
    number: set,
  });
  const winner = end?.winner ?? null;
  if (winner === null) return [moment, ...endSentence(reader, match, end)];
  return [moment, winner === outsider ? t('post.upsetWon') : t('post.upsetLost', { favourite })];
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

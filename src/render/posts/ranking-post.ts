import type { RankedPlayer } from '../../domain/alerts/events.ts';
import type { Category } from '../../domain/terms.ts';
import { integer, localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, shortened } from '../../i18n/text.ts';
import { TEXT_MAX, dotted } from '../lines/lines.ts';
import { type MessageBody, type Pings, categoryColour, mentioning } from '../message.ts';

interface RankingFacts {
  readonly category: Category;
  readonly date: string;
  readonly players: readonly RankedPlayer[];
  readonly followed: readonly RankedPlayer[];
  readonly isDirect: boolean;
  readonly pings: Pings;
}

const TOP = 10;
const FOLLOWED_MAX = 15;
const NAME_MAX = 40;
/** The biggest moves up, and as many down. */
const MOVERS_MAX = 3;
/** A smaller move is no news. */
const LEAST_MOVE = 3;

/** Monday's ranking: the top ten, followed players and the biggest moves; or the followed ones alone. */
export const rankingPost = (reader: Reader, facts: RankingFacts): MessageBody => {
  const { t, locale } = reader;
  const { category } = facts;
  const lines = facts.isDirect
    ? facts.followed.slice(0, FOLLOWED_MAX).map((player) => rankLine(reader, player))
    : linesOfChannel(reader, facts);
  const edition = t('ranking.edition', { date: localDate(locale, facts.date) });
  return {
    ...mentioning(facts.pings, dotted([edition, t(`category.${category}`)])),
    embeds: [
      {
        description: shortened(lines.join('\n'), TEXT_MAX),
        color: categoryColour(category),
      },
    ],
  };
};

const linesOfChannel = (reader: Reader, { players, followed }: RankingFacts): readonly string[] => {
  const { t } = reader;
  const others = followed.filter(({ place }) => place > TOP).slice(0, FOLLOWED_MAX);
  const movers = [...moversBy(players, gainOf), ...moversBy(players, lossOf)];
  return [
    ...players.filter(({ place }) => place <= TOP).map((player) => rankLine(reader, player)),
    ...section(
      t('rankingNews.followed'),
      others.map((player) => rankLine(reader, player)),
    ),
    ...section(t('rankingNews.movers'), movers.map(moverLine)),
  ];
};

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `**${heading}**`, ...lines];

const gainOf = ({ place, before }: RankedPlayer): number => (before ?? place) - place;

const lossOf = (player: RankedPlayer): number => -gainOf(player);

const moversBy = (
  players: readonly RankedPlayer[],
  by: (player: RankedPlayer) => number,
): readonly RankedPlayer[] =>
  players
    .filter((player) => by(player) >= LEAST_MOVE)
    .toSorted((a, b) => by(b) - by(a))
    .slice(0, MOVERS_MAX);

/** `▲12`, `▼9`; empty when unchanged or unknown. */
const arrowOf = (player: RankedPlayer): string => {
  const gain = gainOf(player);
  if (gain === 0) return '';
  return gain > 0 ? `▲${gain}` : `▼${-gain}`;
};

const rankLine = ({ locale }: Reader, player: RankedPlayer): string => {
  const { place, name, points } = player;
  const arrow = arrowOf(player);
  const sum = points === null ? '' : ` · ${integer(locale, points)}`;
  return `**${place}.** ${outside(name, NAME_MAX)}${arrow === '' ? '' : ` ${arrow}`}${sum}`;
};

const moverLine = (player: RankedPlayer): string =>
  `${arrowOf(player)} **${outside(player.name, NAME_MAX)}** ${player.before ?? ''} → ${player.place}`;

import type { RankedPlayer } from '../../domain/alerts/events.ts';
import type { Category } from '../../domain/terms.ts';
import { integer, localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, shortened } from '../../i18n/text.ts';
import { TEXT_MAX } from '../lines.ts';
import { categoryColour, mentioning, type MessageBody, type Pings } from '../message.ts';

interface RankingFacts {
  readonly category: Category;
  readonly date: string;
  readonly players: readonly RankedPlayer[];
  /** The players that the channel follows. */
  readonly followed: readonly RankedPlayer[];
  readonly pings: Pings;
}

const TOP = 10;
const FOLLOWED_MAX = 15;
const NAME_MAX = 40;

/** Monday's ranking: the top ten and followed players, with their moves. */
export const rankingPost = (reader: Reader, facts: RankingFacts): MessageBody => {
  const { t, locale } = reader;
  const top = facts.players.filter(({ place }) => place <= TOP);
  const others = facts.followed.filter(({ place }) => place > TOP).slice(0, FOLLOWED_MAX);
  const lines = [
    ...top.map((player) => rankLine(reader, player)),
    ...(others.length === 0 ? [] : ['', `**${t('rankingNews.followed')}**`]),
    ...others.map((player) => rankLine(reader, player)),
  ];
  const values = {
    category: t(`category.${facts.category}`),
    date: localDate(locale, facts.date),
  };
  return {
    ...mentioning(facts.pings, t('rankingNews.title', values)),
    embeds: [
      {
        description: shortened(lines.join('\n'), TEXT_MAX),
        color: categoryColour(facts.category),
      },
    ],
  };
};

const rankLine = ({ locale }: Reader, { place, name, points, before }: RankedPlayer): string => {
  const moved = before === null || before === place ? null : before - place;
  const arrow = moved === null ? '' : moved > 0 ? ` ▲${moved}` : ` ▼${-moved}`;
  const sum = points === null ? '' : ` · ${integer(locale, points)}`;
  return `**${place}.** ${outside(name, NAME_MAX)}${arrow}${sum}`;
};

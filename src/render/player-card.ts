import type { HeldMatch } from '../domain/held-match.ts';
import type { Player } from '../domain/people.ts';
import { integer } from '../i18n/format.ts';
import { outside, timestamp } from '../i18n/text.ts';
import { buttonRow, controlId } from './controls.ts';
import type { Reader } from '../i18n/i18n.ts';
import { matchEmbed } from './live-card.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';
import { flagOf, fullName } from './names.ts';

export interface PlayerView {
  readonly player: Player;
  /** The match that the player is playing now. */
  readonly inPlay: HeldMatch | undefined;
  readonly readAt: number;
}

/** The answer of `/player`. */
export const playerMessage = (reader: Reader, view: PlayerView): MessageBody => {
  const { t } = reader;
  const { player, inPlay, readAt } = view;
  const title = [flagOf(player.nationality), fullName(player)].filter((part) => part !== '');
  return {
    embeds: [
      {
        ...(player.category === null ? {} : { author: { name: t(`category.${player.category}`) } }),
        title: title.join(' '),
        description: `-# ${t('readAt', { when: timestamp(readAt, 'R') })}`,
        color: COLOURS.final,
        fields: fieldsOf(reader, player),
        ...(player.photoUrl === null ? {} : { thumbnail: { url: player.photoUrl } }),
      },
      ...(inPlay === undefined
        ? []
        : [{ ...matchEmbed(reader, inPlay), title: t('player.inPlay') }]),
    ],
    components: buttonRow({
      id: controlId('follow', 'player', player.id),
      label: t('button.follow'),
      style: 'primary',
    }),
    allowed_mentions: NO_MENTIONS,
  };
};

const fieldsOf = ({ t, locale }: Reader, player: Player) => {
  /** A value, or that the plan withholds it (the service's names of these fields are ours). */
  const shown = (field: keyof Player, value: string | null): string | null =>
    player.withheld.includes(field) ? t('player.notInPlan') : value;
  const plays = [
    player.side === null ? null : t(`side.${player.side}`),
    player.hand === null ? null : t(`hand.${player.hand}`),
  ].filter((word) => word !== null);
  const number = (value: number | null) => (value === null ? null : integer(locale, value));
  const facts = [
    ['player.ranking', shown('ranking', number(player.ranking) ?? t('player.unranked'))],
    ['player.points', shown('points', number(player.points))],
    ['player.age', shown('age', ageText(t, player.age))],
    ['player.height', shown('height', heightText(t, player.height))],
    ['player.plays', plays.length === 0 ? null : plays.join(', ')],
    ['player.from', player.birthplace === null ? null : outside(player.birthplace)],
  ] as const;
  return facts.flatMap(([key, value]) =>
    value === null ? [] : [{ name: t(key), value, inline: true }],
  );
};

const ageText = (t: Reader['t'], age: number | null) =>
  age === null ? null : t('player.years', { age });

const heightText = (t: Reader['t'], height: number | null) =>
  height === null ? null : t('player.centimetres', { height });

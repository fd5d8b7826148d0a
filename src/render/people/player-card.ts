import type { APIEmbedField } from 'discord-api-types/v10';
import type { DirectoryEntry } from '../../domain/people/directory.ts';
import type { FormerPartner } from '../../domain/people/former-partners.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Player } from '../../domain/people/people.ts';
import { countryName, integer } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain } from '../../i18n/text.ts';
import type { EventName } from '../lines/meeting-line.ts';
import { buttonRow, controlId } from '../controls.ts';
import { formFields, type Form } from './form-fields.ts';
import { inPlayEmbed } from '../match/live-card.ts';
import { categoryColour, type MessageBody, embedReply, factFields } from '../message.ts';
import { flagOf, fullName } from '../lines/names.ts';
import type { PictureFile } from '../pictures/picture.ts';
import { readAtLine, dotted } from '../lines/lines.ts';

export interface PlayerView {
  readonly player: Player;
  readonly pair: Pick<DirectoryEntry, 'id' | 'name'> | null;
  readonly formerPartners: readonly FormerPartner[];
  /** Whether the places of this season may be read. */
  readonly hasPlaces: boolean;
  readonly form: Form;
  readonly inPlay: TrackedMatch | undefined;
  readonly picture: PictureFile | null;
  readonly eventName: EventName;
  readonly readAt: number;
}

export const playerMessage = (reader: Reader, view: PlayerView): MessageBody => {
  const { t } = reader;
  const { player, pair, hasPlaces, form, inPlay, picture, eventName } = view;
  const { id, nationality, category, photoUrl } = player;
  const facts = playerFacts(reader, view);
  const freshness = readAtLine(t, view.readAt);
  return embedReply({
    author: authorOf(reader, player),
    title: [flagOf(nationality), fullName(player)].filter(Boolean).join(' '),
    description: freshness,
    color: categoryColour(category),
    fields: [...facts, ...formFields(reader, form, eventName)],
    ...(photoUrl === null ? {} : { thumbnail: { url: photoUrl } }),
    picture,
    below: inPlay && inPlayEmbed(reader, inPlay),
    // The rating counts today's matches.
    open: [freshness, ...facts.filter(({ name }) => name !== t('player.elo'))],
    components: buttonRow(
      { id: controlId('player', 'stats', id), label: t('button.statistics') },
      pair && { id: controlId('player', 'matches', id), label: t('follow.kind.match') },
      pair && { id: controlId('pair', 'card', pair.id), label: t('button.pair') },
      hasPlaces ? { id: controlId('player', 'places', id), label: t('button.places') } : null,
      { id: controlId('follow', 'player', id), label: t('button.follow'), style: 'primary' },
    ),
    share: controlId('player', 'card', id),
  });
};

/** `Women · Spain` */
const authorOf = ({ t, locale }: Reader, { category, nationality }: Player): string =>
  dotted([
    category === null ? '' : t(`category.${category}`),
    nationality === null ? '' : outsidePlain(countryName(locale, nationality), 60),
  ]);

const playerFacts = (
  { t, locale }: Reader,
  { player, pair, formerPartners }: PlayerView,
): APIEmbedField[] => {
  /** The value, or that the plan withholds it. Our field names are the service's. */
  const shown = (field: keyof Player, value: string | null): string | null =>
    player.withheld.includes(field) ? t('player.notInPlan') : value;
  const plays = [
    player.side === null ? null : t(`side.${player.side}`),
    player.hand === null ? null : t(`hand.${player.category ?? 'men'}-${player.hand}`),
  ].filter((word) => word !== null);
  const number = (value: number | null) => (value === null ? null : integer(locale, value));
  const facts = [
    ['player.ranking', shown('ranking', number(player.ranking) ?? t('player.unranked'))],
    ['button.points', shown('points', number(player.points))],
    ['player.elo', player.elo === undefined ? null : integer(locale, Math.round(player.elo))],
    ['player.age', shown('age', ageText(t, player.age))],
    ['player.height', shown('height', heightText(player.height))],
    ['player.plays', plays.length === 0 ? null : dotted(plays)],
    ['player.from', player.birthplace === null ? null : outside(player.birthplace)],
    ['button.pair', pair === null ? null : outside(pair.name, 90)],
    ['player.formerPartners', formerPartners.map(partnerText).join(', ') || null],
  ] as const;
  return factFields(facts.map(([key, value]) => [t(key), value]));
};

/** `Ana Vega (2025)` */
const partnerText = ({ name, year }: FormerPartner): string =>
  year === null ? fullName({ name }) : `${fullName({ name })} (${year})`;

const ageText = (t: Reader['t'], age: number | null) =>
  age === null ? null : t('player.years', { age });

const heightText = (height: number | null) => (height === null ? null : `${height} cm`);

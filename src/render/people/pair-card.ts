import type { APIEmbedField } from 'discord-api-types/v10';
import { BUTTON_LABEL_MAX } from '../../discord/message-limits.ts';
import type { DirectoryEntry } from '../../domain/people/directory.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import type { Pair } from '../../domain/people/pairs.ts';
import { integer, localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside, outsidePlain, shortened } from '../../i18n/text.ts';
import type { EventName } from '../lines/meeting-line.ts';
import { buttonRow, controlId } from '../controls.ts';
import { formFields, type Form } from './form-fields.ts';
import { inPlayEmbed } from '../match/live-card.ts';
import { categoryColour, type MessageBody, embedReply, factFields } from '../message.ts';
import { flagOf, fullName, idsOf, plainPairName, type Named } from '../lines/names.ts';
import type { PictureFile } from '../pictures/picture.ts';
import { readAtLine } from '../lines/lines.ts';

type PairMember = Named & Pick<DirectoryEntry, 'country' | 'ranking' | 'rating'>;

export interface PairView {
  /** The key of the pair (domain/people/pairs.ts). */
  readonly key: number;
  readonly pair: Pair;
  /** The two players; empty when neither the service nor the directory knows them. */
  readonly members: readonly PairMember[];
  readonly form: Form;
  readonly inPlay: TrackedMatch | undefined;
  readonly picture: PictureFile | null;
  readonly eventName: EventName;
  readonly readAt: number;
}

export const pairMessage = (reader: Reader, view: PairView): MessageBody => {
  const { t } = reader;
  const { key, pair, members, form, inPlay, picture, eventName } = view;
  const facts = pairFacts(reader, view);
  // The rating and the date of the latest match count today's.
  const counting: readonly string[] = [t('player.elo'), t('pair.latest')];
  return embedReply({
    author: pair.category === null ? undefined : t(`category.${pair.category}`),
    title: members.length === 2 ? members.map(fullName).join(' / ') : outside(pair.name, 120),
    description: [
      ...members.map((member) => memberLine(reader, member)),
      readAtLine(t, view.readAt),
    ],
    color: categoryColour(pair.category),
    fields: [...facts, ...formFields(reader, form, eventName)],
    picture,
    below: inPlay && inPlayEmbed(reader, inPlay),
    open: facts.filter(({ name }) => !counting.includes(name)),
    components: [...actions(reader, view), ...playerButtons(view)],
    share: controlId('pair', 'card', key),
  });
};

const memberLine = ({ t, locale }: Reader, member: PairMember): string => {
  const { country, ranking, rating } = member;
  const place =
    ranking === null
      ? t('player.unranked')
      : t('pair.ranking', { ranking: integer(locale, ranking) });
  const elo =
    rating === undefined ? '' : `· ${t('player.elo')} ${integer(locale, Math.round(rating.elo))}`;
  return [flagOf(country), fullName(member), '·', place, elo].filter(Boolean).join(' ');
};

/** A pair's rating: the mean of its players', as the service calculates it. */
const eloOf = (members: readonly PairMember[]): number | null => {
  const [one, two] = members.flatMap(({ rating }) => rating ?? []);
  return one === undefined || two === undefined ? null : (one.elo + two.elo) / 2;
};

/** The date of the pair's latest match. The matches may have been read later than the pair. */
const latestMatchOn = ({ pair, form }: PairView): string | null => {
  const [latest] = form.results ?? [];
  const playedOn = latest?.match.playedOn ?? null;
  return playedOn !== null && playedOn > (pair.lastMatchOn ?? '') ? playedOn : pair.lastMatchOn;
};

const pairFacts = ({ t, locale }: Reader, view: PairView): APIEmbedField[] => {
  const { pair, members } = view;
  const date = (value: string | null) => (value === null ? null : localDate(locale, value));
  const elo = eloOf(members);
  const facts = [
    ['button.points', 'points', pair.points === null ? null : integer(locale, pair.points)],
    ['player.elo', 'elo', elo === null ? null : integer(locale, Math.round(elo))],
    ['pair.first', 'first_match_at', date(pair.firstMatchOn)],
    ['pair.latest', 'last_match_at', date(latestMatchOn(view))],
  ] as const;
  return factFields(
    facts.map(([key, onWire, value]) => [
      t(key),
      pair.withheld.includes(onWire) ? t('player.notInPlan') : value,
    ]),
  );
};

const actions = ({ t }: Reader, { key, members, form }: PairView) => {
  // Compare with the next opponents, or the last ones.
  const rivals = (form.next ?? form.results?.[0])?.opponents ?? [];
  const isComparable = members.length === 2 && rivals.length === 2;
  return buttonRow(
    { id: controlId('pair', 'stats', key), label: t('button.statistics') },
    { id: controlId('pair', 'matches', key), label: t('follow.kind.match') },
    isComparable
      ? {
          id: controlId('h2h', 'players', idsOf(members), idsOf(rivals)),
          label: shortened(t('pair.against', { rivals: plainPairName(rivals) }), BUTTON_LABEL_MAX),
        }
      : null,
    { id: controlId('follow', 'pair', key), label: t('button.follow'), style: 'primary' },
  );
};

const playerButtons = ({ members }: PairView) =>
  buttonRow(
    ...members.map((member) => ({
      id: controlId('player', 'card', member.id),
      label: outsidePlain(member.name, BUTTON_LABEL_MAX) || `#${member.id}`,
    })),
  );

import type { DisplayNamed } from '../../domain/people/display-names.ts';
import type { Place } from '../../domain/people/season-places.ts';
import type { Category } from '../../domain/terms.ts';
import { integer, localDate } from '../../i18n/format.ts';
import type { Reader } from '../../i18n/i18n.ts';
import { outside } from '../../i18n/text.ts';
import { dotted, joinedLines, noRecordLine, readAtLine } from '../lines/lines.ts';
import { categoryColour, embedReply, type MessageBody } from '../message.ts';
import type { Picture, PictureFile } from '../pictures/picture.ts';
import { gainedIn, movement, placesChart } from '../pictures/places.ts';

export interface PlacesView {
  readonly player: DisplayNamed;
  readonly category: Category | null;
  /** The earliest first. */
  readonly places: readonly Place[];
  readonly readAt: number;
}

export const PLACES_FILE = 'ranking-curve.png';

/** The first, the last, the best and the lowest place; null without places. */
const summary = ({ t, locale }: Reader, places: readonly Place[]): string | null => {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  const told = ({ place, date }: Place) =>
    t('places.place', { place: integer(locale, place), date: localDate(locale, date) });
  if (places.length === 1) return told(last);
  const all = places.map(({ place }) => place);
  const range = [
    t('labelled', { name: t('places.best'), value: integer(locale, Math.min(...all)) }),
    t('labelled', { name: t('places.lowest'), value: integer(locale, Math.max(...all)) }),
  ];
  return [`${told(first)} → ${told(last)}`, dotted(range)].join('\n');
};

/** The curve of the season; null without places. */
export const placesPicture = (
  reader: Reader,
  { player, places, readAt }: PlacesView,
): Picture | null => {
  const words = summary(reader, places);
  if (words === null) return null;
  const title = reader.t('places.title');
  const gained = gainedIn(places);
  const moved = gained === 0 ? [] : [movement(reader.locale, gained)];
  const facts = [title, ...words.split('\n'), ...moved].join(' · ');
  return placesChart(reader, { player, title, places, facts, readAt });
};

/** The places of a season in words, with their curve where it could be drawn. */
export const placesMessage = (
  reader: Reader,
  { player, category, places, readAt }: PlacesView,
  picture: PictureFile | null,
): MessageBody => {
  const { t } = reader;
  const description = joinedLines([
    summary(reader, places) ?? noRecordLine(t, t('places.title')),
    readAtLine(t, readAt),
  ]);
  return embedReply({
    author: t('places.title'),
    title: outside(player.name, 110),
    description,
    color: categoryColour(category),
    picture,
    open: [description],
  });
};

import type { Services } from '../src/discord/command.ts';
import type { DirectoryEntry } from '../src/domain/directory.ts';
import { appearanceOf, nextMatchOf, resultsOf } from '../src/domain/form.ts';
import type { HeldMatch } from '../src/domain/held-match.ts';
import type { Match } from '../src/domain/match.ts';
import { idsOfPair, type PairIds } from '../src/domain/pairs.ts';
import type { Reader } from '../src/i18n/i18n.ts';
import type { Directory } from '../src/padel-api/directory.ts';
import { NotFound } from '../src/padel-api/errors.ts';
import { PER_PAGE } from '../src/padel-api/pages.ts';
import type { EventName } from '../src/render/appearance-line.ts';
import { FORM_LENGTH, type Form } from '../src/render/form-fields.ts';
import { drawnFile } from '../src/render/pictures/file.ts';
import { formPicture } from '../src/render/pictures/form.ts';
import type { PictureFile } from '../src/render/pictures/picture.ts';
import { matchesInPlay } from '../src/store/matches.ts';

/** What a tournament is called, as the directory knows it. */
export const eventNames =
  ({ directory }: Services): EventName =>
  (id) =>
    directory.get('tournament', id)?.name;

/** The pairs of a player, the latest first. */
export const pairsOfPlayer = (directory: Directory, playerId: number): readonly DirectoryEntry[] =>
  directory.all('pair').filter(({ id }) => idsOfPair(id).includes(playerId));

/** The match in which these players are on court together. */
export const inPlayOf = async (
  ids: readonly number[],
  { db }: Services,
): Promise<HeldMatch | undefined> =>
  (await matchesInPlay(db)).find(({ match }) => appearanceOf(match, ids) !== null);

/**
 * The last results and the next match of these players. The service lists matches by pair: those of
 * the pairs given are read one after the other until there are enough. Null when they cannot be
 * read: the rest of an answer stands without them.
 */
export const formOf = async (
  ids: readonly number[],
  pairs: readonly PairIds[],
  services: Services,
): Promise<Form | null> => {
  const matches: Match[] = [];
  try {
    for (const pair of pairs) {
      matches.push(...(await newestMatches(pair, services)));
      if (resultsOf(matches, ids).length >= FORM_LENGTH) break;
    }
  } catch {
    if (matches.length === 0) return null;
  }
  return {
    results: resultsOf(matches, ids).slice(0, FORM_LENGTH),
    next: nextMatchOf(matches, ids),
  };
};

const newestMatches = async (pair: PairIds, { api }: Services): Promise<readonly Match[]> => {
  const newest = { sortBy: 'played_at', orderBy: 'desc', perPage: PER_PAGE } as const;
  try {
    return (await api.pairMatches(pair, newest)).value.items;
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
};

/** The form as a picture; none where there is nothing to see, or it cannot be drawn. */
export const formFile = async (
  reader: Reader,
  name: string,
  form: Form | null,
  { draw }: Services,
): Promise<PictureFile | null> =>
  form === null || form.results.length === 0
    ? null
    : await drawnFile(draw, 'form.png', formPicture(reader, { name, results: form.results }));

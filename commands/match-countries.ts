import { playersOf, type Match } from '../src/domain/match.ts';
import type { Directory } from '../src/padel-api/directory.ts';

/** The countries of the players of a match, as far as they are known. */
export const countriesIn =
  (directory: Directory) =>
  (match: Match): readonly string[] =>
    playersOf(match).flatMap(({ id }) => directory.get('player', id)?.country ?? []);

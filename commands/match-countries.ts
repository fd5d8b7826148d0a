import { playersOf, type Match } from '../src/domain/match.ts';
import type { Directory } from '../src/padel-api/directory.ts';

/** The known countries of a match's players. */
export const countriesIn =
  (directory: Directory) =>
  (match: Match): readonly string[] =>
    playersOf(match).flatMap(({ id }) => directory.get('player', id)?.country ?? []);

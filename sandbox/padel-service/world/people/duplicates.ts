import type { Instant } from '../../../../src/domain/terms.ts';
import { MINUTE, HOUR } from '../../../../src/lib/time.ts';
import type { Player } from '../model.ts';
import { pickFrom, randomFrom, wholeBetween } from '../random.ts';

/** A second record of a player, which exists for some days until it is merged. */
export interface Duplicate {
  /** As it is shown: another id, the name written a little differently, hardly a fact. */
  readonly record: Player;
  readonly canonical: Player;
  readonly created: Instant;
  /** From then on its id leads to the canonical record. */
  readonly merged: Instant;
}

/** About four a week appear, one after another, and live for two to five days (minutes). */
const EVERY = 42 * HOUR;
const LATE = { least: 0, most: 20 * 60 } as const;
const LIFE = { least: 50 * 60, most: 130 * 60 } as const;

/** How many had appeared when the world starts; one of them is merged soon after that. */
const BEFORE_OPENING = 8;
const MERGED_SOON = { number: 5, after: 1.5 * HOUR } as const;

const withoutAccents = (name: string): string =>
  name.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '');

const parted = (name: string): readonly [first: string, surname: string] => {
  const [first = '', ...rest] = name.split(' ');
  return [first, rest.join(' ')];
};

const surnameFirst = (name: string): string => parted(name).toReversed().join(' ');

const withInitial = (name: string): string => {
  const [first, surname] = parted(name);
  return `${first.charAt(0)}. ${surname}`;
};

const SPELLINGS = [withoutAccents, surnameFirst, withInitial] as const;

const misspelt = (name: string, number: number): string => {
  const others = SPELLINGS.map((spell) => spell(name)).filter((spelling) => spelling !== name);
  return others[number % others.length] ?? name;
};

const duplicateOf = (
  seed: number,
  people: readonly Player[],
  opening: Instant,
  number: number,
): Duplicate => {
  const random = randomFrom(seed, 'duplicate', number);
  const canonical = pickFrom(random, people);
  const begin = opening + (number - BEFORE_OPENING) * EVERY;
  const created = begin + wholeBetween(random, LATE.least, LATE.most) * MINUTE;
  const life = wholeBetween(random, LIFE.least, LIFE.most) * MINUTE;
  const record: Player = {
    ...canonical,
    id: people.length + number + 1,
    name: misspelt(canonical.name, number),
    birthplace: null,
    birthday: null,
    height: null,
    hand: null,
    carried: 0,
  };
  const isSoon = number === MERGED_SOON.number;
  return {
    record,
    canonical,
    created,
    merged: isSoon ? opening + MERGED_SOON.after : created + life,
  };
};

/**
 * Invents the duplicates of a world. Their ids follow the last player's, one by one.
 * @param opening the moment at which the world starts
 * @returns all that have appeared up to an instant, in the order of their ids
 */
export const inventDuplicates = (
  seed: number,
  people: readonly Player[],
  opening: Instant,
): ((until: Instant) => readonly Duplicate[]) => {
  const invented: Duplicate[] = [];
  return (until) => {
    const count = Math.floor((until - opening) / EVERY) + BEFORE_OPENING + 1;
    while (invented.length < count) {
      invented.push(duplicateOf(seed, people, opening, invented.length));
    }
    return invented.filter(({ created }) => created <= until);
  };
};

import { MINUTE } from '../../../../src/lib/time.ts';
import { DOUBLED_MATCHES, matchId } from './match-ids.ts';
import type { Match, Tournament } from '../model.ts';
import { chance, randomFrom, shuffled, wholeBetween } from '../random.ts';

/** How many matches of a tournament are entered twice. */
const COUNT = { least: 2, most: 4 } as const;

/** Minutes: from the true entry to the second one, from that to its end. */
const AFTER = { least: 4, most: 90 } as const;
const LIFE = { least: 60, most: 600 } as const;

/** The second entry is deleted at least this long before the true match starts. */
const BEFORE_START = 15 * MINUTE;

/** How often the deletion of one names the match that it doubles. */
const NOTICED = 0.6;

const NEVER_PLAYED = { slot: null, formerSlot: null, started: null, ended: null } as const;

/**
 * Second entries of matches that are deleted before the true ones start. No draw needs them,
 * and neither ranking nor ratings know them.
 * @param matches those of the tournament's draws
 */
export const doubledMatches = (
  seed: number,
  { id }: Tournament,
  matches: readonly Match[],
): readonly Match[] => {
  const random = randomFrom(seed, 'doubled', id);
  const played = matches.flatMap((match) =>
    match.started === null ? [] : [{ match, started: match.started }],
  );
  const count = wholeBetween(random, COUNT.least, COUNT.most);
  const doubled = shuffled(random, played).slice(0, count);
  return doubled.flatMap(({ match, started }, number): Match[] => {
    const created = match.created + wholeBetween(random, AFTER.least, AFTER.most) * MINUTE;
    const life = wholeBetween(random, LIFE.least, LIFE.most) * MINUTE;
    const deleted = Math.min(created + life, started - BEFORE_START);
    if (deleted <= created) return [];
    const times = { created, published: created, closed: deleted, deleted };
    const own = matchId(id, DOUBLED_MATCHES + number);
    const noticed = chance(randomFrom(seed, 'noticed', own), NOTICED)
      ? { mergedInto: match.id }
      : {};
    return [{ ...match, ...NEVER_PLAYED, ...times, ...noticed, id: own }];
  });
};

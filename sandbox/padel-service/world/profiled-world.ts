import { LRUCache } from 'lru-cache';
import { CLEAR_IDS, confused, confusedKnowledge, type ConfusedIds } from './confused-ids.ts';
import type { CalledNames } from './people/called-names.ts';
import type { Day } from './schedule/days.ts';
import { openHistory, type History } from './records/history.ts';
import type { Profile } from './profile.ts';
import { openWorld, type PadelWorld, type WorldOptions } from './world.ts';

/** A world that shows what the profile of the moment shows. */
export interface ProfiledWorld extends PadelWorld {
  profile: Profile;
  confusedIds: ConfusedIds;
}

/** To work out a world takes a second or two, and it never changes: services of a process share the last. */
const LATEST = { max: 4 } as const;
const histories = new LRUCache<string, History>(LATEST);
const opened = new LRUCache<string, PadelWorld>(LATEST);

/** The world of a seed and an anchor, which others of this process may have opened before. */
export const openSharedWorld = (
  seed: number,
  anchor: Day,
  { calledNames = 'nowhere', profile = 'specification' }: Omit<WorldOptions, 'history'> = {},
): PadelWorld => {
  const history = histories.get(`${seed} ${anchor}`) ?? openHistory(seed, anchor);
  histories.set(`${seed} ${anchor}`, history);
  const key = `${seed} ${anchor} ${calledNames} ${profile}`;
  const world = opened.get(key) ?? openWorld(seed, anchor, { calledNames, profile, history });
  opened.set(key, world);
  return world;
};

/**
 * Opens the worlds of all profiles, which have their history in common. Each is worked out when its
 * profile is first used.
 * @param calledNames where the profile `specification` shows the names that players go by
 */
export const openProfiledWorld = (
  seed: number,
  anchor: Day,
  { profile, calledNames = 'nowhere' }: { profile: Profile; calledNames?: CalledNames | undefined },
): ProfiledWorld => {
  const worlds = new Map<Profile, PadelWorld>();
  const open = (of: Profile): PadelWorld =>
    openSharedWorld(seed, anchor, {
      calledNames: of === 'today' ? 'both' : calledNames,
      profile: of,
    });
  const current = (): PadelWorld => {
    const known = worlds.get(profiled.profile) ?? open(profiled.profile);
    worlds.set(profiled.profile, known);
    return known;
  };

  const profiled: ProfiledWorld = {
    profile,
    confusedIds: CLEAR_IDS,
    at: (now) => confusedKnowledge(current().at(now), profiled.confusedIds),
    coveredBetween: (from, to) =>
      confused(current().coveredBetween(from, to), profiled.confusedIds),
    nextStart: (after) => current().nextStart(after),
    truth: (id, now) => current().truth(id, now),
    recordsUntil: (until) => current().recordsUntil(until),
    openingMoment: () => current().openingMoment(),
    closeMoment: () => current().closeMoment(),
    teamEventMoment: () => current().teamEventMoment(),
  };
  return profiled;
};

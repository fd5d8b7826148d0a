import type { CalledNames } from './people/called-names.ts';
import type { Day } from './schedule/days.ts';
import { openHistory, type History } from './records/history.ts';
import type { Profile } from './profile.ts';
import { openWorld, type PadelWorld } from './world.ts';

/** A world that shows what the profile of the moment shows. */
export interface ProfiledWorld extends PadelWorld {
  profile: Profile;
}

/** To work a history out takes seconds, and it is the same each time: the last one is kept. */
let last: { readonly seed: number; readonly anchor: Day; readonly history: History } | undefined;

const historyOf = (seed: number, anchor: Day): History => {
  if (last?.seed !== seed || last.anchor !== anchor) {
    last = { seed, anchor, history: openHistory(seed, anchor) };
  }
  return last.history;
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
  const history = historyOf(seed, anchor);
  const worlds = new Map<Profile, PadelWorld>();
  const open = (of: Profile): PadelWorld => {
    const names = of === 'today' ? 'both' : calledNames;
    return openWorld(seed, anchor, { calledNames: names, profile: of, history });
  };
  const current = (): PadelWorld => {
    const known = worlds.get(profiled.profile) ?? open(profiled.profile);
    worlds.set(profiled.profile, known);
    return known;
  };

  const profiled: ProfiledWorld = {
    profile,
    at: (now) => current().at(now),
    coveredBetween: (from, to) => current().coveredBetween(from, to),
    nextStart: (after) => current().nextStart(after),
    truth: (id, now) => current().truth(id, now),
    recordsUntil: (until) => current().recordsUntil(until),
    openingMoment: () => current().openingMoment(),
    teamEventMoment: () => current().teamEventMoment(),
  };
  return profiled;
};

import type { Instant } from '../../../src/domain/terms.ts';
import { DAY } from '../../../src/lib/time.ts';
import type { CalledNames } from './people/called-names.ts';
import { seasonOf } from './schedule/calendar.ts';
import type { Day } from './schedule/days.ts';
import { inventDuplicates, type Duplicate } from './people/duplicates.ts';
import { openHistory, type History } from './records/history.ts';
import { openKnowledge, type Knowledge } from './records/knowledge.ts';
import { isCovered, type Match, type Tournament } from './model.ts';
import { closeMomentOf } from './schedule/close-moment.ts';
import { openingMomentOf } from './schedule/opening-moment.ts';
import type { Profile } from './profile.ts';
import { openRecords } from './records/records.ts';

export type { Knowledge } from './records/knowledge.ts';

/** The padel world, past and future. Pure: the same seed and anchor give the same world. */
export interface PadelWorld {
  /** What can be known at an instant. Everything that is shown to the outside comes from here. */
  at: (now: Instant) => Knowledge;
  /** Covered matches whose feed may have updates between two instants. */
  coveredBetween: (from: Instant, to: Instant) => readonly Match[];
  /** The first covered match that starts after an instant. */
  nextStart: (after: Instant) => Match | null;
  /** A match with its future, for the feed and for tests. */
  truth: (id: number, now: Instant) => Match | null;
  /** Every record that has appeared up to an instant, with its future, to find changes. */
  recordsUntil: (until: Instant) => WorldRecords;
  /** A moment of the anchor's day at which several covered matches are on and more will follow. */
  openingMoment: () => Instant;
  /** A moment of that day shortly before its closest game; the opening one on a day without. */
  closeMoment: () => Instant;
  /** The like of the last group day of the team event in the anchor's season; null without one. */
  teamEventMoment: () => Instant | null;
}

/** Records that were there once, and what becomes of them. */
export interface WorldRecords {
  readonly tournaments: readonly Tournament[];
  readonly matches: readonly Match[];
  readonly duplicates: readonly Duplicate[];
}

/** The day of a team event, from 0, on which a world may start: its tables have two of three days. */
const TEAM_EVENT_DAY = 2;

/** How many days ahead the next start is searched. */
const SEARCHED_AHEAD = 60;

/** Whether the feed has updates of a match: it is covered, and not deleted before the first. */
const isFollowed = ({ tournament, closed, deleted }: Match): boolean =>
  isCovered(tournament.level) && (deleted === null || closed < deleted);

/** What a world is beside its seed and its anchor. */
export interface WorldOptions {
  readonly calledNames?: CalledNames;
  readonly profile?: Profile;
  /** That of the seed and the anchor, where another world of theirs has it already. */
  readonly history?: History;
}

/** Opens the world of a seed around its anchor, its first day. */
export const openWorld = (
  seed: number,
  anchor: Day,
  {
    calledNames = 'nowhere',
    profile = 'specification',
    history = openHistory(seed, anchor),
  }: WorldOptions = {},
): PadelWorld => {
  const records = openRecords(seed, anchor, history, profile);

  let opening: Instant | null = null;
  const openingMoment = (): Instant =>
    (opening ??= openingMomentOf(anchor, records.matches(anchor * DAY)));

  let invented: ((until: Instant) => readonly Duplicate[]) | null = null;
  const duplicates = (until: Instant): readonly Duplicate[] =>
    (invented ??= inventDuplicates(seed, history.people, openingMoment()))(until);

  const coveredStarts = (from: Instant, ahead: number): (Match & { started: Instant })[] =>
    records.matches(from + ahead * DAY).flatMap((match) => {
      const { started } = match;
      return started === null || started <= from || !isFollowed(match)
        ? []
        : [{ ...match, started }];
    });

  let followed: readonly Match[] = [];
  let followedOf = 0;
  /** The matches that are followed, in the order of their ends. */
  const followedUntil = (until: Instant): readonly Match[] => {
    const matches = records.matches(until);
    if (matches.length !== followedOf) {
      followed = matches.filter(isFollowed).toSorted((one, two) => one.closed - two.closed);
      followedOf = matches.length;
    }
    return followed;
  };

  return {
    at: openKnowledge({ history, records, duplicates, calledNames, profile }),
    coveredBetween(from, to) {
      const matches = followedUntil(to);
      return matches
        .slice(matches.findLastIndex(({ closed }) => closed <= from) + 1)
        .filter(({ started, closed }) => (started ?? closed) <= to)
        .sort((one, two) => one.id - two.id);
    },
    nextStart: (after) =>
      coveredStarts(after, SEARCHED_AHEAD).reduce<(Match & { started: Instant }) | null>(
        (next, match) => (next === null || match.started < next.started ? match : next),
        null,
      ),
    truth: (id, now) => records.match(id, now),
    recordsUntil: (until) => ({
      tournaments: records.tournaments(until).filter(({ announced }) => announced <= until),
      matches: records.matches(until).filter(({ created }) => created <= until),
      duplicates: duplicates(until),
    }),
    openingMoment,
    closeMoment: () => closeMomentOf(anchor, records.matches(anchor * DAY)) ?? openingMoment(),
    teamEventMoment() {
      const season = seasonOf(anchor);
      const event = records
        .tournaments(anchor * DAY)
        .find((each) => each.isForTeams === true && each.season === season);
      if (event === undefined) return null;
      const day = event.start + TEAM_EVENT_DAY;
      const rubbers = records
        .matches(day * DAY)
        .filter(({ tournament }) => tournament.id === event.id);
      return openingMomentOf(day, rubbers);
    },
  };
};

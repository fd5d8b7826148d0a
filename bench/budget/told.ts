import {
  isInterrupted,
  stateOf,
  withMatch,
  withPoints,
  type TrackedMatch,
} from '#src/domain/match/state.ts';
import { phaseOf } from '#src/domain/match/match.ts';
import type { MatchObserver } from '#src/domain/match/observer.ts';
import type { Tournament } from '#src/domain/people/people.ts';
import { HOUR } from '#src/lib/time.ts';

/** When the bot knew each fact of a match. */
export interface Known {
  startAt?: number;
  resultAt?: number;
  /** When each label was first seen. */
  readonly labels: Map<string, number>;
}

/** An observer that keeps matches in memory, and records when each fact could have been posted. */
export const createMonthObserver = (now: () => number) => {
  const held = new Map<number, TrackedMatch>();
  const known = new Map<number, Known>();
  const tournaments = new Map<number, Tournament>();
  let scheduleReadAt: number | undefined;
  let delays = 0;
  let videosReadAt = -Infinity;

  const note = (id: number, isPlaying: boolean, isOver: boolean, label: string | null): void => {
    const each = known.get(id) ?? { labels: new Map<string, number>() };
    known.set(id, each);
    if (isPlaying) each.startAt ??= now();
    if (isOver) each.resultAt ??= now();
    if (label !== null && !each.labels.has(label)) each.labels.set(label, now());
  };

  const hold = (next: TrackedMatch): void => {
    held.set(next.match.id, next);
    const { match, state } = next;
    const phase = phaseOf(state.status);
    note(match.id, phase !== 'upcoming', state.confirmed, match.scheduleLabel);
  };

  const nothing = (): Promise<void> => Promise.resolve();

  const observer: MatchObserver = {
    match: (match) => {
      const before = held.get(match.id);
      const state = before === undefined ? stateOf(match) : withMatch(before.state, match);
      const isSame =
        JSON.stringify([match, state]) === JSON.stringify([before?.match, before?.state]);
      if (before !== undefined && isSame) return Promise.resolve();
      hold({
        match,
        state,
        rev: (before?.rev ?? 0) + 1,
        changedAt: now(),
        delayedSince: before?.delayedSince ?? null,
        chances: before?.chances ?? null,
        tournament: tournaments.get(match.tournamentId ?? 0) ?? null,
      });
      return Promise.resolve();
    },
    points: (update) => {
      const before = held.get(update.matchId);
      if (before === undefined) return Promise.resolve(undefined);
      const state = withPoints(before.state, update, null);
      if (JSON.stringify(state) === JSON.stringify(before.state)) return Promise.resolve(before);
      const next = { ...before, state, rev: before.rev + 1, changedAt: now() };
      hold(next);
      return Promise.resolve(next);
    },
    removed: (id) => {
      held.delete(id);
      return Promise.resolve();
    },
    merged: nothing,
    tournament: (tournament) => {
      tournaments.set(tournament.id, tournament);
      return Promise.resolve();
    },
    tournamentMerged: nothing,
    tournaments: () => Promise.resolve([...tournaments.values()]),
    chances: (id, chances) => {
      const before = held.get(id);
      if (before !== undefined) held.set(id, { ...before, chances });
      return Promise.resolve();
    },
    dueVideos: () => {
      if (now() - videosReadAt < HOUR) return Promise.resolve([]);
      const playing = [...held.values()].filter(({ state }) => phaseOf(state.status) === 'playing');
      const ids = new Set(playing.flatMap(({ match }) => match.tournamentId ?? []));
      if (ids.size > 0) videosReadAt = now();
      return Promise.resolve([...ids]);
    },
    videos: nothing,
    delayed: (ids) => {
      delays += ids.length;
      return Promise.resolve();
    },
    fresh: nothing,
    scheduleRead: () => {
      scheduleReadAt = now();
      return Promise.resolve();
    },
    scheduleReadAt: () => Promise.resolve(scheduleReadAt),
    inPlay: () =>
      Promise.resolve(
        [...held.values()].filter(({ state }) => phaseOf(state.status) === 'playing'),
      ),
    interrupted: () =>
      Promise.resolve([...held.values()].filter(({ state }) => isInterrupted(state))),
    upcoming: () =>
      Promise.resolve(
        [...held.values()].filter(({ state }) => phaseOf(state.status) === 'upcoming'),
      ),
  };
  return { observer, known, delays: () => delays };
};

import { setImmediate as turn } from 'node:timers/promises';
import type { MatchIndex, MatchNames } from '../../src/discord/command.ts';
import type { TrackedMatch } from '../../src/domain/match/state.ts';
import { textEntry } from '../../src/domain/people/directory.ts';
import { createDirectory } from '../../src/padel-api/names/directory.ts';
import { playersOf } from '../../src/domain/match/match.ts';
import type { Reader } from '../../src/i18n/i18n.ts';
import { normalizeText } from '../../src/domain/plain.ts';
import { matchChoice } from '../../src/render/lines/choices.ts';
import { matchContext } from '../../src/render/lines/match-line.ts';
import type { Db } from '../../src/store/connection/database.ts';
import {
  listedMatches,
  unfinishedRevisions,
  finishedRevisions,
  type ListedMatch,
  type MatchRevision,
} from '../../src/store/matches/match-lists.ts';
import { findMatches } from '../../src/store/matches/matches.ts';
import { inOrderOfTime } from '../../src/domain/tournament/order-of-play.ts';

const OVER = 150;

/** Matches read per batch: SQLite blocks the event loop. */
const AT_ONCE = 50;

/** Caches matches by id for the latest requested revisions. */
const createRevisionCache = <M extends ListedMatch>(
  read: (ids: readonly number[]) => Promise<readonly M[]>,
) => {
  let known = new Map<number, { readonly rev: string; readonly match: M }>();

  /** Concurrent updates run one after the other, each with the previous result. */
  let reading: Promise<unknown> = Promise.resolve();

  const update = async (revisions: readonly MatchRevision[]) => {
    const before = known;
    const isKnown = ({ id, rev }: MatchRevision): boolean => before.get(id)?.rev === rev;
    const missing = revisions.filter((each) => !isKnown(each));
    const fresh = new Map<number, M>();
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      if (at > 0) await turn();
      const ids = missing.slice(at, at + AT_ONCE).map(({ id }) => id);
      for (const match of await read(ids)) fresh.set(match.match.id, match);
    }
    const now = revisions.flatMap(({ id, rev }) => {
      const match = fresh.get(id) ?? before.get(id)?.match;
      return match === undefined ? [] : [{ id, rev, match }];
    });
    known = new Map(now.map(({ id, rev, match }) => [id, { rev, match }]));
    const hasChanged = fresh.size > 0 || known.size !== before.size;
    return { matches: now.map(({ match }) => match), hasChanged };
  };

  /** @returns the matches in the order of their revisions, and whether anything has changed */
  return (revisions: readonly MatchRevision[]): ReturnType<typeof update> => {
    const updated = reading.then(() => update(revisions));
    reading = updated.catch(() => undefined);
    return updated;
  };
};

const textOf = ({ match, tournament }: ListedMatch): string => {
  const names = playersOf(match).flatMap(({ name, called }) => [name, called]);
  return [...names, match.court, match.roundName, tournament?.name].join(' ');
};

/** Texts that are searched for words with typos; more than a week of matches has. */
const TEXTS_MAX = 5_000;

export const createMatchIndex = (db: Db): MatchIndex => {
  const readAhead = createRevisionCache((ids) => findMatches(db, ids));
  const readOver = createRevisionCache((ids) => listedMatches(db, ids));
  let named = new WeakMap<ListedMatch, Map<string, MatchNames>>();
  /** What matches are called, found as names are. */
  let texts = createDirectory();
  let ordered: readonly TrackedMatch[] = [];

  const namesIn = (reader: Reader, held: ListedMatch): MatchNames => {
    const choice = matchChoice(reader, held);
    // Also search what the user sees: "semifinal" or "women" in their own language.
    const said = [textOf(held), choice, matchContext(reader.t, held)];
    return { choice, searched: normalizeText(said.join(' ')) };
  };

  const addText = (held: ListedMatch): void => {
    if (texts.size('tournament') >= TEXTS_MAX) {
      texts = createDirectory();
      named = new WeakMap();
    }
    const { id, playedOn } = held.match;
    texts.put([textEntry(id, textOf(held), playedOn)]);
  };

  return {
    ahead: async () => {
      const { matches, hasChanged } = await readAhead(await unfinishedRevisions(db));
      if (hasChanged) ordered = inOrderOfTime(matches);
      return ordered;
    },
    over: async () => (await readOver(await finishedRevisions(db, OVER))).matches,
    namesOf: (reader, match) => {
      if (!named.has(match)) addText(match);
      const known = named.get(match) ?? new Map<string, MatchNames>();
      named.set(match, known);
      const key = `${reader.locale} ${reader.hidesScores === true}`;
      const names = known.get(key) ?? namesIn(reader, match);
      known.set(key, names);
      return names;
    },
    alike: (typed) =>
      new Set(texts.search('tournament', typed, TEXTS_MAX).entries.map(({ id }) => id)),
  };
};

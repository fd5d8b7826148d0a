import type { Merge } from '../../domain/match/match.ts';

const KIND_OF_SEGMENT: ReadonlyMap<string, Merge['kind']> = new Map([
  ['players', 'player'],
  ['pairs', 'player'],
  ['tournaments', 'tournament'],
  ['matches', 'match'],
]);

const idsIn = (segment: string): number[] =>
  /^\d+(-\d+)?$/.test(segment) ? segment.split('-').map(Number) : [];

/** The merges in a redirect: `/players/12` to `/players/7`. */
const mergesBetween = (from: string, to: string): readonly Merge[] => {
  const [before, after] = [from.split('/'), to.split('/')];
  return before.flatMap((segment, index) => {
    const kind = KIND_OF_SEGMENT.get(segment);
    if (kind === undefined || after[index] !== segment) return [];
    const [old, now] = [idsIn(before[index + 1] ?? ''), idsIn(after[index + 1] ?? '')];
    if (old.length !== now.length) return [];
    return old.flatMap((id, position) => {
      const other = now[position];
      return other === undefined || other === id ? [] : [{ kind, from: id, to: other }];
    });
  });
};

/** A longer chain of merges would be a circle. */
const MAX_CHAIN = 10;

/** Merged records, known from redirects (specification, "Errors"). */
export const createMergedIds = () => {
  const known = new Map<string, number>();
  const keyOf = (kind: string, id: number): string => `${kind}:${id}`;

  return {
    /** The current id of a record. */
    canonical: (kind: Merge['kind'], id: number): number => {
      let current = id;
      for (let hops = 0; hops < MAX_CHAIN; hops += 1) {
        const next = known.get(keyOf(kind, current));
        if (next === undefined) return current;
        current = next;
      }
      return id;
    },
    moved: (from: URL, to: URL): readonly Merge[] => {
      const merges = mergesBetween(from.pathname, to.pathname);
      const news = merges.filter((merge) => known.get(keyOf(merge.kind, merge.from)) !== merge.to);
      for (const merge of news) {
        known.set(keyOf(merge.kind, merge.from), merge.to);
        // A merged record exists again: the newer redirect counts.
        known.delete(keyOf(merge.kind, merge.to));
      }
      return news;
    },
  };
};

export type MergedIds = ReturnType<typeof createMergedIds>;

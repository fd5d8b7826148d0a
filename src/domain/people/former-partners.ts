import type { Pair, PairIds } from './pairs.ts';

export interface FormerPartner {
  readonly name: string;
  /** Of the last match together; null when unknown. */
  readonly year: string | null;
}

/** A card has room for so many. */
const MOST = 3;

/** With whom a player played before the current pair (the latest one, where that is unknown), the latest first. */
export const formerPartners = (
  id: number,
  pairs: readonly Pair[],
  current: PairIds | null,
  nameOf: (id: number) => string | undefined,
): readonly FormerPartner[] => {
  const sorted = pairs
    .filter(({ ids: [one, two] }) => one !== two && (one === id || two === id))
    .map((pair) => ({ ...pair, partner: pair.ids[0] === id ? pair.ids[1] : pair.ids[0] }))
    .sort((a, b) => (b.lastMatchOn ?? '').localeCompare(a.lastMatchOn ?? ''));
  const latest = sorted.filter(
    ({ partner }, index) => sorted.findIndex((pair) => pair.partner === partner) === index,
  );
  const at = latest.findIndex(({ partner }) => current?.includes(partner) === true);
  return latest
    .slice(Math.max(0, at) + 1)
    .flatMap(({ partner, players, lastMatchOn }) => {
      const name = nameOf(partner) ?? players.find((player) => player.id === partner)?.name;
      return name === undefined ? [] : [{ name, year: lastMatchOn?.slice(0, 4) ?? null }];
    })
    .slice(0, MOST);
};

import type { PlayerRef } from '../match/match.ts';
import { TEAMS, byTeam, type ByTeam } from '../terms.ts';
import type { Result } from './form.ts';

interface WinsAndLosses {
  readonly won: number;
  readonly lost: number;
}

/** A pair or a player whom both sides have met, and how each side did against them. */
export interface CommonOpponent {
  readonly players: readonly PlayerRef[];
  readonly against: ByTeam<WinsAndLosses>;
}

type Unit = (opponents: readonly PlayerRef[]) => readonly (readonly PlayerRef[])[];

const asPair: Unit = (opponents) => (opponents.length === 2 ? [opponents] : []);
const asPlayers: Unit = (opponents) => opponents.map((player) => [player]);

const keyOf = (players: readonly PlayerRef[]): string =>
  players
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join('-');

const NONE: WinsAndLosses = { won: 0, lost: 0 };

const recordsOf = (results: readonly Result[], unit: Unit) => {
  const records = new Map<string, WinsAndLosses & { readonly players: readonly PlayerRef[] }>();
  for (const { opponents, outcome } of results) {
    if (outcome === 'unknown') continue;
    for (const players of unit(opponents)) {
      const key = keyOf(players);
      const { won, lost } = records.get(key) ?? NONE;
      records.set(key, {
        players,
        won: won + Number(outcome === 'won'),
        lost: lost + Number(outcome === 'lost'),
      });
    }
  }
  return records;
};

const commonBy = (results: ByTeam<readonly Result[]>, unit: Unit): readonly CommonOpponent[] => {
  const records = byTeam((team) => recordsOf(results[team], unit));
  const matches = ({ against }: CommonOpponent): number =>
    TEAMS.reduce((sum, team) => sum + against[team].won + against[team].lost, 0);
  return [...records.team_1]
    .flatMap(([key, { players, ...first }]): CommonOpponent[] => {
      const second = records.team_2.get(key);
      if (second === undefined) return [];
      const { won, lost } = second;
      return [{ players, against: { team_1: first, team_2: { won, lost } } }];
    })
    .toSorted((a, b) => matches(b) - matches(a));
};

/** Whom both sides met in decided matches, most matches first: pairs, or players where there is no such pair. */
export const commonOpponents = (results: ByTeam<readonly Result[]>): readonly CommonOpponent[] => {
  const pairs = commonBy(results, asPair);
  return pairs.length > 0 ? pairs : commonBy(results, asPlayers);
};

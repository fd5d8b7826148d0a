import type { TieOfDraw } from './ties.ts';
import { opponentOf, TEAMS } from '../terms.ts';

interface TableRow {
  readonly team: string;
  /** From 1; equal teams share a place. */
  readonly place: number;
  readonly played: number;
  readonly won: number;
  readonly rubbersWon: number;
  readonly rubbersLost: number;
}

export interface GroupTable {
  readonly group: string;
  readonly rows: readonly TableRow[];
}

/** Ranked by ties won, then rubbers won; further rules differ by competition, so equal teams share their place. */
export const groupTables = (ties: readonly TieOfDraw[]): readonly GroupTable[] => {
  const inGroups = ties.flatMap((tie) =>
    tie.draw === 'group' && tie.group !== null ? [{ tie, group: tie.group }] : [],
  );
  return [...Map.groupBy(inGroups, ({ group }) => group)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([group, own]) => ({ group, rows: rowsOf(own.map(({ tie }) => tie)) }));
};

const rowsOf = (ties: readonly TieOfDraw[]): readonly TableRow[] => {
  const teams = new Set(ties.flatMap((tie) => TEAMS.flatMap((team) => tie.teams[team] ?? [])));
  const rows = [...teams].map((team) => countOf(team, ties)).toSorted(byResults);
  return rows.map((row) => ({
    ...row,
    place: 1 + rows.filter((other) => isAhead(other, row)).length,
  }));
};

const countOf = (name: string, ties: readonly TieOfDraw[]): Omit<TableRow, 'place'> => {
  const own = ties.flatMap(({ teams, result: standing }) =>
    TEAMS.filter((team) => teams[team] === name).map((team) => ({ team, ...standing })),
  );
  const sum = (valueOf: (each: (typeof own)[number]) => number): number =>
    own.reduce((total, each) => total + valueOf(each), 0);
  return {
    team: name,
    played: own.filter(({ winner }) => winner !== null).length,
    won: own.filter(({ team, winner }) => winner === team).length,
    rubbersWon: sum(({ team, score }) => score?.[team] ?? 0),
    rubbersLost: sum(({ team, score }) => score?.[opponentOf(team)] ?? 0),
  };
};

type Results = Pick<TableRow, 'won' | 'rubbersWon'>;

const byResults = (a: Results & { team: string }, b: Results & { team: string }): number =>
  b.won - a.won || b.rubbersWon - a.rubbersWon || a.team.localeCompare(b.team);

const isAhead = (one: Results, other: Results): boolean =>
  one.won > other.won || (one.won === other.won && one.rubbersWon > other.rubbersWon);

import { describe, expect, it } from 'vitest';
import { groupTables } from '#src/domain/tournament/group-tables.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { Team } from '#src/domain/terms.ts';
import {
  rubberOf,
  serviceTieOf,
  tieKeyOf,
  tieScore,
  tiesIn,
  withoutServiceTie,
} from '#src/domain/tournament/ties.ts';
import type { ServiceTie } from '#src/domain/match/tie.ts';
import { aMatch } from './feed.ts';
import { aRubber } from './team-event.ts';

/** Who won each rubber, in order: `1`, `2`, `.` for one to be played, `-` for one not played, `?` unknown. */
const rubbers = (course: string): readonly Match[] =>
  Array.from(course).flatMap((word, index): Match[] => {
    const rubber = index + 1;
    if (word === ' ') return [];
    if (word === '.') return [aRubber(rubber)];
    if (word === '-') return [aRubber(rubber, { status: 'not_played' })];
    const winner: Team | null = word === '?' ? null : word === '1' ? 'team_1' : 'team_2';
    return [aRubber(rubber, { status: 'finished', winner })];
  });

const resultAfter = (course: string, reported?: ServiceTie): string => {
  const { score, winner } = tieScore(rubbers(course).map(rubberOf), reported);
  return `${score === null ? '?' : `${score.team_1}-${score.team_2}`} ${winner ?? 'open'}`;
};

describe('a tie', () => {
  it.each([
    ['without a played rubber', '...', '0-0 open'],
    ['after one rubber', '1..', '1-0 open'],
    ['that is level', '12.', '1-1 open'],
    ['that needs no third rubber', '22-', '0-2 team_2'],
    ['without a third rubber', '22', '0-2 team_2'],
    ['that the third rubber decides', '121', '2-1 team_1'],
    ['that was decided before its third rubber was played', '112', '2-1 team_1'],
    ['with a missing earlier rubber', ' 1.', '? open'],
    ['with two known rubbers and a missing one', ' 22', '? team_2'],
    ['with an unknown second winner', '1?.', '? open'],
    ['with only the last rubber decided', '..1', '1-0 open'],
    ['with an unknown last winner', '12?', '? open'],
    ['with an unknown first winner', '?..', '? open'],
    ['of five rubbers', '12.1.', '2-1 team_1'],
  ])('%s', (_reason, course, expected) => {
    expect(resultAfter(course)).toBe(expected);
  });

  it.each([
    ['counts when a rubber is missing', ' 2.', { score: { team_1: 1, team_2: 1 } }, '1-1 open'],
    ['decides when a rubber is missing', ' 21', { winner: 'team_1' }, '? team_1'],
    ['counts when as recent as the rubbers', ' 2', { score: { team_1: 0, team_2: 1 } }, '0-1 open'],
    [
      'does not count when it is older than the known rubbers',
      ' 22',
      { score: { team_1: 1, team_2: 0 } },
      '? team_2',
    ],
    ['decides by its score alone', '?.', { score: { team_1: 2, team_2: 0 } }, '2-0 team_1'],
    ['is ignored behind the known ones', '12.', { score: { team_1: 1, team_2: 0 } }, '1-1 open'],
    // The push of the second rubber is still to come, and will report the decision.
    ['is ignored when it is ahead of the known rubbers', '1.', { winner: 'team_1' }, '1-0 open'],
  ] as const)('with a result from the service, which %s', (_reason, course, reported, expected) => {
    expect(resultAfter(course, reported)).toBe(expected);
  });

  it('has a key that no other tie has, even with the same round and slot', () => {
    const base = aRubber(1, { round: 1, slot: 0, draw: 'main' });
    const tie = (group: string) => ({ ...aRubber(1).tie, group, teams: TEAMS, rubber: 1 });
    const others = [
      { ...base, tournamentId: 8 },
      { ...base, category: 'men' },
      { ...base, draw: 'placement' },
      { ...base, slot: 1 },
      { ...base, round: 2 },
      { ...base, draw: 'group', round: null, tie: tie('A') },
      { ...base, draw: 'group', round: null, tie: tie('B') },
    ] as const satisfies readonly Match[];
    const keys = [base, ...others].map(tieKeyOf);
    expect(new Set(keys).size).toBe(keys.length);
    expect(tieKeyOf({ ...base, ...aRubber(3, { round: 1, slot: 0, id: 9 }) })).toBe(keys[0]);
  });

  it('has its teams in its key without a slot, and no key without teams or a tournament', () => {
    const open = aRubber(1, { slot: null, round: null });
    expect(tieKeyOf(open)).toBe('7:women:main::0:AR-IT');
    expect(tieKeyOf(aRubber(1, { category: null, slot: 3 }))).toBe('7::main::2:3');
    const inGroup = { group: 'A', teams: TEAMS, rubber: 1 };
    expect(tieKeyOf({ ...without('draw', open), tie: inGroup })).toBe('7:women:group:A:0:AR-IT');
    expect(tieKeyOf(without('draw', open))).toBe('7:women:main::0:AR-IT');
    expect(tieKeyOf(aRubber(1, { tournamentId: null }))).toBeNull();
    const openTeams = { team_1: 'AR', team_2: null } as const;
    const toCome = (id?: string) =>
      tieKeyOf({ ...open, tie: { group: null, teams: openTeams, rubber: 1, ...(id && { id }) } });
    expect(toCome('men-main-2-0')).toBe('7:women:main::0:men-main-2-0');
    expect(toCome()).toBeNull();
    expect(tieKeyOf(aMatch())).toBeNull();
  });

  it.each<[ServiceTie, ServiceTie | null]>([
    [{}, null],
    [{ winner: 'team_2' }, { winner: 'team_2' }],
    [{ score: { team_1: 1, team_2: 0 } }, { score: { team_1: 1, team_2: 0 } }],
    [
      { score: { team_1: 2, team_2: 0 }, winner: 'team_1' },
      { score: { team_1: 2, team_2: 0 }, winner: 'team_1' },
    ],
  ])('has the result that the service reports: %j', (reported, expected) => {
    expect(serviceTieOf(aRubber(1, { tie: { ...TIE, ...reported } }))).toStrictEqual(expected);
    expect(serviceTieOf(aMatch())).toBeNull();
  });

  it('has its rubbers in order, each once, by the record that names the winner', () => {
    const [first] = rubbers('2');
    const matches = [
      ...rubbers('.'),
      aRubber(3, { status: 'live' }),
      ...rubbers(' 1'),
      ...rubbers('2'),
    ];
    const [tie, ...others] = tiesIn([aMatch(), ...matches]);
    expect(others).toEqual([]);
    expect(tie?.rubbers.map(({ tie: own }) => own?.rubber)).toEqual([1, 2, 3]);
    expect(tie?.rubbers[0]).toEqual(first);
    expect(tie).toMatchObject({
      key: '7:women:main::2:0',
      teams: TEAMS,
      isPlaying: true,
      result: { score: { team_1: 1, team_2: 1 }, winner: null },
    });
    expect(tiesIn(rubbers('12.')).map(({ isPlaying }) => isPlaying)).toEqual([false]);
  });

  it('uses the latest result that the service reported', () => {
    const saying = (rubber: number, reported: ServiceTie) =>
      aRubber(rubber, { status: 'finished', tie: { ...TIE, rubber, ...reported } });
    const [tie] = tiesIn([
      saying(1, { score: { team_1: 1, team_2: 0 } }),
      saying(2, { score: { team_1: 1, team_2: 1 } }),
      saying(3, { winner: 'team_1' }),
    ]);
    expect(tie?.result).toEqual({ score: null, winner: 'team_1' });
    const [open] = tiesIn([
      saying(2, { score: { team_1: 1, team_2: 1 } }),
      saying(1, { score: { team_1: 1, team_2: 0 } }),
    ]);
    expect(open?.result.score).toEqual({ team_1: 1, team_2: 1 });
  });

  it('is stored with a match without the result from the service', () => {
    const match = aRubber(1);
    const reported = { ...match, tie: { ...match.tie, ...TIE, score: { team_1: 1, team_2: 0 } } };
    expect(withoutServiceTie(reported)).toEqual(match);
    expect(withoutServiceTie(aMatch())).toEqual(aMatch());
  });
});

/** The same match without a field that a source may omit. */
const without = (field: 'draw', match: Match): Match => {
  const { [field]: _omitted, ...rest } = match;
  return rest;
};

const TEAMS = { team_1: 'AR', team_2: 'IT' } as const;
const TIE = { group: null, teams: TEAMS, rubber: 1 } as const;

describe('a group', () => {
  /** A tie of a group: its teams, and who won each rubber. */
  const met = (
    slot: number,
    team_1: string,
    team_2: string,
    course: string,
    group = 'A',
  ): readonly Match[] =>
    rubbers(course).map((match) => ({
      ...match,
      id: slot * 10 + (match.tie?.rubber ?? 0),
      draw: 'group',
      round: null,
      slot,
      tie: { group, teams: { team_1, team_2 }, rubber: match.tie?.rubber ?? 0 },
    }));

  it('is ordered by ties, then by rubbers; teams that are equal share a place', () => {
    const matches = [
      ...met(0, 'AR', 'IT', '11-'),
      ...met(1, 'ES', 'FR', '121'),
      ...met(2, 'AR', 'ES', '1..'),
      ...met(3, 'IT', 'PT', '...'),
    ];
    const [table] = groupTables(tiesIn(matches));
    expect(table?.rows.map(({ place, team, won, played }) => [place, team, won, played])).toEqual([
      [1, 'AR', 1, 1],
      [2, 'ES', 1, 1],
      [3, 'FR', 0, 1],
      [4, 'IT', 0, 1],
      [4, 'PT', 0, 0],
    ]);
    expect(table?.rows[0]).toMatchObject({ rubbersWon: 3, rubbersLost: 0 });
  });

  it('is ordered by rubbers rather than names among teams with equally many ties', () => {
    const [table] = groupTables(
      tiesIn([
        ...met(0, 'AR', 'IT', '121'),
        ...met(1, 'ES', 'IT', '11-'),
        ...met(2, 'AR', 'ES', '2..'),
        ...met(3, 'BE', 'PT', '?..'),
      ]),
    );
    expect(
      table?.rows.map(({ place, team, rubbersWon, rubbersLost }) => [
        place,
        team,
        rubbersWon,
        rubbersLost,
      ]),
    ).toEqual([
      [1, 'ES', 3, 0],
      [2, 'AR', 2, 2],
      [3, 'IT', 1, 4],
      [4, 'BE', 0, 0],
      [4, 'PT', 0, 0],
    ]);
  });

  it('has its own table, sorted by group name; ties of the main draw have none', () => {
    const tables = groupTables(
      tiesIn([...met(0, 'AR', 'IT', '1', 'B'), ...met(1, 'ES', 'FR', '1', 'A'), ...rubbers('11')]),
    );
    expect(tables.map(({ group, rows }) => [group, ...rows.map(({ team }) => team)])).toEqual([
      ['A', 'ES', 'FR'],
      ['B', 'AR', 'IT'],
    ]);
  });
});

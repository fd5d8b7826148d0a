import {
  byTeam,
  TEAMS,
  type ByTeam,
  type Instant,
  type Team,
} from '../../../../src/domain/terms.ts';
import { HOUR, MINUTE } from '../../../../src/lib/time.ts';
import { playersOf, type Match, type Tournament } from '../model.ts';
import { chance, pickWeighted, randomFrom, wholeBetween } from '../random.ts';
import { instantAt } from '../schedule/days.ts';
import { withBatch } from '../schedule/record-batches.ts';
import { drawnAt } from '../schedule/schedule.ts';

/** How unseeded pairs got into a draw: so that 22 of a hundred matches have a code. */
const CODES = [
  ['direct', 860],
  ['Q', 100],
  ['WC', 30],
  ['LL', 8],
  ['LLI', 2],
] as const;

/** When the qualifiers are known, minutes of the day before the first: some after the order of play. */
const QUALIFIED = { least: 15 * 60, most: 21 * 60 } as const;

/** How many byes are listed with no pair at all. */
const EMPTY_BYES = 0.04;

/** How often a time is announced later than the court, with the service's estimate until then. */
const LATE_LABEL = { odds: 0.5, least: 60, most: 240 } as const;

/** A time is announced at least this long before. */
const LAST_LABEL = 2 * HOUR;

const codeOf = (match: Match, team: Team): string | null => {
  const seeded = match.seeds?.[team] ?? null;
  const players = playersOf(match, team);
  if (seeded !== null || players.length === 0) return seeded;
  const ids = players.map(({ id }) => id);
  const code = pickWeighted(randomFrom('entry', match.tournament.id, ...ids), CODES);
  return code === 'direct' ? null : code;
};

const turned = <T>({ team_1, team_2 }: ByTeam<T>): ByTeam<T> => ({
  team_1: team_2,
  team_2: team_1,
});

/** A bye as it is listed: the pair on its side of the draw, or nobody yet. */
const byeOf = (match: Match): Match => {
  if (chance(randomFrom(match.seed, 'bye'), EMPTY_BYES)) {
    return {
      ...match,
      teams: { team_1: null, team_2: null },
      seeds: { team_1: null, team_2: null },
    };
  }
  if (match.index % 2 === 0 || match.seeds === undefined) return match;
  return { ...match, teams: turned(match.teams), seeds: turned(match.seeds), winner: 'team_2' };
};

/** When the label of a match names its time. */
const labelledAt = ({ slot, formerSlot, published, seed, tournament }: Match): Instant | null => {
  const { announced, day } = formerSlot?.slot ?? slot ?? { announced: null, day: 0 };
  const random = randomFrom(seed, 'late label');
  if (announced === null || !chance(random, LATE_LABEL.odds)) return null;
  const wanted = published + wholeBetween(random, LATE_LABEL.least, LATE_LABEL.most) * MINUTE;
  const last = instantAt(day, announced, tournament.host.timezone) - LAST_LABEL;
  const at = Math.min(wanted, last, formerSlot?.until ?? Infinity);
  return at > published ? at : null;
};

/**
 * The matches of a tournament's draws as the public service enters them: all with the draw, each side
 * when its pair is known, and final records in batches.
 */
export const asToday = (tournament: Tournament, matches: readonly Match[]): readonly Match[] => {
  const drawn = drawnAt(tournament);
  const keyOf = ({
    category,
    round,
    index,
  }: Pick<Match, 'category' | 'index'> & { readonly round: number }): string =>
    [category, round, index].join('/');
  const closed = new Map(
    matches.map((match) => [keyOf(match), withBatch(match, match.seed).closed]),
  );
  const feederOf = ({ category, round, index }: Match, team: Team): Instant | undefined =>
    closed.get(
      keyOf({ category, round: round * 2, index: index * 2 + (team === 'team_1' ? 0 : 1) }),
    );

  const knownAt = (match: Match, team: Team): Instant => {
    const feeder = feederOf(match, team);
    if (feeder !== undefined) return Math.max(drawn, feeder);
    if (codeOf(match, team) !== 'Q') return drawn;
    const random = randomFrom(match.seed, 'qualified', team);
    const minutes = wholeBetween(random, QUALIFIED.least, QUALIFIED.most);
    return instantAt(tournament.start - 1, minutes, tournament.host.timezone);
  };

  return matches.map((plain): Match => {
    const match = { ...plain, seeds: byTeam((team) => codeOf(plain, team)), appears: drawn };
    if (match.outcome === 'bye') return byeOf(match);
    const known = byTeam((team) => knownAt(match, team));
    const created = Math.max(known.team_1, known.team_2);
    // The order of play does not wait for qualifiers.
    const awaited = TEAMS.some((team) => feederOf(match, team) !== undefined);
    const published = awaited ? Math.max(match.published, created) : match.published;
    const whole = withBatch({ ...match, known, created, published }, match.seed);
    const labelled = labelledAt(whole);
    return {
      ...whole,
      closed: Math.max(whole.closed, created + MINUTE),
      ...(labelled === null ? {} : { labelled }),
    };
  });
};

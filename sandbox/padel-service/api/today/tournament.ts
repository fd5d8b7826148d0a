import { z } from 'zod';
import type { Category } from '../../../../src/domain/terms.ts';
import { playersOf, type Match, type Player, type Tournament } from '../../world/model.ts';
import type { Knowledge } from '../../world/world.ts';
import { pathOf, resourceToday, type Shown } from '../resource.ts';
import { pairIdOf } from '../resources/pair.ts';
import { tournamentResource, tournamentSchema } from '../resources/tournament.ts';
import { matchesIn } from './known-matches.ts';

const winner = resourceToday('WinnerToday', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  short_name: z.string(),
  connections: z.strictObject({ pair: z.string() }),
});

const { links: _, ...same } = tournamentSchema.shape;

/** A tournament as the public service has it today (service-today, "Fields"). */
export const tournamentTodaySchema = resourceToday('TournamentToday', {
  ...same,
  format: z.enum(['pairs', 'teams']),
  winners: z.strictObject({
    men: z.array(winner).nullable(),
    women: z.array(winner).nullable(),
  }),
  connections: z.strictObject({ matches: z.string(), videos: z.string() }),
});

type Winner = Shown<z.output<typeof winner>>;

const winnersOfPair = (pair: readonly Player[]): readonly Winner[] => {
  const [one, two] = pair.toSorted((a, b) => a.id - b.id);
  if (!one || !two) return [];
  return pair.map(({ id, name, called }) => ({
    ...{ id, self: pathOf('players', id), name, short_name: called },
    connections: { pair: pathOf('pairs', pairIdOf([one, two])) },
  }));
};

/** The players of the champions, pair by pair: of a team all three pairs, whichever won. */
const winnersIn = (
  finals: readonly Match[],
  category: Category,
  now: number,
): readonly Winner[] | null => {
  const own = finals.filter((match) => match.category === category);
  if (own.length === 0 || own.some(({ closed }) => closed > now)) return null;
  return own.flatMap((match) => winnersOfPair(playersOf(match, match.tie?.winner ?? match.winner)));
};

/** A tournament as the public service shows it. */
export const tournamentToday = (
  tournament: Tournament,
  known: Knowledge,
): Shown<z.output<typeof tournamentTodaySchema>> => {
  const { links: _links, ...plain } = tournamentResource(tournament, known.now);
  const self = pathOf('tournaments', tournament.id);
  const finals = matchesIn(known, tournament.id).filter(
    ({ round, tie, deleted, outcome }) =>
      round === 1 && tie?.draw !== 'placement' && deleted === null && outcome !== 'cancelled',
  );
  return {
    ...plain,
    format: tournament.isForTeams === true ? 'teams' : 'pairs',
    winners: {
      men: winnersIn(finals, 'men', known.now),
      women: winnersIn(finals, 'women', known.now),
    },
    connections: { matches: `${self}/matches`, videos: `${self}/videos` },
  };
};

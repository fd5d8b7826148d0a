import { TEAMS, type Team } from '../terms.ts';
import type { NextMatch } from '../match/match-event.ts';
import type { Match } from '../match/match.ts';
import { drawOf, type DrawPlace } from './draw.ts';
import {
  contenderIn,
  drawOdds,
  type Contender,
  type Possible,
  type RoadStep,
  type StrengthOf,
} from './odds.ts';
import { drawIn } from './ties.ts';

/** A post names so many pairs that may come. */
const MOST = 2;

const isPair = ({ players }: Contender): boolean => players.length > 0;

/** Who stands opposite by the draw alone, without any chance. */
const shownOpposite = (place: DrawPlace, own: Contender): readonly Possible[] => {
  const shown = TEAMS.flatMap((team) => contenderIn(place, team) ?? []);
  const others = shown.filter(({ key }) => key !== own.key);
  return others.length === TEAMS.length
    ? []
    : others.map((contender) => ({ contender, chance: 1 }));
};

const winAgainst = ({ opponents: [only] }: RoadStep) =>
  only === undefined ? {} : { win: only.win };

const startOf = ({ playedOn, scheduleLabel, scheduledAt, venueOffset }: Match) => ({
  ...{ playedOn, scheduleLabel },
  ...(scheduledAt === undefined ? {} : { scheduledAt }),
  ...(venueOffset === undefined ? {} : { venueOffset }),
});

/**
 * What a pair that has won plays next in the main draw, as far as it is known; null after a final, and while more pairs may
 * come than a post names.
 * @param matches of the tournament; the one that is won, and those beside it, with their results
 */
export const nextMatchOf = (
  match: Match,
  winner: Team,
  matches: readonly Match[],
  strengthOf: StrengthOf,
): NextMatch | null => {
  const { category, round, slot, teams } = match;
  if (category === null || round === null || slot === null) return null;
  const isPairsMatch = match.tie === undefined && drawIn(match) === 'main';
  const bracket = drawOf(matches, category);
  const next = bracket?.rounds.find((each) => each * 2 === round);
  if (!isPairsMatch || bracket === null || next === undefined) return null;
  const own = contenderIn({ ...bracket.place(round, slot), teams }, winner);
  const place = bracket.place(next, Math.floor(slot / 2));
  if (own === null) return null;
  const odds = drawOdds(bracket, strengthOf);
  const [step] = odds?.roadOf(own.key) ?? [];
  const isNext = step?.place.round === next && step.place.slot === place.slot;
  const opposite = isNext ? step.opponents : shownOpposite(place, own);
  const [only] = opposite;
  if (only === undefined || opposite.length > MOST) return null;
  if (!opposite.every(({ contender }) => isPair(contender))) return null;
  return {
    opponents: opposite.map(({ contender: { players, seed }, chance }) => ({
      ...{ players: [...players], seed, chance },
    })),
    ...(isNext && opposite.length === 1 ? winAgainst(step) : {}),
    ...(place.match === null ? {} : { start: startOf(place.match) }),
  };
};

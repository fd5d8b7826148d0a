import type { Match, PlayerRef } from '#src/domain/match/match.ts';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import { afterPoint, newPlay, pointsLabel, type Play } from '#src/domain/match/play.ts';
import type { SetScore } from '#src/domain/match/score.ts';
import type { Team } from '#src/domain/terms.ts';
import { MINUTE } from '#src/lib/time.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import type { Db } from '#src/store/connection/database.ts';
import { insertMatch, saveChances, updateMatch } from '#src/store/matches/matches.ts';

/** A complete match in play: no source has to be read for more. */
export const aLiveMatch = (id: number, playerIds: readonly number[], now: number): Match => {
  const [one, two, three, four] = playerIds.map((player): PlayerRef => ({
    id: player,
    name: `Player${player}`,
  }));
  return {
    id,
    tournamentId: null,
    category: null,
    round: 4,
    roundName: 'Quarterfinal',
    slot: 0,
    playedOn: new Date(now).toISOString().slice(0, 10),
    startedAt: now - 30 * MINUTE,
    duration: null,
    scheduleLabel: null,
    court: 'Center Court',
    courtOrder: 1,
    status: 'live',
    score: null,
    winner: null,
    teams: {
      team_1: [one, two].filter((player) => player !== undefined),
      team_2: [three, four].filter((player) => player !== undefined),
    },
    withheld: [],
  };
};

/** A raw frame of the feed (specification, "MatchLiveResource"). */
export interface Frame {
  readonly id: number;
  readonly status: string;
  readonly sets: readonly WireSet[];
}

interface WireSet {
  readonly set_number: number;
  readonly set_score: string | null;
  readonly games: WireGame[];
}

interface WireGame {
  readonly game_number: number;
  readonly game_score: string;
  readonly points: string[];
}

/** Games of each set, including the current one, which a simple bot compares. */
export const scoreIn = ({ sets }: Frame): string =>
  sets.map(({ set_score, games }) => set_score ?? games.at(-1)?.game_score ?? '').join(', ');

const written = ({ team_1, team_2 }: Pick<SetScore, 'team_1' | 'team_2'>): string =>
  `${team_1} - ${team_2}`;

/** The frames of a match, one before each of its points; by default team 1 wins all of them. */
export const framesOf = (id: number, nextWinner: () => Team = () => 'team_1'): readonly Frame[] => {
  const frames: Frame[] = [];
  const sets: WireSet[] = [];
  let play: Play = newPlay();
  while (play.winner === null) {
    const number = play.sets.length + 1;
    if (sets.length < number) sets.push({ set_number: number, set_score: null, games: [] });
    const games = sets.at(-1)?.games;
    const label = pointsLabel(play);
    if (label === '0:0') {
      const game_number = (games?.length ?? 0) + 1;
      games?.push({ game_number, game_score: written(play.games), points: [] });
    } else games?.at(-1)?.points.push(label);
    frames.push(structuredClone({ id, status: 'live', sets }));
    play = afterPoint(play, nextWinner(), 'star-point');
    const over = play.sets[number - 1];
    const last = sets.at(-1);
    if (over !== undefined && last !== undefined) {
      sets[sets.length - 1] = { ...last, set_score: written(over) };
    }
  }
  return frames;
};

/** The index of the frame after the first set. */
export const firstSetEnds = (frames: readonly Frame[]): number =>
  frames.findIndex(({ sets }) => sets.length === 2);

/** Stores a match after a frame, without announcements or cards. */
export const hold = async (db: Db, match: Match, frame: Frame, now: number): Promise<void> => {
  const update = parseLive(frame);
  if (update === null) throw new Error('a frame of ours cannot be read');
  const seen = stateOf(match);
  await insertMatch(db, { match, state: seen, now });
  await updateMatch(db, 1, { match, state: withPoints(seen, update, 30), now });
  await saveChances(db, match.id, { team_1: 0.6, team_2: 0.4 });
};

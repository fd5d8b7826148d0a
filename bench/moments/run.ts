import type { MomentEvent } from '#src/domain/alerts/events.ts';
import { momentChanges, momentsOfMatch } from '#src/domain/alerts/moment-changes.ts';
import { isTieBreak } from '#src/domain/match/play.ts';
import { withMatch } from '#src/domain/match/state.ts';
import { outlookOf, stakesOf } from '#src/domain/probability/belief.ts';
import { gameOf, isBetweenGames } from '#src/domain/probability/curve.ts';
import { walkThrough, type ProbabilityInput } from '#src/domain/probability/win-probability.ts';
import type { Team } from '#src/domain/terms.ts';
import { isoDate } from '#sandbox/padel-service/world/schedule/days.ts';
import { heldOf } from '../probability/forecasters.ts';
import { matchesFrom, simulated } from '../probability/run.ts';
import { countFrom } from '../count.ts';
import { table } from '../table.ts';
import { ARCHIVE, archivedMatch, heldAfter } from './archive.ts';

const MATCHES = { bench: 'moments', of: 'MATCHES', usual: 2_000, most: 10_000 } as const;

/** Matches of the archive that are played frame by frame, as the bot reads them. */
const LIVE_MATCHES = 40;

/** A point that swings a match by as much is a swing of it; a match that never comes near is dull. */
const SWING = 0.25;
const DULL = { leverage: 0.15, worth: 0.25 } as const;

/** A deciding tie-break that is open: neither side above this. */
const OPEN = 0.85;

const PROMISED = { most: 3, posts: 1.3, tieBreaks: 0.95, swings: 0.8 } as const;

/** A match as it is known before its last point, and who won it. */
interface Case {
  readonly held: ProbabilityInput;
  readonly winner: Team;
}

/** The shares of matches of a kind in which something was told. */
interface Share {
  told: number;
  of: number;
}

const counted = (share: Share, isTold: boolean): void => {
  share.of += 1;
  share.told += Number(isTold);
};

const greatest = (games: ReadonlyMap<number, number>): readonly [game: number, by: number] =>
  [...games].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);

/** What a match had to tell. */
const storyOf = ({ held, winner }: Case) => {
  const walk = walkThrough(held);
  if ('reason' in walk) throw new Error(walk.reason);
  const swings = new Map<number, number>();
  const ends: { readonly game: number; readonly chance: number }[] = [];
  let [worth, tieBreak]: [number, number | null] = [0, null];
  for (const { play, belief } of walk.steps) {
    const game = gameOf({ play });
    const { chance, leverage } = outlookOf(walk.tables, belief);
    swings.set(game, Math.max(swings.get(game) ?? 0, leverage));
    if (!isBetweenGames({ play })) continue;
    const { won, lost } = stakesOf(walk.tables, belief);
    worth = Math.max(worth, won - lost);
    ends.push({ game, chance });
    const isOpen = Math.max(chance, 1 - chance) <= OPEN;
    if (play.sets.length === 2 && isTieBreak(play.games) && isOpen) tieBreak = game;
  }
  const after = [...ends.slice(1), { chance: winner === 'team_1' ? 1 : 0 }];
  const moves = new Map(
    ends.map(({ game, chance }, at) => [game, Math.abs((after[at]?.chance ?? chance) - chance)]),
  );
  const swing = greatest(swings);
  const isDull = swing[1] < DULL.leverage && worth < DULL.worth;
  return { swing, move: greatest(moves), tieBreak, isDull };
};

/** Whether the last word of every post is true once the match is over. */
const falseEnds = ({ held, winner }: Case, posts: readonly MomentEvent[]): number => {
  const record = { ...held.match, status: 'finished', winner } as const;
  const over = { ...held, state: withMatch(held.state, record) };
  const last = new Map(posts.map((post) => [post.game, post]));
  for (const { event } of momentChanges(over, posts, 1).revised) last.set(event.game, event);
  return [...last.values()].filter(({ end }) => end?.winner !== winner).length;
};

const figuresOf = (cases: readonly Case[]) => {
  const none = (): Share => ({ told: 0, of: 0 });
  const shares = { tieBreak: none(), swing: none(), move: none(), upset: none() };
  const sums = { keys: 0, upsets: 0, most: 0, dull: 0, falseEnds: 0 };
  for (const each of cases) {
    const posts = momentsOfMatch(each.held);
    const keys = posts.filter(({ kind }) => kind === 'key');
    const told = new Set(keys.map(({ game }) => game));
    const { swing, move, tieBreak, isDull } = storyOf(each);
    sums.keys += keys.length;
    sums.upsets += posts.length - keys.length;
    sums.most = Math.max(sums.most, keys.length);
    sums.dull += isDull ? keys.length : 0;
    sums.falseEnds += falseEnds(each, posts);
    if (tieBreak !== null) counted(shares.tieBreak, told.has(tieBreak));
    if (swing[1] >= SWING) counted(shares.swing, told.has(swing[0]));
    if (move[1] >= SWING) counted(shares.move, told.has(move[0]));
    const before = each.held.chances?.[each.winner] ?? 0.5;
    if (before <= 0.3) counted(shares.upset, posts.length > keys.length);
  }
  return { ...sums, ...shares, matches: cases.length };
};

/** Plays matches of the archive frame by frame, every tenth lost; counts posts after their game was over. */
const lateInPlay = (): number => {
  let late = 0;
  for (let number = 0; number < LIVE_MATCHES; number += 1) {
    const match = archivedMatch(number);
    const stored = new Map<number, MomentEvent>();
    for (const [point, play] of match.plays.entries()) {
      if (point % 10 === 3) continue;
      const { news, revised } = momentChanges(heldAfter(match, point), [...stored.values()], 1);
      late += news.filter(({ game }) => play.winner !== null || game !== gameOf({ play })).length;
      for (const event of [...news, ...revised.map((each) => each.event)]) {
        stored.set(event.game, event);
      }
    }
  }
  return late;
};

const percent = ({ told, of }: Share): string => `${((100 * told) / of).toFixed(1)} % of ${of}`;

/**
 * Prints what is told of matches, in the sandbox and in a point archive; sets the exit code to 1 when a
 * promise is broken.
 * @param args how many matches of each; 2,000 when it is left out
 */
export const run = (args: readonly string[]): Promise<void> => {
  const count = countFrom(args[0], MATCHES);
  if (count === null) return Promise.resolve();
  const archive = Array.from({ length: count }, (_, number): Case => {
    const match = archivedMatch(number);
    const winner = match.plays.at(-1)?.winner ?? 'team_1';
    return { held: heldAfter(match, match.plays.length - 2), winner };
  });
  const sandbox = matchesFrom(count).map((match): Case => {
    const held = heldOf(match, simulated(match), isoDate(match.tournament.start));
    return { held, winner: match.winner };
  });
  const worlds = { sandbox: figuresOf(sandbox), 'point archive': figuresOf(archive) };
  const all = Object.values(worlds);
  const row = (name: string, of: (figures: (typeof all)[number]) => string | number) => [
    name,
    ...all.map(of),
  ];
  const late = lateInPlay();
  console.log(
    table([
      [`of ${count} matches each`, ...Object.keys(worlds)],
      row('key moments a match', ({ keys }) => (keys / count).toFixed(2)),
      row('  with the upset watch', ({ keys, upsets }) => ((keys + upsets) / count).toFixed(2)),
      row('  at most', ({ most }) => most),
      row('open deciding tie-breaks told', ({ tieBreak }) => percent(tieBreak)),
      row('greatest swing told', ({ swing }) => percent(swing)),
      row('  greatest move told', ({ move }) => percent(move)),
      row('posts in dull matches', ({ dull }) => dull),
      row('upsets announced', ({ upset }) => percent(upset)),
      row('posts with a false last word', (figures) => figures.falseEnds),
    ]),
  );
  console.log(`\n${LIVE_MATCHES} matches frame by frame: ${late} posts after their game was over`);
  console.log(`archive: ${JSON.stringify(ARCHIVE)}`);
  const isAtLeast = ({ told, of }: Share, share: number): boolean => told >= share * of;
  const broken = all.flatMap((figures, at) => {
    const checks = {
      'posts of a match': figures.most <= PROMISED.most,
      'posts on average': figures.keys + figures.upsets <= PROMISED.posts * count,
      'tie-breaks told': isAtLeast(figures.tieBreak, PROMISED.tieBreaks),
      'swings told': isAtLeast(figures.swing, PROMISED.swings),
      'dull matches': figures.dull === 0,
      'last words': figures.falseEnds === 0,
    };
    return Object.entries(checks).flatMap(([name, holds]) =>
      holds ? [] : [`${Object.keys(worlds)[at] ?? ''}: ${name}`],
    );
  });
  if (late > 0) broken.push('posts after their game');
  for (const what of broken) console.log(`BROKEN: ${what}`);
  if (broken.length > 0) process.exitCode = 1;
  return Promise.resolve();
};

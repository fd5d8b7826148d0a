import { isDeepStrictEqual } from 'node:util';
import { eventKey, isResult, type TieEvent } from '../../domain/alerts/events.ts';
import type { TrackedMatch } from '../../domain/match/state.ts';
import { type Match, isOver, isPlaying } from '../../domain/match/match.ts';
import { resultKey, withResults, type Diff } from '../../domain/match/events.ts';
import { TEAMS, type ByTeam, type Instant } from '../../domain/terms.ts';
import { tieKeyOf, tieScore, type TieScore } from '../../domain/tournament/ties.ts';
import type { ServiceTie } from '../../domain/match/tie.ts';
import { findEvent, renameEvent, reviseEvent, type NewEvent } from '../../store/outbox/events.ts';
import type { Tx } from '../../store/connection/database.ts';
import {
  rubberOfMatch,
  lockTie,
  saveServiceTie,
  rubbersOf,
  refreshRubberCards,
  type StoredRubber,
} from '../../store/matches/ties.ts';
import { newAlertEvent } from './news.ts';
import type { ObservedMatch } from './write-observation.ts';

interface TieChange {
  readonly key: string;
  readonly before: TieScore;
  readonly after: TieScore;
  readonly others: readonly StoredRubber[];
  /** The rubber's result was already announced, and has changed. */
  readonly isCorrection: boolean;
  readonly mark: Mark;
}

/** What the event of a tie has of the result that decided it. */
type Mark = Pick<TieEvent, 'confirmed' | 'moment'>;

const markOf = ({ confirmed, moment }: Mark): Mark => ({
  ...(confirmed === undefined ? {} : { confirmed }),
  ...(moment === undefined ? {} : { moment }),
});

/** Moves a tie to its new key: its tournament was merged, or its place in the draw has become known. */
export const renameTie = async (tx: Tx, from: Match, to: Match): Promise<void> => {
  const [before, after] = [tieKeyOf(from), tieKeyOf(to)];
  if (before === null || after === null || before === after) return;
  const known = await lockTie(tx, after);
  const told = await lockTie(tx, before);
  if (isDeepStrictEqual(known, {})) await saveServiceTie(tx, after, told);
  await renameEvent(tx, `tie:${before}`, (event) =>
    event.kind === 'tie' ? { ...event, tie: after } : event,
  );
};

/** What a written rubber changes of its tie; null for nothing. It is locked: of two that end at once one sees the other. */
export const changeOfTie = async (
  tx: Tx,
  held: TrackedMatch,
  seen: ObservedMatch,
  { news, corrections, completions }: Diff,
): Promise<TieChange | null> => {
  const key = tieKeyOf(seen.match);
  const result = [...news, ...corrections, ...completions].find(isResult);
  if (key === null || result === undefined) return null;
  const known = await lockTie(tx, key);
  const told = seen.serviceTie ?? known;
  if (!isDeepStrictEqual(told, known)) await saveServiceTie(tx, key, told);
  const others = (await rubbersOf(tx, key)).filter(({ match }) => match.id !== seen.match.id);
  const standing = (own: Pick<StoredRubber, 'match' | 'state'>, serviceTie: ServiceTie): TieScore =>
    tieScore([...others, own].map(rubberOfMatch), serviceTie);
  return {
    key,
    before: standing(held, known),
    after: standing(seen, told),
    others,
    isCorrection: corrections.some(isResult),
    mark: markOf(result),
  };
};

export const withTieScore = (diff: Diff, { after: { score } }: TieChange): Diff =>
  score === null ? diff : withResults(diff, { tie: score });

/** The news of a tie that a rubber has decided, which expires with the rubber's result; an announced tie is revised. */
export const newsOfTie = async (
  tx: Tx,
  matchId: number,
  { key, before, after, others, isCorrection, mark }: TieChange,
  news: readonly NewEvent[],
  at: Instant,
): Promise<readonly NewEvent[]> => {
  for (const rubber of isDeepStrictEqual(before, after) ? [] : others) {
    if (isPlaying(rubber.state)) await refreshRubberCards(tx, rubber, at);
  }
  const { winner, score } = after;
  if (isCorrection && score !== null) await correctStandings(tx, others, score, at);
  const event = { kind: 'tie', tie: key, matchId, winner, score } as const;
  if (await reviseTie(tx, { ...event, ...mark }, isCorrection, at)) return [];
  const result = news.find((each) => each.event.kind === 'result');
  // A tie that was decided before the first read is no news.
  return result === undefined || winner === null || before.winner !== null
    ? []
    : [{ ...result, event: { ...event, ...mark } }];
};

/** Revises an announced tie, which only its announcing rubber's record confirms. @returns whether it was announced */
const reviseTie = async (
  tx: Tx,
  event: TieEvent,
  isCorrection: boolean,
  at: Instant,
): Promise<boolean> => {
  const told = await findEvent(tx, eventKey(event));
  if (told?.kind !== 'tie') return false;
  const { matchId } = told;
  const { confirmed: _confirmed, ...standing } = event;
  // Its post tells the result of that rubber, which has changed.
  const isOwn = matchId === event.matchId;
  const revised = { ...standing, matchId, ...markOf(isOwn ? event : told) };
  if (isOwn || !isDeepStrictEqual(told, revised))
    await reviseEvent(tx, revised, isCorrection || told.winner !== event.winner, at);
  return true;
};

/** Corrects what results of other rubbers say of the tie, where it never stood so. */
const correctStandings = async (
  tx: Tx,
  others: readonly StoredRubber[],
  score: ByTeam<number>,
  at: Instant,
): Promise<void> => {
  for (const { match } of others) {
    const told = await findEvent(tx, resultKey(match.id));
    if (told?.kind !== 'result' || told.tie === undefined) continue;
    const { tie } = told;
    if (TEAMS.some((team) => tie[team] > score[team]))
      await reviseEvent(tx, { ...told, tie: score }, true, at);
  }
};

/** A tie that only the service's result decides (a rubber is not stored) is news with its last rubber, if that was. */
export const newsOfServiceTie = async (
  tx: Tx,
  key: string,
  told: ServiceTie,
  at: Instant,
): Promise<readonly NewEvent[]> => {
  const known = await lockTie(tx, key);
  if (isDeepStrictEqual(told, known)) return [];
  await saveServiceTie(tx, key, told);
  const rubbers = await rubbersOf(tx, key);
  const standing = (serviceTie: ServiceTie): TieScore =>
    tieScore(rubbers.map(rubberOfMatch), serviceTie);
  const { winner, score } = standing(told);
  if (winner === null || standing(known).winner !== null) return [];
  const last = rubbers
    .filter(({ state }) => isOver(state))
    .toSorted((a, b) => (b.match.tie?.rubber ?? 0) - (a.match.tie?.rubber ?? 0))
    .at(0);
  if (last === undefined) return [];
  const matchId = last.match.id;
  const wasNews = await findEvent(tx, resultKey(matchId));
  if (wasNews?.kind !== 'result') return [];
  const { moment } = markOf(wasNews);
  const mark = moment === undefined ? {} : { moment };
  return [newAlertEvent({ kind: 'tie', tie: key, matchId, winner, score, ...mark }, at)];
};

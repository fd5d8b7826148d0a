import { matchResource } from '../api/resources/match.ts';
import { playerResource } from '../api/resources/player.ts';
import { tournamentResource } from '../api/resources/tournament.ts';
import { matchToday } from '../api/today/match.ts';
import { playerToday } from '../api/today/player.ts';
import { tournamentToday } from '../api/today/tournament.ts';
import type { News, Subject } from '../news/news.ts';
import { isoInstant } from '../world/schedule/days.ts';
import type { Knowledge, PadelWorld } from '../world/world.ts';
import { eventOf } from './event-names.ts';

const RESOURCES: Readonly<Record<Subject, (id: number, known: Knowledge) => unknown>> = {
  tournament(id, known) {
    const tournament = known.tournament(id);
    return tournament && tournamentResource(tournament, known.now);
  },
  match(id, { match, now, calledNames }) {
    const found = match(id);
    return found && matchResource(found, now, calledNames);
  },
  player(id, known) {
    const player = known.player(id);
    return player && playerResource(player, known);
  },
};

const RESOURCES_TODAY: typeof RESOURCES = {
  tournament(id, known) {
    const tournament = known.tournament(id);
    return tournament && tournamentToday(tournament, known);
  },
  match(id, known) {
    const found = known.match(id);
    return found && matchToday(found, known);
  },
  player(id, known) {
    const player = known.player(id);
    return player && playerToday(player, known);
  },
};

/**
 * The body of an event: the resource as GET answered it to a pro account at that
 * moment, of a deleted one as it was just before. The same whenever it is made.
 */
export const payloadOf = (news: News, world: PadelWorld): string => {
  const { subject, kind, id, at } = news;
  const known = world.at(kind === 'deleted' ? at - 1 : at);
  const resources = known.profile === 'today' ? RESOURCES_TODAY : RESOURCES;
  const data = resources[subject](id, known);
  return JSON.stringify({ event: eventOf(news), occurred_at: isoInstant(at), data });
};

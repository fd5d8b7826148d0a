import { z } from 'zod';
import type { Instant } from '../../../../src/domain/terms.ts';
import { isoDate } from '../../world/schedule/days.ts';
import { LEVELS, type Level, type Tournament } from '../../world/model.ts';
import { tournamentStatus } from '../../world/records/visible.ts';
import { pathOf, resource, type Shown } from '../resource.ts';

/** A tournament (specification, TournamentResource; status words: padel-facts). */
export const tournamentSchema = resource('Tournament', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: z.string(),
  location: z.string(),
  country: z.string().length(2),
  level: z.enum(LEVELS),
  status: z.enum(['pending', 'live', 'finished', 'cancelled']),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  links: z.string(),
  connections: z.string(),
});

/** A level in the words of the specification. */
const specifiedLevel = (level: Level) => LEVELS.find((each) => each === level) ?? 'fip_other';

/** A tournament as the service shows it. */
export const tournamentResource = (
  tournament: Tournament,
  now: Instant,
): Shown<z.infer<typeof tournamentSchema>> => ({
  id: tournament.id,
  self: pathOf('tournaments', tournament.id),
  name: tournament.name,
  url: `https://padel.example/tournaments/${tournament.id}`,
  location: tournament.host.city,
  country: tournament.host.country,
  level: specifiedLevel(tournament.level),
  status: tournamentStatus(tournament, now),
  start_date: isoDate(tournament.start),
  end_date: isoDate(tournament.end),
  links: pathOf('tournaments', tournament.id),
  connections: `${pathOf('tournaments', tournament.id)}/matches`,
});

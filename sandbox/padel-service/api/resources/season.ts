import { z } from 'zod';
import { isoDate } from '../../world/schedule/days.ts';
import type { Season } from '../../world/schedule/seasons.ts';
import { pathOf, resource, type Shown } from '../resource.ts';

/** A season (specification, SeasonResource; status words: padel-facts). */
export const seasonSchema = resource('Season', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: z.string(),
  tournaments_count: z.int().min(0),
  status: z.enum(['active', 'finished']),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  year: z.string().regex(/^\d{4}$/),
  connections: z.strictObject({ tournaments: z.string() }),
});

/** A season as the service shows it. */
export const seasonResource = ({
  id,
  year,
  tournaments,
  start,
  end,
  status,
}: Season): Shown<z.infer<typeof seasonSchema>> => ({
  id,
  self: pathOf('seasons', id),
  name: `Season ${year}`,
  url: `https://padel.example/seasons/${year}`,
  tournaments_count: tournaments.length,
  status: status === 'finished' ? 'finished' : 'active',
  start_date: isoDate(start),
  end_date: isoDate(end),
  year: String(year),
  connections: { tournaments: `${pathOf('seasons', id)}/tournaments` },
});

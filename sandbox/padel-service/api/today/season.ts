import { z } from 'zod';
import type { Season } from '../../world/schedule/seasons.ts';
import { resourceToday, type Shown } from '../resource.ts';
import { seasonResource, seasonSchema } from '../resources/season.ts';

/** A season as the public service has it today: future ones included, and what was called off is counted. */
export const seasonTodaySchema = resourceToday('SeasonToday', {
  ...seasonSchema.shape,
  url: z.null(),
  status: z.enum(['upcoming', 'active', 'finished']),
  year: z.int(),
});

/** A season as the public service shows it. */
export const seasonToday = (season: Season): Shown<z.output<typeof seasonTodaySchema>> => ({
  ...seasonResource(season),
  name: `Premier Padel ${season.year}`,
  url: null,
  tournaments_count: season.count,
  status: season.status,
  year: season.year,
});

import { z } from 'zod';
import type { Season, Video } from '../../domain/tournament/seasons.ts';
import { instant, wireDate, maskable, numeric, wireText, webAddress, whole } from './lenient.ts';

/** Parses a Season of the service (specification, "Season (SeasonResource)"). */
export const seasonWire: z.ZodType<Season> = z
  .object({
    id: whole,
    name: wireText,
    year: numeric,
    tournaments_count: numeric,
    status: wireText,
    start_date: wireDate,
    end_date: wireDate,
  })
  .transform((raw) => ({
    id: raw.id,
    name: raw.name ?? `#${raw.id}`,
    year: raw.year,
    tournaments: raw.tournaments_count,
    status: raw.status ?? '',
    startDate: raw.start_date,
    endDate: raw.end_date,
  }));

/** Parses a Video of the service (specification, "Video (VideoResource)"). */
export const videoWire: z.ZodType<Video> = maskable(
  z
    .object({ id: whole, name: wireText, url: webAddress, type: wireText, started_at: instant })
    .transform(({ started_at: startedAt, name, ...raw }) => ({
      ...raw,
      name: name ?? `#${raw.id}`,
      startedAt,
    })),
);

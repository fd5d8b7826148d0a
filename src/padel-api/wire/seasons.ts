import { z } from 'zod';
import type { Season, Video } from '../../domain/tournament/seasons.ts';
import { instant, wireDate, maskable, numeric, wireText, webAddress, whole } from './lenient.ts';
import { always } from './marks.ts';

/** Parses a Season of the service (specification, "Season (SeasonResource)"). */
export const seasonWire: z.ZodType<Season> = z
  .object({
    id: always(whole),
    name: always(wireText),
    year: always(numeric),
    tournaments_count: numeric,
    status: always(wireText),
    start_date: always(wireDate),
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
    .object({
      id: always(whole),
      name: wireText,
      url: always(webAddress),
      type: wireText,
      started_at: instant,
    })
    .transform(({ started_at: startedAt, name, ...raw }) => ({
      ...raw,
      name: name ?? `#${raw.id}`,
      startedAt,
    })),
);

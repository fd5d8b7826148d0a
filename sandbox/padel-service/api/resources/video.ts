import { z } from 'zod';
import { isoInstant } from '../../world/schedule/days.ts';
import type { Tournament } from '../../world/model.ts';
import { VIDEO_TYPES, type Video } from '../../world/records/videos.ts';
import { pathOf, resource, type Shown } from '../resource.ts';

/** A video (specification, VideoResource; the words for its type are this service's). */
export const videoSchema = resource('Video', {
  id: z.int(),
  self: z.string(),
  name: z.string(),
  url: z.string(),
  type: z.enum(VIDEO_TYPES),
  started_at: z.iso.datetime({ offset: true }),
  connections: z.string(),
});

/** A video of a tournament as the service shows it. */
export const videoResource = (
  { id, name, type, startedAt }: Video,
  tournament: Tournament,
): Shown<z.infer<typeof videoSchema>> => ({
  id,
  self: pathOf('videos', id),
  name,
  url: `https://padel.example/videos/${id}`,
  type,
  started_at: isoInstant(startedAt),
  connections: pathOf('tournaments', tournament.id),
});

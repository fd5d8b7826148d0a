import { videosOf } from '../../world/records/videos.ts';
import { list } from '../endpoint.ts';
import { tournamentAt } from '../lookup.ts';
import { videoResource, videoSchema } from '../resources/video.ts';

export const videoEndpoints = [
  list({
    method: 'GET',
    path: '/tournaments/{tournament}/videos',
    summary: 'Streams and highlights of a tournament, as far as they have begun',
    of: videoSchema,
    entries: ({ path }, known) => {
      const tournament = tournamentAt(known, path.tournament);
      const matches = known.matches.filter((match) => match.tournament.id === tournament.id);
      return videosOf(tournament, matches, known.now).map((video) => ({ video, tournament }));
    },
    show: ({ video, tournament }) => videoResource(video, tournament),
  }),
];

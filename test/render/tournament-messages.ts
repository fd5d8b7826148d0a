import { headToHead } from '#src/domain/people/head-to-head.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import { meetingsMessage } from '#src/render/people/head-to-head.ts';
import type { MessageBody } from '#src/render/message.ts';
import { seasonMessage } from '#src/render/tournament/season.ts';
import { tournamentMessage } from '#src/render/tournament/card.ts';
import { chancesMessage } from '#src/render/tournament/chances.ts';
import { drawMessage, drawPage } from '#src/render/tournament/draw.ts';
import { roundMessage } from '#src/render/tournament/matches.ts';
import { videosMessage } from '#src/render/tournament/videos.ts';
import { sets } from '../domain/written.ts';
import { everythingCalled } from './held.ts';

const SCORE = sets('7-6(12) 6-7(10) 7-6(11)');

/** Every message about tournaments, and the list of meetings of two sides, all with this name. */
export const tournamentMessages = (
  reader: Reader,
  name: string,
): readonly [string, MessageBody][] => {
  const { match, tournament: called } = everythingCalled(name, {
    status: 'retired',
    winner: 'team_2',
    score: SCORE,
  });
  const tournament = {
    id: 999_999_999,
    startDate: '2026-12-28',
    endDate: '2027-01-03',
    ...called,
    name,
    location: name,
    country: name,
    level: name,
    status: name,
  };
  const matches = Array.from({ length: 63 }, (_, index) => ({
    ...match,
    id: index,
    round: index < 32 ? (32 as const) : (16 as const),
    slot: index % 32,
  }));
  const all = { tournament, matches, readAt: 1 };
  const meetings = Array.from({ length: 50 }, () => match);
  return [
    ['card of a tournament', tournamentMessage(reader, { ...all, isListed: false })],
    [
      'draw',
      drawMessage(reader, drawPage({ ...all, category: 'women' }, 2), {
        glance: null,
        whole: null,
      }),
    ],
    [
      'chances',
      chancesMessage(
        reader,
        drawPage({ ...all, category: 'women', strengthOf: () => 1_500 }, null),
        null,
      ),
    ],
    ['round', roundMessage(reader, { ...all, category: 'women', round: 32, page: 2 })],
    [
      'videos',
      videosMessage(reader, {
        ...all,
        videos: Array.from({ length: 10 }, (_, id) => ({
          id,
          name,
          url: null,
          type: name,
          startedAt: 1,
          withheld: ['url'],
        })),
        page: 2,
        lastPage: 9,
      }),
    ],
    [
      'calendar',
      seasonMessage(reader, {
        year: 2026,
        years: [2022, 2023, 2024, 2025, 2026, 2027],
        status: name,
        tournaments: Array.from({ length: 70 }, (_, id) => ({ ...tournament, id })),
        filter: 'all',
        page: 2,
        today: '2026-06-01',
        readAt: 1,
      }),
    ],
    [
      'meetings',
      meetingsMessage(
        reader,
        {
          teams: match.teams,
          record: headToHead(meetings, [1, 2]),
          total: 50,
          readAt: 1,
          eventName: () => name,
        },
        2,
      ),
    ],
  ];
};

import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#src/lib/time.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { Video } from '#src/domain/tournament/seasons.ts';
import type { WatchRow } from '#src/domain/tournament/where-to-watch.ts';
import { startVideosReader } from '#src/live/videos-reader.ts';
import { anApi, pageOf } from '../live/sources.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, settle, type Stage } from './stage.ts';

const CHANNEL = discordId(1);

/** A match of a tournament that is known, which channel 1 follows with these settings. */
const aFilmedMatch = async (settings: Partial<AlertSettings>, rows: readonly WatchRow[] = []) => {
  const stage = await aStage(rows);
  await stage.chosen(1, { settings }, aPlayer(1));
  await stage.observer().tournament(aTournament());
  return { stage, played: aPlayedMatch(stage) };
};

const aVideo = (id: number, type: string, name = 'Vega / Lamas vs Soria / Pinto'): Video => ({
  id,
  name,
  type,
  url: `https://video.example/${id}`,
  startedAt: Date.now(),
  withheld: [],
});

/** The links of each message in the channel. */
const links = ({ discord }: Stage, channel = CHANNEL) =>
  discord
    .shownIn(channel)
    .map(({ body }) =>
      (body.components ?? []).flatMap((row) =>
        'components' in row
          ? row.components.flatMap((each) =>
              'url' in each && 'label' in each ? [`${each.label ?? ''} ${each.url}`] : [],
            )
          : [],
      ),
    );

describe('the videos of a match', () => {
  it('are not asked for when it was left in play without news for half a day', async () => {
    const { stage, played } = await aFilmedMatch({});
    await played.isKnown();
    await played.begins(12 * HOUR + MINUTE);
    expect(await stage.observer().dueVideos()).toEqual([]);
  });

  it('are linked from its card and its result when they are listed, without new text', async () => {
    const { stage, played } = await aFilmedMatch({ types: ['start', 'card', 'result'] });
    await played.isKnown();
    expect(await stage.observer().dueVideos()).toEqual([]);
    await played.begins();
    expect(await stage.observer().dueVideos()).toEqual([7]);
    expect(await stage.observer().dueVideos()).toEqual([]);

    const list = async (...videos: readonly Video[]): Promise<void> => {
      await stage.observer().videos(7, videos);
      await settle();
    };
    await list(aVideo(1, 'live'), aVideo(2, 'live', 'Vega / Lamas vs Ruiz / Diaz'));
    expect(links(stage)).toEqual([['Watch https://video.example/1']]);
    const requestCount = stage.discord.requests.length;
    await list(aVideo(1, 'live'));
    expect(stage.discord.requests).toHaveLength(requestCount);

    await played.ends(MINUTE);
    expect(links(stage)).toEqual([
      ['Watch https://video.example/1'],
      ['Watch https://video.example/1'],
    ]);
    const before = stage.discord.contentsIn(CHANNEL);
    await list(aVideo(1, 'replay'), aVideo(3, 'highlights'));
    await pass(MINUTE);
    expect(links(stage)).toEqual([
      ['Highlights https://video.example/3'],
      ['Highlights https://video.example/3'],
    ]);
    expect(stage.discord.contentsIn(CHANNEL)).toEqual(before);
    // Highlights are expected for hours.
    await pass(HOUR);
    expect(await stage.observer().dueVideos()).toEqual([7]);
    await pass(6 * HOUR);
    expect(await stage.observer().dueVideos()).toEqual([]);
  });

  it('beat what is known of broadcasters, which the post of a start and its card name until the end', async () => {
    const row: WatchRow = {
      ...{ levels: ['p1'], countries: ['IT'], from: '2000-01-01', to: '2100-01-01' },
      ...{ name: 'TV', url: 'https://tv.example/', source: 'x' },
    };
    const { stage, played } = await aFilmedMatch(
      { types: ['start', 'card'], timeZone: 'Europe/Rome' },
      [row],
    );
    await stage.chosen(2, { settings: { types: ['start', 'card'] } }, aPlayer(1));
    await played.isKnown();
    await played.begins();
    expect(links(stage)).toEqual([['Watch: TV https://tv.example/']]);
    expect(links(stage, discordId(2))).toEqual([[]]);
    await played.setsPlayed(1, MINUTE);
    expect(links(stage)).toEqual([['Watch: TV https://tv.example/']]);
    await stage.observer().videos(7, [aVideo(1, 'live')]);
    await pass(MINUTE);
    expect(links(stage)).toEqual([['Watch https://video.example/1']]);
  });

  it('do not bring forward a post with a spoiler delay, and are linked in it', async () => {
    const { stage, played } = await aFilmedMatch({ types: ['result'], delay: 900 });
    await played.begins();
    await played.ends(10 * MINUTE);
    await stage.observer().videos(7, [aVideo(1, 'replay')]);
    await pass(4 * MINUTE);
    expect(links(stage)).toEqual([]);
    await pass(2 * MINUTE);
    expect(links(stage)).toEqual([['Watch https://video.example/1']]);
    await stage.observer().videos(7, [aVideo(2, 'highlights')]);
    await pass(MINUTE);
    expect(links(stage)).toEqual([['Highlights https://video.example/2']]);
  });

  it('are found on every page of the list, and survive a restart', async () => {
    const { stage, played } = await aFilmedMatch({ types: ['result'] });
    await played.begins();
    await played.ends();
    const requests: (number | undefined)[] = [];
    const pages = [[aVideo(1, 'live')], [aVideo(2, 'replay')], [aVideo(3, 'highlights')]];
    const api = anApi({
      tournamentVideos: (_id, paging) => {
        requests.push(paging?.page);
        return pageOf(pages, paging);
      },
    });
    const readFor = async (ms: number) => {
      const reader = startVideosReader({ api, observer: stage.observer(), log: stage.log });
      await pass(ms);
      await reader.stop();
      const { rev, videos } = await stage
        .db()
        .selectFrom('matches')
        .select(['rev', 'videos'])
        .executeTakeFirstOrThrow();
      return { rev, videos, requests: requests.splice(0) };
    };
    const first = await readFor(2 * HOUR + 10 * MINUTE);
    expect(first.requests).toEqual([1, 2, 3, 3, 3]);
    expect(JSON.parse(first.videos ?? '')).toEqual({
      broadcast: 'https://video.example/2',
      highlights: 'https://video.example/3',
    });
    await stage.restart();
    expect(await readFor(HOUR + 15 * MINUTE)).toEqual({ ...first, requests: [1, 2, 3] });
  });
});

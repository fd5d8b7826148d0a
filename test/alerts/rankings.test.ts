import { describe, expect, it, vi } from 'vitest';
import { createRankings } from '#src/alerts/agenda/rankings.ts';
import type { RankedPlayer, RankingEdition } from '#src/domain/alerts/events.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { Category } from '#src/domain/terms.ts';
import { DAY, HOUR, MINUTE } from '#src/lib/time.ts';
import { rankingEntryWire } from '#src/padel-api/wire/people.ts';
import { NO_GUILD, type ChannelSetup } from '#src/store/channels/channels.ts';
import { saveRanking } from '#src/store/matches/rankings.ts';
import rankings from '../shapes/rankings.json' with { type: 'json' };
import { aPlayer, discordId } from '../store/rows.ts';
import { aStage, pass } from './stage.ts';

const CHANNEL = discordId(1);

type Editions = Record<Category, RankingEdition>;

const NOBODY: RankingEdition = { date: null, players: [] };

const row = (id: number, place: number, before: number | null = null): RankedPlayer => ({
  ...{ id, name: `Player ${id}`, place, before, points: 10_000 - place },
});

/** A channel that follows player 3 and wants the ranking, at noon on Sunday, June 7. */
const aScene = async (settings: Partial<AlertSettings> = {}, setup: Partial<ChannelSetup> = {}) => {
  const stage = await aStage();
  await stage.chosen(1, { ...setup, settings: { types: ['daily'], ...settings } }, aPlayer(3));
  const service: Editions & { refusal: Error | null } = {
    ...{ men: NOBODY, women: NOBODY, refusal: null },
  };
  const tries: Category[] = [];
  let requests = 0;
  const ranking = (
    category: Category,
    isNews: (firstPage: RankingEdition) => boolean,
  ): Promise<RankingEdition | null> => {
    tries.push(category);
    requests += 1;
    if (service.refusal !== null) return Promise.reject(service.refusal);
    const { date, players } = service[category];
    if (players.length === 0 || !isNews({ date, players: players.slice(0, 50) })) {
      return Promise.resolve(null);
    }
    requests += 1;
    return Promise.resolve({ date, players });
  };
  const aJob = () =>
    createRankings({
      ...{ db: stage.db(), now: Date.now, serviceNow: Date.now, ranking, log: stage.log },
    });
  let job = aJob();
  return {
    stage,
    service,
    tries,
    requests: () => requests,
    /** Another process takes over: what the old one remembered is gone. */
    restart: async (): Promise<void> => {
      await stage.restart();
      job = aJob();
    },
    /** Runs the job each ten minutes up to a day and time of June, as `8T09:30`; posts each six hours. */
    until: async (time: string): Promise<void> => {
      const end = Date.parse(`2026-06-${time.padStart(8, '0')}:00Z`);
      expect(end).toBeGreaterThan(Date.now());
      for (let step = 1; Date.now() < end; step += 1) {
        vi.setSystemTime(Math.min(Date.now() + 10 * MINUTE, end));
        await job();
        if (step % 36 > 0 && Date.now() < end) continue;
        stage.alerts().wake();
        await pass(1_000);
      }
    },
    posts: () => stage.discord.contentsIn(CHANNEL),
    post: (index = 0) =>
      stage.discord.shownIn(CHANNEL)[index]?.body.embeds?.[0]?.description?.split('\n'),
  };
};

const edition = (date: string | null, ...players: readonly RankedPlayer[]): RankingEdition => ({
  date,
  players,
});

const LAST_WEEK = edition('2026-06-01', row(1, 1, 1), row(2, 2, 2), row(3, 30, 28));
const THIS_WEEK = edition('2026-06-08', row(2, 1, 2), row(1, 2, 1), row(3, 25, 30));
const NEXT_WEEK = edition('2026-06-15', row(3, 1, 25), row(2, 2, 1), row(1, 3, 2));

const POSTED = [
  '**1.** Player 2 ▲1 · 9,999',
  '**2.** Player 1 ▼1 · 9,998',
  '',
  '**Followed here**',
  '**25.** Player 3 ▲5 · 9,975',
  '',
  '**Biggest moves in the top 100**',
  '▲5 **Player 3** 30 → 25',
];

const withoutDates = ({ players }: RankingEdition): RankingEdition => ({
  date: null,
  players: players.map((player) => ({ ...player, before: null })),
});

/** The same ranking as dated rows with moves, and as plain places. */
const FORMS = [
  ['dated', (each: RankingEdition) => each],
  ['without dates and moves', withoutDates],
  ['dated, without moves', (each: RankingEdition) => ({ ...withoutDates(each), date: each.date })],
  ['without dates, with moves', (each: RankingEdition) => ({ ...each, date: null })],
] as const;

describe.each(FORMS)("Monday's ranking, %s", (_form, as) => {
  const aSunday = async (settings: Partial<AlertSettings> = {}) => {
    const scene = await aScene(settings);
    scene.service.women = as(LAST_WEEK);
    await scene.until('7T23:50');
    expect(scene.posts()).toEqual([]);
    return scene;
  };

  it('is posted once, from the digest hour on', async () => {
    const scene = await aSunday();
    scene.service.women = as(THIS_WEEK);
    await scene.until('8T07:50');
    expect(scene.posts()).toEqual([]);
    await scene.until('8T08:00');
    expect(scene.posts()).toEqual([expect.stringMatching(/^Ranking of .*8.* · Women$/)]);
    expect(scene.post()).toEqual(POSTED);
    await scene.restart();
    await scene.until('10T13:00');
    expect(scene.posts()).toHaveLength(1);
  });

  it('of Tuesday night is posted at a late digest hour of Wednesday', async () => {
    const scene = await aSunday({ digestAt: 20 * 60 });
    await scene.until('9T20:30');
    scene.service.women = as(THIS_WEEK);
    await scene.until('10T17:50');
    expect(scene.posts()).toEqual([]);
    await scene.until('10T22:00');
    expect(scene.posts()).toHaveLength(1);
  });

  it('is posted within an hour of a release in the early morning, later within two', async () => {
    const scene = await aSunday({ digestAt: 60 });
    await scene.until('8T03:30');
    scene.service.women = as(THIS_WEEK);
    await scene.until('8T04:30');
    expect(scene.posts()).toHaveLength(1);
    await scene.until('8T08:30');
    scene.service.men = as(THIS_WEEK);
    await scene.until('8T10:30');
    expect(scene.posts().length).toBe(as(THIS_WEEK).date === null ? 1 : 2);
  });

  it('is not posted for a correction during the week, only for the next new ranking', async () => {
    const scene = await aSunday({ digestAt: 60 });
    scene.service.women = as(THIS_WEEK);
    await scene.until('8T02:00');
    expect(scene.posts()).toHaveLength(1);
    const corrected = THIS_WEEK.players.map((each) => ({ ...each, points: 1 }));
    scene.service.women = as({ ...THIS_WEEK, players: corrected });
    vi.setSystemTime(Date.now() + 6 * DAY + 18 * HOUR);
    await scene.until('15T03:00');
    expect(scene.posts()).toHaveLength(1);
    scene.service.women = as(NEXT_WEEK);
    await scene.until('15T04:10');
    expect(scene.posts()).toHaveLength(2);
    expect(scene.post(1)?.[0]).toBe('**1.** Player 3 ▲24 · 9,999');
  });

  it("of the women may be a day late: the men's is posted alone, and no empty or old one", async () => {
    const scene = await aSunday();
    scene.service.men = as(LAST_WEEK);
    await scene.until('8T06:00');
    scene.service.men = as(THIS_WEEK);
    await scene.until('9T09:00');
    expect(scene.posts()).toEqual([expect.stringMatching(/ · Men$/)]);
    scene.service.women = as(THIS_WEEK);
    // In the night after, everybody sleeps.
    await scene.until('10T07:50');
    expect(scene.posts().slice(1)).toEqual([expect.stringMatching(/ · Women$/)]);
    expect(scene.post(1)).toEqual(POSTED);
  });

  it('is not posted for a category that the channel excludes', async () => {
    const scene = await aSunday({ category: 'men' });
    scene.service.women = as(THIS_WEEK);
    await scene.until('8T09:00');
    expect(scene.posts()).toEqual([]);
  });

  it('costs at most thirty requests a week when it is published by noon', async () => {
    const scene = await aSunday();
    scene.service.men = as(LAST_WEEK);
    await scene.until('8T11:50');
    Object.assign(scene.service, { men: as(THIS_WEEK), women: as(THIS_WEEK) });
    await scene.until('10T13:00');
    expect(scene.posts().length).toBeGreaterThan(0);
    expect(scene.requests()).toBeLessThanOrEqual(30);
  });

  it('costs at most fifty when it never changes, and nothing after Wednesday noon', async () => {
    const scene = await aSunday();
    scene.service.men = as(LAST_WEEK);
    await scene.until('10T12:00');
    expect(scene.requests()).toBeLessThanOrEqual(50);
    const before = scene.requests();
    await scene.until('10T13:00');
    vi.setSystemTime(Date.now() + 4 * DAY);
    await scene.until('14T19:50');
    expect(scene.requests()).toBe(before);
    expect(scene.posts()).toEqual([]);
  });
});

describe("Monday's ranking", () => {
  it('is posted by the rows as the public service sends them, whatever was known before', async () => {
    const scene = await aScene();
    await scene.until('7T23:50');
    const entries = rankings.data.map((each) => rankingEntryWire.parse(each));
    scene.service.men = edition(
      '2026-06-08',
      ...entries.map(({ id, name, ranking, points, moved }) => {
        const place = ranking ?? 0;
        return { id, name, place, before: moved === undefined ? null : place + moved, points };
      }),
    );
    await scene.until('8T09:00');
    expect(scene.post()).toEqual([
      '**1.** Bruno Ferreyra · 21,400',
      '**1.** Marcos Iribarne · 21,400',
    ]);
  });

  it('without a date is not posted when the last known one is weeks old, until it changes', async () => {
    const scene = await aScene({ digestAt: 60 });
    await saveRanking(scene.stage.db(), 'women', { ...LAST_WEEK, date: '2026-05-18' });
    vi.setSystemTime(Date.now() + 12 * HOUR);
    scene.service.women = withoutDates(THIS_WEEK);
    await scene.until('8T03:00');
    expect(scene.posts()).toEqual([]);
    scene.service.women = withoutDates(NEXT_WEEK);
    await scene.until('8T04:10');
    expect(scene.posts()).toHaveLength(1);
  });

  it('is no ranking of the future, and takes nothing from a hostile date', async () => {
    const scene = await aScene({ digestAt: 60 });
    scene.service.women = { ...withoutDates(LAST_WEEK), date: '9999-12-27' };
    await scene.until('8T01:00');
    expect(scene.posts()).toEqual([]);
    scene.service.women = THIS_WEEK;
    await scene.until('8T02:10');
    expect(scene.posts()).toHaveLength(1);
  });

  it('refused, is tried a few times in the whole week, ever more rarely', async () => {
    const scene = await aScene();
    scene.service.refusal = new Error('402');
    await scene.until('8T19:50');
    const ofDay = scene.tries.length / 2;
    expect(ofDay).toBeLessThanOrEqual(5);
    await scene.until('10T13:00');
    expect(scene.tries.length / 2).toBeLessThanOrEqual(6);
    expect(scene.posts()).toEqual([]);
  });

  it('is read soon after a failure', async () => {
    const scene = await aScene();
    await scene.until('8T00:30');
    scene.service.refusal = new Error('502');
    await scene.until('8T02:10');
    Object.assign(scene.service, { refusal: null, women: THIS_WEEK });
    await scene.until('8T08:30');
    expect(scene.posts()).toHaveLength(1);
  });

  it.each([
    ['tells in a direct message how a followed player moved, and nothing else', 30, 1],
    ['is no direct message while no followed player moved', 25, 0],
  ])('%s', async (_reason, before, count) => {
    const scene = await aScene({}, { kind: 'direct', guildId: NO_GUILD });
    await scene.until('7T23:50');
    const players = [row(2, 1, 2), row(1, 2, 1), row(3, 25, before)];
    scene.service.women = edition('2026-06-08', ...players);
    await scene.until('8T09:00');
    expect(scene.posts()).toHaveLength(count);
    expect(scene.post()).toEqual(count === 0 ? undefined : ['**25.** Player 3 ▲5 · 9,975']);
  });

  it('is not requested when no channel wants it', async () => {
    const scene = await aScene({ types: ['start'] });
    await scene.until('8T09:00');
    expect(scene.requests()).toBe(0);
  });
});

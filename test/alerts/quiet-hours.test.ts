import { describe, expect, it } from 'vitest';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import type { Match } from '#src/domain/match/match.ts';
import { MINUTE, HOUR } from '#src/lib/time.ts';
import { changeSettings, setPaused } from '#src/store/channels/channel-settings.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aBegunMatch, aKnownMatch, type aPlayedMatch, aStage, pass, type Stage } from './stage.ts';
import { typesIn } from './told.ts';
import { teamsOf } from '../domain/feed.ts';

const QUIET = discordId(1);
const LOUD = discordId(2);

const hours = (from: number, to: number) => ({ from: from * 60, to: to * 60 });

/** Two channels; the first has quiet hours until 13:00 UTC, an hour from now. */
const aQuietStage = async (settings: Partial<AlertSettings> = {}) => {
  const stage = await aStage();
  await stage.chosen(
    1,
    { settings: { quietHours: hours(23, 13), ...settings } },
    aPlayer(1),
    aPlayer(11),
  );
  await stage.channel(2, aPlayer(1), aPlayer(11));
  return stage;
};

/** The news in each post of the channel with quiet hours, without tournaments and rounds. */
const newsIn = ({ discord }: Stage): readonly (readonly string[])[] =>
  discord
    .shownIn(QUIET)
    .map(({ body }) =>
      (body.embeds?.[0]?.description?.split('\n') ?? []).filter((line) => !/^(###|-#) /.test(line)),
    );

/** The lines of the first post. */
const linesOf = (stage: Stage): readonly string[] => newsIn(stage)[0] ?? [];

const EARLY: Partial<Match> = { id: 123 };
const LATE: Partial<Match> = {
  id: 124,
  teams: teamsOf('11 Uma Ruiz, 12 Ida Paz', '13 Noa Gil, 14 Sol Mas'),
};

const EARLY_RESULT = '**Vega / Lamas** beat Soria / Pinto 6-0 6-0.';
const LATE_RESULT = '**Ruiz / Paz** beat Gil / Mas 6-0 6-0.';

const aQuietMatch = async (settings?: Partial<AlertSettings>) => {
  const stage = await aQuietStage(settings);
  return { stage, played: await aBegunMatch(stage, EARLY) };
};

const twoQuietMatches = async (settings?: Partial<AlertSettings>) => {
  const stage = await aQuietStage(settings);
  const early = await aKnownMatch(stage, EARLY);
  return { stage, early, late: await aKnownMatch(stage, LATE) };
};

const changeHours = async (stage: Stage, quietHours: AlertSettings['quietHours']) => {
  await changeSettings(stage.db(), 1, (own) => ({ ...own, quietHours }), Date.now());
  await stage.alerts().settingsChanged(1);
};

describe('a channel with quiet hours', () => {
  it('posts nothing in them, and one digest when they end', async () => {
    const { stage, played } = await aQuietMatch();
    await played.setsPlayed(1, 10 * MINUTE);
    await played.ends(50 * MINUTE - 1);
    expect(stage.discord.requests.filter(({ channelId }) => channelId === QUIET)).toEqual([]);
    expect(typesIn(stage, LOUD)).toEqual(['start', 'set', 'result']);
    await pass(1);
    await pass(1_000);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    const [digest] = stage.discord.shownIn(QUIET);
    expect(digest?.body.embeds?.[0]?.description).toBe(
      '### Other matches\n**Vega / Lamas** beat Soria / Pinto 6-0 6-0.\n-# Women · Quarterfinal',
    );
    expect(digest?.body.allowed_mentions).toEqual({ parse: [] });
    await pass(24 * HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
  });

  it('lists the results and changes of a whole night once each, in order', async () => {
    const { stage, early, late } = await twoQuietMatches({ types: ALERT_TYPES });
    await late.seen({ ...late.match, court: 'Court 3' });
    await early.begins();
    await early.ends();
    await late.begins();
    await late.ends(HOUR + MINUTE);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    expect(linesOf(stage)).toEqual([
      'New court for **Ruiz / Paz** – **Gil / Mas**: Court 3 (was Center Court).',
      EARLY_RESULT,
      LATE_RESULT,
    ]);
  });

  it('posts one digest when its quiet hours are changed in the meantime', async () => {
    const { stage, early, late } = await twoQuietMatches();
    await early.begins();
    await early.ends(MINUTE);
    await changeHours(stage, hours(23, 14));
    await late.begins();
    await late.ends(3 * HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    expect(linesOf(stage)).toEqual([EARLY_RESULT, LATE_RESULT]);
  });

  it('posts the digest at their new end when they are prolonged and nothing else happens', async () => {
    const { stage, played } = await aQuietMatch();
    await pass(10 * MINUTE);
    await played.ends(10 * MINUTE);
    await changeHours(stage, hours(23, 20));
    // The end of before has passed by more than a digest is worth posting.
    await pass(7 * HOUR + 30 * MINUTE);
    expect(typesIn(stage, QUIET)).toEqual([]);
    await pass(20 * MINUTE);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    expect(linesOf(stage)).toEqual([EARLY_RESULT]);
    await pass(24 * HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
  });

  it('posts the digest at their first end when they are prolonged and shortened again', async () => {
    const { stage, played } = await aQuietMatch();
    await played.ends();
    for (const quietHours of [hours(23, 20), hours(23, 13)]) {
      await pass(MINUTE);
      await changeHours(stage, quietHours);
    }
    await pass(HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    await pass(24 * HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
  });

  /** The service turns the result of a match around. */
  const turns = ({ seen, finished }: ReturnType<typeof aPlayedMatch>): Promise<void> =>
    seen({
      ...finished,
      winner: 'team_2',
      score: [
        { team_1: 0, team_2: 6, tieBreak: null },
        { team_1: 0, team_2: 6, tieBreak: null },
      ],
    });

  it('gets the correction of a result that its digest reported', async () => {
    const { stage, played } = await aQuietMatch();
    await played.ends(HOUR + 30 * MINUTE);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    await turns(played);
    await pass(MINUTE);
    for (const channelId of [QUIET, LOUD]) {
      expect(typesIn(stage, channelId).at(-1)).toBe('correction');
      const [text] = stage.discord.contentsIn(channelId).slice(-1);
      expect(text).toContain('**Soria / Pinto** beat Vega / Lamas 6-0 6-0');
    }
  });

  it('gets no correction from before the digest, which has the right result', async () => {
    const { stage, played } = await aQuietMatch();
    await played.ends(30 * MINUTE);
    await turns(played);
    await pass(HOUR);
    expect(typesIn(stage, LOUD).at(-1)).toBe('correction');
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    expect(linesOf(stage)).toEqual([
      expect.stringContaining('**Soria / Pinto** beat Vega / Lamas 6-0 6-0'),
    ]);
  });

  it('posts no live card in them, and a silent one of a live match when they end', async () => {
    const { stage, early, late } = await twoQuietMatches();
    for (const match of [early, late]) await match.begins();
    await early.ends(HOUR - 1);
    await late.pointsPlayed(3);
    expect(stage.discord.requests.filter(({ channelId }) => channelId === QUIET)).toEqual([]);
    await pass(MINUTE);
    expect(typesIn(stage, QUIET).toSorted()).toEqual(['card', 'quiet-hours-digest']);
    const card = stage.discord.shownIn(QUIET).find(({ body }) => body.flags !== undefined);
    expect(card?.body.embeds?.[0]?.description).toContain('Uma Ruiz');
    await late.pointsPlayed(6);
    expect(stage.discord.requests.at(-1)).toMatchObject({ kind: 'edit', channelId: QUIET });
  });

  it('edits a card from before them, without a new message', async () => {
    const stage = await aQuietStage({ quietHours: hours(13, 20) });
    await pass(55 * MINUTE);
    const played = await aBegunMatch(stage, EARLY);
    await pass(10 * MINUTE);
    await played.pointsPlayed(3);
    expect(typesIn(stage, QUIET)).toEqual(['start']);
    expect(stage.discord.requests.filter(({ channelId }) => channelId === QUIET)).toHaveLength(2);
  });

  it('reposts no card before they end, however old or pushed down it is', async () => {
    const stage = await aQuietStage({ quietHours: hours(13, 20) });
    await pass(55 * MINUTE);
    const played = await aBegunMatch(stage, EARLY);
    await pass(2 * HOUR);
    await stage.db().updateTable('cards').set({ messagesBelow: 50 }).execute();
    await played.pointsPlayed(3);
    expect(typesIn(stage, QUIET)).toEqual(['start']);
    await pass(5 * HOUR + 10 * MINUTE);
    await played.pointsPlayed(6);
    expect(typesIn(stage, QUIET)).toEqual(['card']);
  });

  it('posts as usual when they are over', async () => {
    const stage = await aQuietStage();
    await pass(HOUR);
    const played = await aBegunMatch(stage, EARLY);
    await played.ends(MINUTE);
    expect(typesIn(stage, QUIET)).toEqual(['start', 'set', 'result']);
  });

  it('posts one digest although the process restarts in the night', async () => {
    const { stage, played } = await aQuietMatch();
    await stage.restart();
    await played.ends(30 * MINUTE);
    await stage.restart();
    await pass(31 * MINUTE);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    await stage.restart();
    await pass(HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
  });

  it('posts no digest of a night that is long past when the process comes back', async () => {
    const { stage, played } = await aQuietMatch();
    await played.ends(MINUTE);
    await stage.alerts().stop();
    await pass(8 * HOUR);
    await stage.restart();
    await pass(MINUTE);
    expect(typesIn(stage, QUIET)).toEqual([]);
  });

  it('posts no news of an earlier night in the digest of the next one', async () => {
    const { stage, early, late } = await twoQuietMatches();
    await early.begins(10 * MINUTE);
    await early.ends();
    await stage.alerts().stop();
    await pass(8 * HOUR);
    await stage.restart();
    await pass(3 * HOUR);
    await late.begins();
    await late.ends(15 * HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    expect(linesOf(stage)).toEqual([LATE_RESULT]);
  });

  it('posts one digest when it is paused briefly in the meantime', async () => {
    const { stage, early, late } = await twoQuietMatches();
    await early.begins();
    await early.ends();
    for (const pausedAt of [Date.now(), null]) {
      await pass(MINUTE);
      await setPaused(stage.db(), 1, pausedAt);
      await stage.alerts().settingsChanged(1);
    }
    await late.begins();
    await late.ends(2 * HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest']);
    expect(linesOf(stage)).toEqual([EARLY_RESULT, LATE_RESULT]);
  });

  it('posts a second digest when they are turned off briefly in the meantime', async () => {
    const { stage, early, late } = await twoQuietMatches();
    await early.begins();
    await early.ends();
    for (const quietHours of [null, hours(23, 13)]) {
      await pass(MINUTE);
      await changeHours(stage, quietHours);
    }
    await late.begins();
    await late.ends(2 * HOUR);
    expect(typesIn(stage, QUIET)).toEqual(['quiet-hours-digest', 'quiet-hours-digest']);
    expect(newsIn(stage)).toEqual([[EARLY_RESULT], [LATE_RESULT]]);
  });

  it('adds to the digest what falls due in them after the spoiler delay', async () => {
    const stage = await aQuietStage({ quietHours: hours(13, 14), delay: 120 });
    await pass(30 * MINUTE);
    const played = await aBegunMatch(stage, EARLY);
    await pass(29 * MINUTE);
    await played.ends(10 * MINUTE);
    expect(typesIn(stage, QUIET)).toEqual(['start']);
    await pass(52 * MINUTE);
    expect(typesIn(stage, QUIET)).toEqual(['start', 'quiet-hours-digest']);
  });
});

it("quiet hours use the channel's time zone", async () => {
  // Noon UTC is 1 AM on Niue.
  const stage = await aQuietStage({ quietHours: hours(1, 3), timeZone: 'Pacific/Niue' });
  const played = await aBegunMatch(stage, EARLY);
  await pass(2 * HOUR - MINUTE);
  await played.ends(MINUTE - 1);
  expect(typesIn(stage, QUIET)).toEqual([]);
  await pass(MINUTE);
  expect(typesIn(stage, QUIET)[0]).toBe('quiet-hours-digest');
});

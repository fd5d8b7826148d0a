import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { countryTarget, followMask } from '#src/domain/alerts/follows.ts';
import { HOUR, MINUTE, SECOND } from '#src/lib/time.ts';
import { setPaused } from '#src/store/channels/channel-settings.ts';
import { saveDirectory } from '#src/store/matches/directory.ts';
import { aMatch } from '../domain/feed.ts';
import { aPlayer as aKnownPlayer } from '../padel-api/names.ts';
import { aPlayer, discordId, NOON } from '../store/rows.ts';
import { aKnownMatch, aPlayedMatch, aStage, pass, settle } from './stage.ts';

import { aBoard, requestsSince, CHANNEL, descriptionIn } from './a-board.ts';

describe('a standing board', () => {
  it('is posted silently, pinned, and edited at most once a minute through the day', async () => {
    const { stage, played } = await aBoard();
    const [board] = stage.discord.shownIn(CHANNEL);
    expect(board).toMatchObject({
      isPinned: true,
      body: { flags: MessageFlags.SuppressNotifications, allowed_mentions: { parse: [] } },
    });
    expect(board?.body.embeds?.[0]?.title).toBe('Sunday, June 7, 2026');
    expect(descriptionIn(stage)).toMatch(
      /To come\*\*\nnot before .* · Vega \/ Lamas – Soria \/ Pinto/,
    );
    expect(requestsSince(stage)).toEqual(['post', 'pin']);
    // Nothing has changed, so no request is made, not even for the time that it shows.
    await pass(10 * MINUTE);
    expect(requestsSince(stage)).toEqual([]);
    await played.begins(MINUTE);
    expect(descriptionIn(stage)).toMatch(/On court\*\*\n\*\*on court\*\* · Vega/);
    for (let point = 4; point <= 24; point += 1) {
      await played.pointsPlayed(point, 5 * SECOND);
    }
    // 105 seconds of points.
    expect(requestsSince(stage)).toEqual(['edit', 'edit']);
    await played.ends(MINUTE);
    expect(requestsSince(stage)).toEqual(['edit']);
    expect(descriptionIn(stage)).toMatch(
      /Results\*\*\n6-0 6-0 · \*\*Vega \/ Lamas\*\* – Soria \/ Pinto/,
    );
    expect(stage.discord.shownIn(CHANNEL).map(({ id }) => id)).toEqual([board?.id]);
  });

  it("shows the next day from midnight in the channel's time zone", async () => {
    const { stage } = await aBoard({ timeZone: 'Europe/Madrid' });
    await stage.observer().match(aMatch({ id: 5, playedOn: '2026-06-08' }), Date.now());
    await pass(10 * HOUR - MINUTE);
    expect(descriptionIn(stage)).toMatch(/Matches tomorrow: 1/);
    await pass(2 * MINUTE);
    const [board] = stage.discord.shownIn(CHANNEL);
    expect(board?.body.embeds?.[0]?.title).toBe('Monday, June 8, 2026');
    expect(descriptionIn(stage)).toMatch(/Tomorrow:\*\* no order of play yet/);
  });

  it('shows changes after the spoiler delay, with scores covered if so chosen', async () => {
    const { stage, played } = await aBoard({ delay: 120, coverScores: true });
    await pass(3 * MINUTE);
    await played.begins();
    await played.ends(2 * MINUTE - SECOND);
    expect(descriptionIn(stage)).toContain('not before 4:00 PM');
    await pass(MINUTE + SECOND);
    expect(descriptionIn(stage)).toMatch(/\|\|`6-0 6-0\s+`\|\| · Vega/);
  });

  it('hides who plays the next round during the spoiler delay: it reveals the winner', async () => {
    const stage = await aStage();
    await stage.chosen(1, { settings: { types: [], board: true, delay: 600 } }, aPlayer(1));
    const semifinal = aPlayedMatch(stage);
    await semifinal.begins();
    const final = { id: 5, roundName: 'Final', playedOn: '2026-06-08' };
    await semifinal.seen(aMatch({ ...final, teams: { team_1: [], team_2: [] } }));
    stage.alerts().wake();
    await pass(11 * MINUTE);
    await semifinal.ends();
    const { team_1 } = semifinal.match.teams;
    await semifinal.seen(aMatch({ ...final, teams: { team_1, team_2: [] } }), 9 * MINUTE);
    expect(descriptionIn(stage)).toMatch(/On court[^]*Tomorrow:\*\* no order of play yet/);
    await pass(2 * MINUTE);
    expect(descriptionIn(stage)).toMatch(/Results[^]*Matches tomorrow: 1/);
  });

  it('shows each channel what it follows, in its own language', async () => {
    const stage = await aStage();
    const settings = { types: [], board: true };
    await stage.chosen(1, { settings }, aPlayer(1));
    await stage.chosen(2, { settings, locale: 'es-ES' }, aPlayer(1));
    await stage.chosen(3, { settings }, aPlayer(99));
    await aPlayedMatch(stage).isKnown();
    stage.alerts().wake();
    await pass(MINUTE);
    const firstLine = (n: number) => {
      const [board] = stage.discord.shownIn(discordId(n));
      return board?.body.embeds?.[0]?.description?.split('\n')[0];
    };
    expect([1, 2, 3].map(firstLine)).toEqual([
      '### Other matches',
      '### Otros partidos',
      'No followed matches today so far.',
    ]);
  });

  it('shows a match once after the service has merged another one into it', async () => {
    const { stage, played } = await aBoard();
    await aPlayedMatch(stage, { id: 777, round: 2 }).isKnown();
    await pass(MINUTE);
    expect(descriptionIn(stage).match(/Vega/g)).toHaveLength(2);
    await stage.observer().merged(played.match.id, 777);
    await pass(MINUTE);
    expect(descriptionIn(stage).match(/Vega/g)).toHaveLength(1);
  });

  it('is not edited while its channel is paused', async () => {
    const { stage, played } = await aBoard();
    await setPaused(stage.db(), 1, NOON);
    requestsSince(stage);
    await played.begins(5 * MINUTE);
    expect(requestsSince(stage)).toEqual([]);
  });

  it('shows a match within minutes after the country of its players becomes known', async () => {
    const stage = await aStage();
    const spain = countryTarget('ES');
    if (spain !== null) await stage.chosen(1, { settings: { types: [], board: true } }, spain);
    const { match } = await aKnownMatch(stage);
    stage.alerts().wake();
    await pass(MINUTE);
    expect(descriptionIn(stage)).toMatch(/No followed matches today/);
    const [{ id, name } = { id: 0, name: '' }] = match.teams.team_1;
    await saveDirectory(stage.db(), [aKnownPlayer(id, name)]);
    for (let minute = 0; minute < 6; minute += 1) await pass(MINUTE);
    expect(descriptionIn(stage)).toMatch(/To come/);
  });

  it('shows the matches of a follow that is limited to key moments', async () => {
    const stage = await aStage();
    await stage.chosen(1, { settings: { types: [], board: true } }, aPlayer(1));
    await stage
      .db()
      .updateTable('follows')
      .set({ types: followMask('moments', false) })
      .execute();
    await aPlayedMatch(stage).isKnown();
    stage.alerts().wake();
    await settle();
    expect(descriptionIn(stage)).toMatch(/To come/);
  });

  it('omits a match whose snapshot cannot be read', async () => {
    const { stage, played } = await aBoard({ delay: 600 });
    await pass(2 * MINUTE);
    await stage.db().updateTable('matchStates').set({ state: '{"v":99}' }).execute();
    await played.begins(MINUTE);
    expect(descriptionIn(stage)).toMatch(/^No followed matches today/);
    expect(stage.log.lines).toEqual([]);
  });

  it.each(['forum', 'direct'] as const)('is not posted in a channel of kind %s', async (kind) => {
    const stage = await aStage();
    await stage.chosen(1, { kind, settings: { types: [], board: true } }, aPlayer(1));
    await aPlayedMatch(stage).isKnown();
    stage.alerts().wake();
    await pass(MINUTE);
    expect(stage.discord.requests).toEqual([]);
  });
});

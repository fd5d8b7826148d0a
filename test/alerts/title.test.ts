import { describe, expect, it } from 'vitest';
import { MINUTE } from '#src/lib/time.ts';
import type { AlertSettings } from '#src/domain/alerts/settings.ts';
import { aMatch, feedOf } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, type Stage } from './stage.ts';

/** A final in a channel that follows a player of it, after a quarterfinal and a semifinal that were won. */
const aFinal = async (settings: Partial<AlertSettings> = {}, round: 1 | 2 = 1) => {
  const stage = await aStage();
  await stage.chosen(1, { settings: { types: ['result'], ...settings } }, aPlayer(1));
  await stage.observer().tournament(aTournament());
  const played = aPlayedMatch(stage, { round, slot: 0, playedOn: '2026-06-07' });
  const { teams } = played.match;
  for (const [id, earlier, date] of [
    [71, 4, '2026-06-05'],
    [72, 2, '2026-06-06'],
  ] as const) {
    const won = { status: 'finished', winner: 'team_1', score: sets('6-4 6-3') } as const;
    const others = [70 + id, 80 + id].map((each) => ({ id: each, name: `Other ${each}` }));
    const match = aMatch({ id, round: earlier, slot: 0, playedOn: date, ...won });
    await stage
      .observer()
      .match({ ...match, teams: { team_1: teams.team_1, team_2: others } }, Date.now());
  }
  await played.isKnown();
  await played.begins(MINUTE);
  return { stage, played };
};

const requestsIn = ({ discord }: Stage) =>
  discord.requests.map(
    ({ kind, body }) => `${kind} ${(body.files ?? []).map(({ name }) => name).join(' ')}`,
  );

const altIn = ({ discord }: Stage): string =>
  discord.requests.at(-1)?.body.files?.[0]?.description ?? '';

describe('the picture of a title', () => {
  it('is added once to the post of the final, which is sent without it', async () => {
    const { stage, played } = await aFinal();
    await played.ends(MINUTE);
    expect(requestsIn(stage)).toEqual(['post ', 'edit title.png']);
    const [post, edit] = stage.discord.requests;
    expect(edit?.body.content).toBe(post?.body.content);
    expect(edit?.body.embeds?.[0]?.image?.url).toBe('attachment://title.png');
    expect(altIn(stage)).toMatch(
      /^Vega \/ Lamas win Madrid P1\. .*Final · Jun 7: .*Semifinal · Jun 6: .*Quarterfinal · Jun 5: /,
    );
  });

  it('is added in a channel with a spoiler delay, too, after its own post', async () => {
    const { stage, played } = await aFinal({ delay: 300 });
    await played.ends(4 * MINUTE);
    expect(requestsIn(stage)).toEqual([]);
    await pass(2 * MINUTE);
    expect(requestsIn(stage)).toEqual(['post ', 'edit title.png']);
  });

  it('has the score of the points where the record of the final has none yet', async () => {
    const { stage, played } = await aFinal();
    await stage
      .observer()
      .points({ ...feedOf(played.plays, played.match.id), status: 'finished' }, Date.now());
    await pass(MINUTE);
    expect(altIn(stage)).toContain('Soria / Pinto 6-0 6-0');
  });

  it('is left out where the bot may attach nothing, which is asked once: the channel goes on', async () => {
    const { stage, played } = await aFinal();
    stage.discord.takes(({ body: { files = [] } }) =>
      files.length > 0 ? { kind: 'refused', reason: 'missing-permissions' } : undefined,
    );
    await played.ends(MINUTE);
    expect(requestsIn(stage)).toEqual(['post ', 'edit title.png', 'edit ']);
    await played.isCorrected(MINUTE);
    expect(requestsIn(stage).slice(3).join()).not.toContain('title.png');
    // What was attached before is gone with what it told.
    expect(stage.discord.requests.at(-1)?.body.files).toEqual([]);
    expect(stage.discord.contentsIn(discordId(1)).at(-1)).toContain('6-1');
    expect(stage.log.lines).toEqual([]);
  });

  it('follows a correction', async () => {
    const { stage, played } = await aFinal();
    await played.ends(MINUTE);
    const before = altIn(stage);
    await played.isCorrected(MINUTE);
    expect(requestsIn(stage).slice(2)).toContain('edit title.png');
    expect(altIn(stage)).not.toBe(before);
  });

  it.each([
    ['of another round', {}, 2],
    ['in a channel that covers scores', { coverScores: true }, 1],
  ] as const)('is not added to a result %s', async (_which, settings, round) => {
    const { stage, played } = await aFinal(settings, round);
    await played.ends(MINUTE);
    expect(requestsIn(stage).join()).not.toContain('.png');
  });
});

import { describe, expect, it } from 'vitest';
import { ALERT_TYPES } from '#src/domain/alerts/alert-types.ts';
import type { ChannelKind } from '#src/domain/alerts/channel.ts';
import { MINUTE } from '#src/lib/time.ts';
import { aTournament } from '../render/held.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aPlayedMatch, aStage, pass, type Stage } from './stage.ts';
import { kindOf } from './told.ts';

const CHANNEL = discordId(1);

const anEvening = async (kind: ChannelKind) => {
  const stage = await aStage();
  const tournament = { kind: 'tournament', id: 7 } as const;
  await stage.chosen(1, { kind, settings: { types: ALERT_TYPES } }, aPlayer(1), tournament);
  await stage.observer().tournament({ ...aTournament(), status: 'pending' });
  const played = aPlayedMatch(stage);
  const play = async (): Promise<void> => {
    await played.isKnown();
    await stage.observer().tournament(aTournament());
    await played.begins();
    await played.setsPlayed(1);
    await played.ends(MINUTE);
  };
  return { stage, play };
};

const published = ({ discord }: Stage): readonly string[] =>
  discord
    .shownIn(CHANNEL)
    .filter(({ isPublished }) => isPublished)
    .map(kindOf);

describe('an announcement channel', () => {
  it('publishes results and tournament news, and nothing else', async () => {
    const { stage, play } = await anEvening('announcement');
    await play();
    expect(stage.discord.shownIn(CHANNEL).map(kindOf)).toEqual([
      'tournament',
      'start',
      'set',
      'result',
    ]);
    expect(published(stage)).toEqual(['tournament', 'result']);
  });

  it('posts once and logs it when Discord limits publishing', async () => {
    const { stage, play } = await anEvening('announcement');
    stage.discord.takes(({ kind }) =>
      kind === 'publish' ? { kind: 'limited', retryAfterMs: 3_600_000 } : undefined,
    );
    await play();
    await pass(5 * MINUTE);
    expect(stage.discord.shownIn(CHANNEL).map(kindOf).at(-1)).toBe('result');
    expect(published(stage)).toEqual([]);
    const requests = stage.discord.requests.filter((each) => kindOf(each) === 'result');
    expect(requests.filter(({ kind }) => kind === 'post')).toHaveLength(1);
    expect(stage.log.lines).toContain('info post was not published to followers');
  });

  it('is the only kind that publishes: a text channel does not', async () => {
    const { stage, play } = await anEvening('text');
    await play();
    expect(stage.discord.requests.map(({ kind }) => kind)).not.toContain('publish');
  });
});

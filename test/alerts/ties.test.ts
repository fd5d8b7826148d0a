import { describe, expect, it } from 'vitest';
import { teamTarget, type FollowTarget } from '#src/domain/alerts/follows.ts';
import { MINUTE } from '#src/lib/time.ts';
import type { ChannelSetup } from '#src/store/channels/channels.ts';
import { deliveryHistory } from '#src/store/outbox/delivery-history.ts';
import { findMatch } from '#src/store/matches/matches.ts';
import { aRubber } from '../domain/team-event.ts';
import { sets } from '../domain/written.ts';
import { aPlayer, discordId } from '../store/rows.ts';
import { aBegunMatch, aPlayedMatch, aStage, pass, type Stage } from './stage.ts';

const CHANNEL = discordId(1);
const ITALY = teamTarget('IT') ?? aPlayer(0);
const TOURNAMENT = { kind: 'tournament', id: 7 } as const;
const SECOND = Array.from({ length: 48 }, () => 'team_2' as const);

/** The three rubbers of Argentina against Italy; Italy wins the first one and the last. */
const aTie = async (setup: Partial<ChannelSetup> = {}, target: FollowTarget = TOURNAMENT) => {
  const stage = await aStage();
  const channel = await stage.chosen(1, setup, target);
  const first = aPlayedMatch(stage, aRubber(1), SECOND);
  const second = aPlayedMatch(stage, aRubber(2));
  const third = aPlayedMatch(stage, aRubber(3), SECOND);
  for (const rubber of [first, second, third]) await rubber.isKnown();
  return { stage, channel, first, second, third };
};

type Rubber = ReturnType<typeof aPlayedMatch>;

const isPlayed = async (rubber: Rubber): Promise<void> => {
  await rubber.begins();
  await rubber.ends(MINUTE);
};

/** The posts of results, without starts and sets. */
const resultsIn = ({ discord }: Stage, channelId = CHANNEL): readonly string[] =>
  discord.contentsIn(channelId).filter((content) => content.includes(' beat '));

describe('the tie of a rubber', () => {
  it('is stated with each result, and in one post with the rubber that decides it', async () => {
    const { stage, first, second, third } = await aTie();
    for (const rubber of [first, second, third]) await isPlayed(rubber);
    expect(resultsIn(stage)).toEqual([
      expect.stringMatching(/^\*\*Soria1 .* beat .*6-0 6-0\. Italy lead 1-0\.$/),
      expect.stringMatching(/^\*\*Vega2 .* beat .*6-0 6-0\. The tie is level at 1-1\.$/),
      expect.stringMatching(/^\*\*Italy\*\* beat Argentina 2-1\. Third rubber: \*\*Soria3 .* beat/),
    ]);
  });

  it('is posted once when another source or another process reports it again', async () => {
    const { stage, first, third } = await aTie({}, ITALY);
    await isPlayed(first);
    await third.begins();
    await Promise.all([third.ends(), third.ends()]);
    await stage.restart();
    await third.seen({ ...third.finished, court: 'Court 9' }, MINUTE);
    const ties = resultsIn(stage).filter((content) => content.includes('**Italy** beat'));
    expect(ties).toEqual([expect.stringContaining('beat Argentina 2-0')]);
  });

  it('is posted once when its key changes afterwards', async () => {
    const { stage, first, second, third } = await aTie({}, ITALY);
    for (const rubber of [first, second, third]) await isPlayed(rubber);
    // The service reports its place in the draw, and with it its score, only now.
    for (const { finished } of [first, third]) {
      const { tie } = finished;
      if (tie === undefined) throw new Error('a rubber has a tie');
      const reported = { score: { team_1: 1, team_2: 2 }, winner: 'team_2' } as const;
      await first.seen({ ...finished, slot: 9, tie: { ...tie, ...reported } }, MINUTE);
    }
    const ties = resultsIn(stage).filter((content) => content.includes('**Italy** beat'));
    expect(ties).toHaveLength(1);
  });

  it('is decided by one of two rubbers that end at the same moment', async () => {
    const { stage, first, third } = await aTie();
    await first.begins();
    await third.begins();
    await Promise.all([first.ends(), third.ends()]);
    await pass(MINUTE);
    const ties = resultsIn(stage).filter((content) => content.includes('**Italy** beat'));
    expect(ties).toEqual([expect.stringContaining('beat Argentina 2-0')]);
  });

  it('is stored as the reason why the deciding result was not posted', async () => {
    const { stage, channel, first, third } = await aTie();
    await isPlayed(first);
    await isPlayed(third);
    const stored = (await deliveryHistory(stage.db(), third.match.id, channel.key)).flatMap(
      ({ event, delivery }) =>
        event.kind === 'result' || event.kind === 'tie'
          ? [[event.kind, delivery?.outcome, delivery?.reason]]
          : [],
    );
    expect(stored).toEqual([
      ['result', 'suppressed', 'included-in-tie'],
      ['tie', 'sent', null],
    ]);
  });

  it('is posted once when the service gives its winner, but no score', async () => {
    const stage = await aStage();
    await stage.channel(1, TOURNAMENT);
    const third = await aBegunMatch(stage, aRubber(3), SECOND);
    const { tie } = third.finished;
    if (tie === undefined) throw new Error('a rubber has a tie');
    await third.seen({ ...third.finished, tie: { ...tie, winner: 'team_2' } }, MINUTE);
    expect(resultsIn(stage)).toEqual([expect.stringMatching(/^\*\*Italy\*\* beat Argentina/)]);
  });

  it('is corrected with the rubber that decided it', async () => {
    const { stage, first, second, third } = await aTie();
    for (const rubber of [first, second, third]) await isPlayed(rubber);
    await third.seen({ ...third.finished, winner: 'team_1', status: 'retired' }, MINUTE);
    const said = stage.discord.contentsIn(CHANNEL);
    const tie = said.find((content) => content.includes('**Argentina** beat Italy'));
    expect(tie).toMatch(/beat Italy 2-1\. \(corrected .*Third rubber/);
    expect(said.filter((content) => content.startsWith('Correction:'))).toEqual([
      expect.stringContaining('Argentina win the tie 2-1.'),
    ]);
  });

  it('tells the corrected score of the rubber that decided it, whose winner is the same', async () => {
    const { stage, first, third } = await aTie({ settings: { types: ['result'] } });
    for (const rubber of [first, third]) await isPlayed(rubber);
    await third.seen({ ...third.finished, score: sets('0-6 3-6') }, MINUTE);
    expect(resultsIn(stage)[1]).toMatch(/^\*\*Italy\*\* beat .*\(corrected .* 6-0 6-3/);
  });

  it('is level again, in its post, when another rubber is corrected, and then decided by the third', async () => {
    const { stage, first, second, third } = await aTie({ settings: { types: ['result'] } });
    await isPlayed(first);
    await third.seen({ ...third.match, status: 'ended', score: sets('0-6 0-6') }, MINUTE);
    expect(resultsIn(stage)[1]).toMatch(
      /^\*\*Italy\*\* beat Argentina 2-0\. \(score not confirmed/,
    );
    await third.seen({ ...third.finished, winner: 'team_1', score: sets('6-0 6-0') }, MINUTE);
    expect(resultsIn(stage)[1]).toMatch(
      /^The tie is level at 1-1\. \(corrected .*\) Third rubber: \*\*Vega3/,
    );
    await isPlayed(second);
    expect(resultsIn(stage)[1]).toMatch(
      /^\*\*Argentina\*\* beat Italy 2-1\. \(corrected .*\) Third rubber: \*\*Vega3/,
    );
  });

  it('is corrected in the results of the other rubbers, which said how it stood', async () => {
    const { stage, first, second } = await aTie({ settings: { types: ['result'] } });
    for (const rubber of [first, second]) await isPlayed(rubber);
    expect(resultsIn(stage)[1]).toContain('The tie is level at 1-1.');
    await first.seen({ ...first.finished, winner: 'team_1', score: sets('6-0 6-0') }, MINUTE);
    expect(resultsIn(stage)).toEqual([
      expect.stringMatching(/^\*\*Vega1 .* beat .*Argentina win the tie 2-0\. \(corrected /),
      expect.stringMatching(/^\*\*Vega2 .* beat .*Argentina win the tie 2-0\. \(corrected /),
      expect.stringMatching(/^Correction: .*Argentina win the tie 2-0\.$/),
    ]);
  });

  it('is delayed by the spoiler delay on the cards of other rubbers', async () => {
    const { stage, first, second } = await aTie({ settings: { delay: 300 } });
    await second.begins(6 * MINUTE);
    const lineOf = () =>
      /Argentina \S+ Italy/.exec(JSON.stringify(stage.discord.shownIn(CHANNEL).at(0)?.body.embeds));
    expect(lineOf()?.[0]).toBe('Argentina 0–0 Italy');
    await first.begins();
    await first.ends(MINUTE);
    expect(lineOf()?.[0]).toBe('Argentina 0–0 Italy');
    await pass(6 * MINUTE);
    expect(lineOf()?.[0]).toBe('Argentina 0–1 Italy');
  });

  it("uses the service's score for an unknown rubber, and changes no finished match", async () => {
    const stage = await aStage();
    await stage.channel(1, TOURNAMENT);
    const second = aPlayedMatch(stage, aRubber(2));
    const third = aPlayedMatch(stage, aRubber(3), SECOND);
    await second.isKnown();
    await third.isKnown();
    const saying = (match: typeof second.match, team_1: number, team_2: number) =>
      match.tie === undefined
        ? match
        : { ...match, tie: { ...match.tie, score: { team_1, team_2 } } };
    await second.begins();
    await second.seen(saying(second.finished, 1, 1), MINUTE);
    const rev = (await findMatch(stage.db(), second.match.id))?.rev;
    await third.begins();
    await third.seen(saying(third.finished, 1, 2));
    await second.seen(saying(second.finished, 1, 2), MINUTE);
    expect((await findMatch(stage.db(), second.match.id))?.rev).toBe(rev);
    expect(resultsIn(stage)).toEqual([
      expect.stringContaining('The tie is level at 1-1.'),
      expect.stringMatching(/^\*\*Italy\*\* beat Argentina 2-1\./),
    ]);
  });
});

describe('a rubber that was not played', () => {
  it('causes no post, and does not repeat the tie', async () => {
    const { stage, first, second, third } = await aTie();
    await isPlayed(first);
    await isPlayed(third);
    const before = stage.discord.messages.length;
    await second.seen({ ...second.match, status: 'not_played', court: null, scheduleLabel: null });
    await pass(MINUTE);
    expect(stage.discord.messages).toHaveLength(before);
  });
});

import { ComponentType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { conceal, withoutScores } from '#src/render/conceal.ts';
import { liveCard } from '#src/render/match/live-card.ts';
import { matchMessage } from '#src/render/match/card.ts';
import { menuRow } from '#src/render/controls.ts';
import { embedReply, reply } from '#src/render/message.ts';
import { pairMessage } from '#src/render/people/pair-card.ts';
import { playerMessage } from '#src/render/people/player-card.ts';
import { rankingMessage } from '#src/render/people/ranking.ts';
import { seasonMessage } from '#src/render/tournament/season.ts';
import { tournamentMessage } from '#src/render/tournament/card.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aHeld, aReader, aTournament, refusals } from './held.ts';
import { aPlayer } from './people.ts';
import { aForm, aPairView, aPlayerView, aRankingView } from './people-messages.ts';

const uncovered = (text: string | undefined): string =>
  (text ?? '').replaceAll(/\|\|[^]*?\|\|/g, '');

const FINISHED = { status: 'finished', score: sets('6-4 6-7(5) 6-2'), winner: 'team_1' } as const;

describe('a response with hidden scores', () => {
  it('has its whole text, with the score block, under a spoiler, and a neutral colour', () => {
    const card = matchMessage(aReader(), { held: aHeld(FINISHED), offset: null });
    const shown = conceal(card);
    const [embed] = shown.embeds ?? [];
    expect(uncovered(embed?.description).trim()).toBe('');
    expect(embed?.description).toContain('6-7(5)');
    expect(embed?.color).toBe(
      conceal(matchMessage(aReader(), { held: aHeld(), offset: null })).embeds?.[0]?.color,
    );
    expect(refusals(shown)).toEqual([]);
  });

  it('has open facts of a player, but no rating, results or next match', () => {
    const view = aPlayerView({ player: aPlayer({ elo: 1_420 }), form: aForm() });
    const fields = conceal(playerMessage(aReader(), view)).embeds?.[0]?.fields ?? [];
    const open = fields.filter(({ value }) => uncovered(value) !== '').map(({ name }) => name);
    expect(open).toEqual([
      'Ranking',
      'Points',
      'Age',
      'Height',
      'Plays',
      'Birthplace',
      'Current pair',
    ]);
    expect(fields.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Elo', 'Next match', 'Last 5 matches']),
    );
  });

  it('has open rankings of a pair, but no ratings and no latest match', () => {
    const rated = (id: number) => ({
      ...{ id, name: `Ana ${id}`, country: null, ranking: id },
      rating: { elo: 1_420, since: 1, readAt: 1 },
    });
    const view = aPairView({ members: [rated(1), rated(2)], form: aForm() });
    const [embed] = conceal(pairMessage({ ...aReader(), hidesScores: true }, view)).embeds ?? [];
    expect(embed?.description).toContain('Ana 1 · no. 1 · ||Elo 1,420||\n');
    const open = (embed?.fields ?? []).filter(({ value }) => uncovered(value) !== '');
    expect(open.map(({ name }) => name)).toEqual(['Points', 'First match']);
  });

  it('has open dates, place and coverage of a tournament, but not how far it has come', () => {
    const matches = [aMatch({ status: 'finished', winner: 'team_1', score: sets('6-4 6-3') })];
    const view = { tournament: aTournament(), matches, isListed: true, readAt: 1 };
    const shown = conceal(tournamentMessage(aReader(), view));
    const [embed] = shown.embeds ?? [];
    expect(embed?.description).not.toContain('||');
    const open = (embed?.fields ?? []).filter(({ value }) => uncovered(value) !== '');
    expect(open.map(({ name }) => name)).toEqual(['Dates', 'Place']);
    expect(refusals(shown)).toEqual([]);
  });

  it('has an open calendar, whose dates look like scores', () => {
    const { embeds } = conceal(
      seasonMessage(aReader(), {
        year: 2026,
        years: [2026],
        status: 'active',
        tournaments: [aTournament()],
        filter: 'all',
        page: 1,
        today: '2026-06-01',
        readAt: 1,
      }),
    );
    expect(embeds?.[0]?.description).toContain('Madrid P1');
    expect(embeds?.[0]?.description).not.toContain('||');
  });

  it('has an open official ranking, but no open ratings', () => {
    const textOf = (kind: 'official' | 'elo') =>
      conceal(rankingMessage(aReader(), aRankingView({ kind }))).embeds?.[0]?.description ?? '';
    expect(textOf('official')).not.toContain('||');
    expect(uncovered(textOf('elo'))).toBe('');
  });

  it('moves a line with a score out of the content, which a notification may show', () => {
    const shown = conceal(reply({ content: 'So far 6-4 2-1\nMore below' }));
    expect(shown.content).toBe('More below');
    expect(shown.embeds?.[0]?.description).toBe('||So far 6-4 2-1||');
  });

  it('has no separator left over from a removed score', () => {
    expect(withoutScores('6-4 2-1 · Paris P1')).toBe('Paris P1');
    expect(withoutScores('Paris P1 · 6-4')).toBe('Paris P1');
  });

  it('hides the duration of a match, which reveals the number of sets', () => {
    const { embeds } = conceal(
      { embeds: [{ description: 'Madrid P1\nBy day · 2 h 13' }] },
      'scores',
    );
    expect(embeds?.[0]?.description).toBe('Madrid P1\n||By day · 2 h 13||');
  });

  it('still names the players of a line that is already covered', () => {
    const shown = conceal(
      reply({ content: '<@1> Vega – Soria: ||Set 1 to **Vega**, 6-4.||' }),
      'scores',
    );
    expect(shown.content).toBe('<@1> Vega – Soria');
    expect(shown.embeds?.[0]?.description).toContain(
      '||<@1> Vega – Soria: Set 1 to **Vega**, 6-4.||',
    );
  });

  it('covers a title that has a score, as part of the text', () => {
    const shown = conceal(
      embedReply({ title: 'Vega lead 5-3', author: { name: 'Final 6-4' }, description: 'x' }),
    );
    expect(shown.embeds?.[0]).toMatchObject({ description: '||Final 6-4\nVega lead 5-3\nx||' });
    expect(shown.embeds?.[0]?.title).toBeUndefined();
  });

  it('has its pictures as spoiler attachments, and other files unchanged', () => {
    const data = new Uint8Array([1]);
    const picture = { name: 'form.png', data, description: '62% – 38%' };
    const list = { name: 'you.json', data, description: 'All' };
    const body = embedReply({ description: 'x', thumbnail: { url: 'https://x' } }, { picture });
    const shown = conceal({ ...body, files: [picture, list] });
    expect(shown.files).toEqual([{ name: 'SPOILER_form.png', data, description: '' }, list]);
    expect(JSON.stringify(shown.embeds)).not.toContain('attachment://');
  });

  it('has menus without scores, but with the same values', () => {
    const menu = menuRow('match:1-2', 'Of 6-4', [
      { value: '7-6', label: 'Vega – Soria · on court 6-4 7-6(5) · Final', description: '40-30' },
    ]);
    const [row] = conceal(reply({ components: menu })).components ?? [];
    expect(row).toMatchObject({
      type: ComponentType.ActionRow,
      components: [
        {
          custom_id: 'match:1-2',
          placeholder: 'Of',
          options: [{ value: '7-6', label: 'Vega – Soria · on court · Final', description: '…' }],
        },
      ],
    });
  });

  it('leaves a line without a score uncovered when it is not about a match', () => {
    const shown = conceal(embedReply({ description: 'You follow Vega\nLast: 6-4 6-2' }), 'scores');
    expect(shown.embeds?.[0]?.description).toBe('You follow Vega\n||Last: 6-4 6-2||');
  });

  it('stays within the limits of Discord', () => {
    const description = Array.from({ length: 300 }, () => 'Vega – Soria 6-4').join('\n');
    const shown = conceal(
      embedReply({ description: ['```', description].join('\n').slice(0, 4_096) }),
    );
    expect(refusals(shown)).toEqual([]);
    expect(shown.embeds?.[0]?.description?.match(/```/g)).toHaveLength(2);
  });

  it('keeps the controls of a card', () => {
    const card = liveCard(aReader(), aHeld(FINISHED));
    expect(conceal(card).components).toEqual(card.components);
  });
});

it.each([
  ['Roma P2 · 2026-06-07', 'Roma P2 · 2026-06-07'],
  ['11:00-13:30', '11:00-13:30'],
  ['Jun 7 – 14', 'Jun'],
  ['A-40', 'A-40'],
])('a choice named %s becomes %s', (name, expected) => {
  expect(withoutScores(name)).toBe(expected);
});

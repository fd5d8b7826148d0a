import { describe, expect, it } from 'vitest';
import { conceal, hide } from '#src/render/conceal.ts';
import { liveCard } from '#src/render/match/live-card.ts';
import { matchMessage } from '#src/render/match/card.ts';
import { matchContext } from '#src/render/lines/match-line.ts';
import { COLOURS, embedReply, reply, type MessageBody } from '#src/render/message.ts';
import { pairMessage } from '#src/render/people/pair-card.ts';
import { playerMessage } from '#src/render/people/player-card.ts';
import { rankingMessage } from '#src/render/people/ranking.ts';
import { seasonMessage } from '#src/render/tournament/season.ts';
import { tournamentMessage } from '#src/render/tournament/card.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aHeld, aReader, aTournament, refusals } from './held.ts';
import { idsOfControls } from './controls.ts';
import { aPlayer } from './people.ts';
import { aForm, aPairView, aPlayerView, aRankingView } from './people-messages.ts';

const FINISHED = { status: 'finished', score: sets('6-4 6-7(5) 6-2'), winner: 'team_1' } as const;

const reader = aReader();
const hidden = (body: MessageBody): MessageBody | null => hide(reader, body, 'show');

describe('an answer for somebody who hides scores', () => {
  it('has the heading of a match, who plays and a button, in a neutral colour, however it ended', () => {
    const shown = hidden(matchMessage(reader, { held: aHeld(FINISHED), offset: null }));
    expect(shown).toEqual(hidden(matchMessage(reader, { held: aHeld(), offset: null })));
    expect(shown?.embeds).toEqual([
      {
        author: { name: matchContext(reader.t, aHeld()) },
        description: 'Ana Vega / Eva Lamas – Lea Soria / Mia Pinto',
        color: COLOURS.scheduled,
      },
    ]);
    expect(idsOfControls(shown ?? {})).toEqual(['match:catch-up:123:start', 'show']);
    expect(refusals(shown ?? {})).toEqual([]);
  });

  const fieldsOf = (body: MessageBody) =>
    (hidden(body)?.embeds?.[0]?.fields ?? []).map(({ name }) => name);

  it('has facts of a player, but no rating, results or next match', () => {
    const view = aPlayerView({ player: aPlayer({ elo: 1_420 }), form: aForm() });
    expect(fieldsOf(playerMessage(reader, view))).toEqual(
      'Ranking,Points,Age,Height,Position,Birthplace,Current pair'.split(','),
    );
  });

  it('has facts of a pair, but no ratings and no latest match', () => {
    const rated = (id: number) => ({
      ...{ id, name: `Ana ${id}`, country: null, ranking: id },
      rating: { elo: 1_420, since: 1, readAt: 1 },
    });
    const view = aPairView({ members: [rated(1), rated(2)], form: aForm() });
    expect(fieldsOf(pairMessage(reader, view))).toEqual(['Points', 'First match']);
  });

  it('has dates, place and coverage of a tournament, but not how far it has come', () => {
    const matches = [aMatch({ status: 'finished', winner: 'team_1', score: sets('6-4 6-3') })];
    const view = { tournament: aTournament(), matches, isListed: true, readAt: 1 };
    expect(fieldsOf(tournamentMessage(reader, view))).toEqual(['Dates', 'Place']);
  });

  it('is whole where nothing tells a result: a calendar, an official ranking', () => {
    const calendar = seasonMessage(reader, {
      year: 2026,
      years: [2026],
      status: 'active',
      tournaments: [aTournament()],
      filter: 'all',
      page: 1,
      today: '2026-06-01',
      readAt: 1,
    });
    const ranking = (kind: 'official' | 'elo') => rankingMessage(reader, aRankingView({ kind }));
    expect([calendar, ranking('official')].map(hidden)).toEqual([null, null]);
    expect(hidden(ranking('elo'))?.embeds?.[0]?.description).toBeUndefined();
  });

  it('has no content, no picture and no further embed', () => {
    const picture = { name: 'form.png', data: new Uint8Array([1]), description: '62% – 38%' };
    const body = embedReply({ title: 'Vega', description: 'x', picture, content: '6-4' });
    const shown = hidden({ ...body, embeds: [...(body.embeds ?? []), { title: 'On court' }] });
    expect(shown).toMatchObject({ embeds: [{ title: 'Vega' }] });
    expect(Object.keys(shown ?? {})).toEqual(['embeds', 'components', 'allowed_mentions']);
  });
});

describe('a direct message with covered scores', () => {
  it('has no line with a score in its content, which a notification may show', () => {
    const shown = conceal(reply({ content: 'So far 6-4 2-1\nMore below' }));
    expect(shown.content).toBe('More below');
    expect(shown.embeds?.[0]?.description).toBe('||So far 6-4 2-1||');
  });

  it('hides the duration of a match, which reveals the number of sets', () => {
    const { embeds } = conceal({ embeds: [{ description: 'Madrid P1\nBy day · 2 h 13' }] });
    expect(embeds?.[0]?.description).toBe('Madrid P1\n||By day · 2 h 13||');
  });

  it('still names the players of a line that is already covered', () => {
    const shown = conceal(reply({ content: '<@1> Vega – Soria: ||Set 1 to **Vega**, 6-4.||' }));
    expect(shown.content).toBe('<@1> Vega – Soria');
    expect(shown.embeds?.[0]?.description).toContain(
      '||<@1> Vega – Soria: Set 1 to **Vega**, 6-4.||',
    );
  });

  it('keeps the controls of a card', () => {
    const card = liveCard(reader, aHeld(FINISHED));
    expect(conceal(card).components).toEqual(card.components);
  });
});

it.each([
  ['Roma P2 · 2026-06-07', true],
  ['11:00-13:30', true],
  ['Jun 7 – 14', true],
  ['Roma P2 · Nov 9 – 15, 2026', true],
  ['9–15 nov', true],
  ['3–5 févr.', true],
  ['9 – 15 de nov.', true],
  ['A-40', true],
  ['Italy 2–1 Spain', false],
  ['Paris P1 · 7–6(5)', false],
  ['6-4 2-1 · Paris P1', false],
])('of a direct message, %s stays open: %s', (content, isOpen) => {
  expect(conceal({ content }).content).toBe(isOpen ? content : '');
});

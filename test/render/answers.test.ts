import { describe, expect, it } from 'vitest';
import type { Match } from '#src/domain/match/match.ts';
import { headToHead } from '#src/domain/people/head-to-head.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import type { Locale } from '#src/i18n/i18n.ts';
import {
  headToHeadMessage,
  meetingsMessage,
  type HeadToHeadView,
} from '#src/render/people/head-to-head.ts';
import { liveListMessage } from '#src/render/match/live-list.ts';
import type { Named } from '#src/render/lines/names.ts';
import { chancesPicture, simulationMessage } from '#src/render/people/simulation.ts';
import type { ByTeam } from '#src/domain/terms.ts';
import { aMatch } from '../domain/feed.ts';
import { textsIn } from '../gallery/drawn-text.ts';
import { sets } from '../domain/written.ts';
import { aHeld, aReader } from './held.ts';
import { aHeadToHeadView, AT } from './people-messages.ts';

const { teams } = aMatch();
const RUBEN = { id: 1, name: '*Rubén* Plaza' };
const ABEL = { id: 2, name: 'Abel Plaza' };
const NAMESAKES = { team_1: [RUBEN], team_2: [ABEL] };
const SINGLES = { team_1: teams.team_1.slice(0, 1), team_2: teams.team_2.slice(0, 1) };

describe('a head-to-head', () => {
  const meeting = (score: string | null, more: Partial<Match> = {}): Match =>
    aMatch({ status: 'finished', score: score === null ? null : sets(score), ...more });

  const shown = (
    meetings: readonly Match[],
    more: Partial<HeadToHeadView> = {},
    locale: Locale = 'en',
  ) => headToHeadMessage(aReader(locale), aHeadToHeadView(meetings, more)).embeds?.[0];

  const WON = meeting('6-4 6-3');
  const LOST = meeting('6-4 3-6 6-7(4)');

  it.each([
    ['a lead', [WON, WON, LOST], '**Vega / Lamas** lead 2-1'],
    ['a lead of the other side', [WON, LOST, LOST], '**Soria / Pinto** lead 2-1'],
    ['a draw', [WON, LOST], 'Level at 1-1'],
    ['that the sides never met', [], 'No meetings on record.'],
  ])('shows %s', (_reason, meetings, line) => {
    expect(shown(meetings)?.description?.split('\n')[0]).toBe(line);
  });

  it.each([
    ['en', '**Vega** leads 1-0'],
    ['es', '**Vega** va por delante 1-0'],
  ] as const)('says that a single player leads, in %s', (locale, line) => {
    expect(shown([WON], { teams: SINGLES }, locale)?.description).toContain(line);
  });

  it('adds an initial to players of the same surname', () => {
    expect(shown([WON], { teams: NAMESAKES })?.description).toContain('**R. Plaza** leads');
    const individual = [{ first: RUBEN, second: ABEL, won: 3, lost: 1 }];
    expect(shown([], { individual })?.fields?.[0]?.value).toContain('R. Plaza 3–1 A. Plaza');
  });

  it('shows the record of the players with any partner beside that of the pairs', () => {
    const first = { id: 1, name: 'Ana Vega' };
    const individual = [{ first, second: { id: 3, name: 'Lea Soria' }, won: 3, lost: 1 }];
    expect(shown([WON], { individual })?.fields?.slice(0, 2)).toEqual([
      { name: 'As pairs', value: 'Matches: 1 – 0\nSets: 2 – 0\nGames: 12 – 7', inline: true },
      { name: 'With any partner', value: 'Vega 3–1 Soria', inline: true },
    ]);
  });

  it('shows common opponents when the sides never met', () => {
    const players = [
      { id: 51, name: 'Uma Ruiz' },
      { id: 52, name: 'Noa Gil' },
    ];
    const against = { team_1: { won: 2, lost: 1 }, team_2: { won: 0, lost: 1 } };
    expect(shown([], { common: [{ players, against }] })?.fields).toEqual([
      {
        name: 'Opponents in common',
        value: '**Ruiz / Gil**: Vega / Lamas 2–1 · Soria / Pinto 0–1',
      },
    ]);
  });

  it.each([
    [{ isCurrent: true, lastMatchOn: '2026-06-07' }, 'They play together.'],
    [{ isCurrent: false, lastMatchOn: '2026-06-07' }, 'They used to play together.'],
  ])('names a current or former partnership: %o', (partnership, line) => {
    expect(shown([], { teams: SINGLES, partnership })?.description).toContain(
      `${line} Latest match as a pair: Jun 7, 2026.`,
    );
  });

  it('shows the next match between the sides', () => {
    const match = meeting(null, { status: 'scheduled', court: 'Court 2' });
    const next = { match, side: 'team_1' as const, opponents: teams.team_2 };
    const field = shown([], { next: { next, offset: null } })?.fields?.at(-1);
    expect(field?.name).toBe('Next match');
    expect(field?.value).toMatch(/^\*\*Soria \/ Pinto\*\* · Quarterfinal, Madrid P1 · Jun 7, 2026/);
  });

  it('counts matches, sets and games', () => {
    const totals = shown([WON, LOST])?.fields?.slice(0, 3);
    expect(totals?.map(({ value }) => value)).toEqual(['1 – 1', '3 – 2', '27 – 24']);
  });

  it('lists the last five meetings with result, score, date, event and round', () => {
    const fields = shown([
      WON,
      LOST,
      meeting(null, { winner: null, tournamentId: 1 }),
      WON,
      WON,
      WON,
    ])?.fields;
    expect(fields?.at(-1)?.name).toBe('Last meetings');
    expect(fields?.at(-1)?.value.split('\n').slice(0, 3)).toEqual([
      '✓ **6-4 6-3** · Jun 7, 2026 · Madrid P1 · Quarterfinal',
      '✗ **6-4 3-6 6-7(4)** · Jun 7, 2026 · Madrid P1 · Quarterfinal',
      '· **score unknown** · Jun 7, 2026 · Quarterfinal',
    ]);
  });

  it('does not list the meetings when there is a picture', () => {
    const picture = { name: 'h2h.png', data: new Uint8Array(), description: 'all of it' };
    const names = shown([WON, LOST], { picture })?.fields?.map(({ name }) => name);
    expect(names).toEqual(['Matches', 'Sets', 'Games']);
  });

  const WALKOVER = meeting(null, { status: 'walkover', winner: 'team_1' });
  const NOTE = 'Walkovers count as matches here, but not in player or pair statistics';

  it('says that walkovers count, but only when there is one', () => {
    expect(shown([WON, WALKOVER])?.description).toContain(NOTE);
    expect(shown([WON])?.description).not.toContain(NOTE);
    const list = (meetings: readonly Match[]) =>
      meetingsMessage(aReader(), aHeadToHeadView(meetings), 1).embeds?.[0]?.description;
    expect(list([WALKOVER])).toContain(NOTE);
    expect(list([WON])).not.toContain(NOTE);
  });

  it('says when it counts only the latest meetings', () => {
    expect(shown([WON], { total: 90 })?.description).toContain('latest 1 of 90 meetings');
    expect(shown([WON])?.description).not.toContain('latest');
  });
});

describe('a simulation', () => {
  const shown = (
    chances: ByTeam<number>,
    sides: HeadToHeadView['teams'] = teams,
    difference: number | null = null,
  ) =>
    simulationMessage(
      aReader(),
      {
        ...{ teams: sides, chances, record: null, readAt: AT, inPlay: null },
        elo: difference === null ? null : { team_1: 1_500 + difference, team_2: 1_500 },
      },
      null,
    ).embeds?.[0]?.description ?? '';

  it.each([
    [57.4, 'Elo difference: **57** in favour of Vega / Lamas.'],
    [-1_200, 'Elo difference: **1,200** in favour of Soria / Pinto.'],
    [0.4, 'Elo difference: none.'],
  ])('shows an Elo difference of %d', (difference, line) => {
    expect(shown({ team_1: 0.5, team_2: 0.5 }, teams, difference).split('\n')).toContain(line);
    expect(shown({ team_1: 0.5, team_2: 0.5 })).not.toContain('ifference');
  });

  it.each([
    [0.61, '**61%**  `▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░`  **39%**'],
    [0, '**1%**  `░░░░░░░░░░░░░░░░░░░░`  **99%**'],
    [1, '**99%**  `▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓`  **1%**'],
  ])('draws a probability of %d as a bar', (team_1, line) => {
    expect(shown({ team_1, team_2: 1 - team_1 }).split('\n')[0]).toBe(line);
  });

  it.each([
    ['an open match', 0.5, 'An open match: no result would be an upset.'],
    ['an open match with a favourite', 0.65, 'An open match:'],
    ['an upset', 0.66, 'A win for Soria / Pinto would be an upset.'],
    ['an upset by the first side', 0.3, 'A win for Vega / Lamas would be an upset.'],
  ])('mentions %s', (_reason, team_1, line) => {
    expect(shown({ team_1, team_2: 1 - team_1 })).toContain(line);
  });

  it('has the ratings and the meetings of both sides as a table in its picture', () => {
    const players = (side: readonly Named[]) => side.map((each) => ({ ...each, country: null }));
    const picture = chancesPicture(aReader(), {
      teams: { team_1: players(teams.team_1), team_2: players(teams.team_2) },
      chances: { team_1: 0.61, team_2: 0.39 },
      elo: { team_1: 1_440.4, team_2: 1_401 },
      record: headToHead(
        [aMatch({ teams, status: 'finished', score: sets('6-4 6-3') })],
        teams.team_1.map(({ id }) => id),
      ),
      inPlay: null,
      readAt: AT,
    });
    expect(picture.alt).toMatch(
      /^Advantage Vega \/ Lamas\. .* Elo: 1,440 – 1,401\. Head-to-head: 1 – 0\./,
    );
    const texts = textsIn(picture.drawing('phone').root).join('|');
    expect(texts).toContain('|1,440|Elo|1,401|1|Head-to-head|0|');
  });

  it('adds an initial to players of the same surname', () => {
    const chances = { team_1: 0.08, team_2: 0.92 };
    expect(shown(chances, NAMESAKES)).toContain('A win for R. Plaza would');
    const country = (players: readonly Named[]) =>
      players.map((each) => ({ ...each, country: null }));
    const sides = { team_1: country(NAMESAKES.team_1), team_2: country(NAMESAKES.team_2) };
    const { alt } = chancesPicture(aReader(), {
      teams: sides,
      chances,
      elo: null,
      record: null,
      inPlay: null,
      readAt: AT,
    });
    expect(alt).toContain('A win for R. Plaza would be an upset.');
  });
});

describe('the list of live matches', () => {
  const list = (matches: readonly TrackedMatch[], lacksLive = false, reader = aReader()) =>
    liveListMessage(reader, { matches, next: null, lacksLive, page: 1 });

  it('says that no match is live', () => {
    expect(list([]).content).toBe('No matches are being played right now.');
  });

  it('keeps short names in each score when two matches have players of one name', () => {
    const alike = (id: number, name: string, other: string) =>
      aHeld({
        id,
        status: 'live',
        score: sets('6-4'),
        teams: {
          ...teams,
          team_1: [
            { id, name },
            { id: id + 1, name: other },
          ],
        },
      });
    const message = list([
      alike(11, 'Agustín Luque', 'Sami Al-Qahtani'),
      alike(21, 'Andrés Luque', 'Iván Cerdá'),
    ]);
    const [first, second] = message.embeds?.map(({ description }) => description) ?? [];
    expect(first).toContain('Luque/Al-Qahtani  6');
    expect(second).toContain('Luque/Cerdá  6');
    expect(JSON.stringify(message.components)).toContain('Agustín Luque / Al-Qahtani');
  });

  it('says that the data plan has no live points', () => {
    const { content } = list([aHeld()], true, aReader('es'));
    expect(content).toContain('El plan de datos de este bot no incluye');
  });
});

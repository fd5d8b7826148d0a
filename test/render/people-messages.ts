import { appearanceOf, resultsOf } from '#src/domain/people/form.ts';
import { headToHead } from '#src/domain/people/head-to-head.ts';
import type { Match } from '#src/domain/match/match.ts';
import type { TrackedMatch } from '#src/domain/match/state.ts';
import type { Pair } from '#src/domain/people/pairs.ts';
import type { Career } from '#src/domain/people/statistics.ts';
import type { Reader } from '#src/i18n/i18n.ts';
import { careerMessage, type CareerView } from '#src/render/people/career.ts';
import type { Round } from '#src/domain/terms.ts';
import type { Form } from '#src/render/people/form-fields.ts';
import type { Road } from '#src/render/people/road.ts';
import type { HeadToHeadView } from '#src/render/people/head-to-head.ts';
import { matchListMessage } from '#src/render/match/list.ts';
import type { MessageBody } from '#src/render/message.ts';
import { pairMessage, type PairView } from '#src/render/people/pair-card.ts';
import { playerMessage, type PlayerView } from '#src/render/people/player-card.ts';
import { placesMessage } from '#src/render/people/places.ts';
import { rankingMessage, type RankingView } from '#src/render/people/ranking.ts';
import { aMatch } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aPlayer } from './people.ts';

export const AT = 1_780_833_600_000;

const eventName = (id: number): string | undefined => (id === 7 ? 'Madrid P1' : undefined);

/** A semifinal against one pair, then a final against one of four. */
const aRoad = (players: Match['teams']['team_2']): Road => {
  const pair = (chance: number, seed: string | null = null) => ({
    ...{ contender: { key: '', players, team: null, seed }, chance, win: 0.6 },
  });
  const place = (round: Round) => ({
    ...{ round, slot: 0, match: null, tie: null, winner: null },
    ...{ teams: NO_TEAMS, names: NO_TEAMS, seeds: NO_TEAMS },
  });
  return {
    level: 'p1',
    steps: [
      { place: place(2), opponents: [pair(1)], chance: 0.6 },
      { place: place(1), opponents: [pair(0.5), pair(0.3), pair(0.15), pair(0.05)], chance: 0.36 },
    ],
  };
};

const NO_TEAMS = { team_1: null, team_2: null };

/** Five results of players 1 and 2, and their next match. */
export const aForm = (name?: string) => {
  const renamed = (id: number) => ({ id, name: name ?? `Rival ${id}` });
  const teams = { ...aMatch().teams, team_2: [renamed(3), renamed(4)] };
  const played = (id: number) =>
    aMatch({ id, teams, status: 'finished', score: sets('7-6(12) 6-7(10) 7-6(11)') });
  return {
    results: resultsOf([1, 2, 3, 4, 5].map(played), [1, 2]),
    next: appearanceOf(
      aMatch({ teams, ...(name === undefined ? {} : { court: name, scheduleLabel: name }) }),
      [1],
    ),
    offset: null,
    road: aRoad(teams.team_2),
  } satisfies Form;
};

export const aPlayerView = (more: Partial<PlayerView> = {}): PlayerView => ({
  player: aPlayer(),
  pair: { id: 67_108_866, name: 'Ana Vega / Eva Lamas' },
  formerPartners: [],
  hasPlaces: false,
  form: { results: [], next: null, offset: null },
  inPlay: undefined,
  picture: null,
  eventName,
  readAt: AT,
  ...more,
});

export const aPair = (more: Partial<Pair> = {}): Pair => ({
  ids: [1, 2],
  name: 'Ana Vega / Eva Lamas',
  category: 'women',
  points: 30_416,
  firstMatchOn: '2025-02-03',
  lastMatchOn: '2026-06-07',
  players: [],
  withheld: [],
  ...more,
});

export const aPairView = (more: Partial<PairView> = {}): PairView => ({
  key: 67_108_866,
  pair: aPair(),
  members: [
    { id: 1, name: 'Ana Vega', country: 'ES', ranking: 1 },
    { id: 2, name: 'Eva Lamas', country: null, ranking: null },
  ],
  form: { results: [], next: null, offset: null },
  inPlay: undefined,
  picture: null,
  eventName,
  readAt: AT,
  ...more,
});

/** Two pairs that have met in these matches. */
export const aHeadToHeadView = (
  meetings: readonly Match[] = [],
  more: Partial<HeadToHeadView> = {},
): HeadToHeadView => ({
  teams: aMatch().teams,
  record: headToHead(meetings, [1, 2]),
  total: meetings.length,
  common: [],
  partnership: null,
  next: null,
  inPlay: null,
  individual: [],
  readAt: AT,
  eventName,
  picture: null,
  ...more,
});

export const aCareer = (more: Partial<Career> = {}): Career => ({
  matchesPlayed: 46,
  matchesWon: 34,
  winPercentage: 73.91,
  setsWon: 71,
  setsLost: 30,
  setsPerMatch: 2.2,
  gamesWon: 1_512,
  gamesLost: 403,
  gamesPerMatch: 19.87,
  titles: 3,
  finals: 5,
  semifinals: 9,
  bestRound: 1,
  withheld: [],
  ...more,
});

export const aCareerView = (more: Partial<CareerView> = {}): CareerView => ({
  of: { command: 'player', id: 1 },
  name: 'Ana Vega',
  category: 'women',
  filter: { period: 'season', round: null },
  career: aCareer(),
  readAt: AT,
  ...more,
});

export const aRankingView = (more: Partial<RankingView> = {}): RankingView => ({
  kind: 'official',
  kinds: ['official'],
  category: 'women',
  country: null,
  players: [
    aPlayer({ id: 1, name: 'Ana Vega', ranking: 9, points: 21_400 }),
    aPlayer({ id: 2, name: 'Eva de la Fuente', ranking: 10, points: 900, nationality: 'AR' }),
  ],
  total: 41,
  page: 1,
  lastPage: 3,
  sought: null,
  isMissing: false,
  readAt: AT,
  ...more,
});

/** Every message about players, pairs and rankings, all of them with this name. */
export const peopleMessages = (
  reader: Reader,
  name: string,
  held: TrackedMatch,
): readonly [string, MessageBody][] => {
  const form = aForm(name);
  const called = { eventName: () => name, form, inPlay: held };
  const member = (id: number) => ({ id, name, country: 'ES', ranking: 12 });
  const matches = form.results.flatMap((result) => [result, result]);
  const list = {
    name,
    category: 'men',
    matches: matches.map((each, index) => ({
      ...each,
      // Every match is in another tournament, so that each one has a heading.
      match: { ...each.match, id: index, tournamentId: index, round: null, roundName: name },
    })),
    total: 90,
    page: 2,
    lastPage: 9,
    eventName: (id: number) => `${id} ${name}`,
    readAt: 1,
    pageId: (page: number) => `player:page:1:67108866:${page}`,
    partners: { id: 'player:partner:1', pairs: [{ key: 1, name, isChosen: true }] },
  } as const;
  const ranked = Array.from({ length: 20 }, (_, index) => aPlayer({ id: index + 1, name }));
  return [
    [
      'player',
      playerMessage(
        reader,
        aPlayerView({
          player: aPlayer({ name, birthplace: name }),
          pair: { id: 1, name },
          formerPartners: ['2025', '2024', null].map((year) => ({ name, year })),
          hasPlaces: true,
          ...called,
        }),
      ),
    ],
    [
      'places',
      placesMessage(
        reader,
        {
          player: { name },
          category: 'men',
          places: [{ date: '2026-01-05', place: 9_998 }],
          readAt: AT,
        },
        null,
      ),
    ],
    [
      'pair',
      pairMessage(
        reader,
        aPairView({
          pair: aPair({ name }),
          members: [member(1), member(2)],
          ...called,
        }),
      ),
    ],
    ['pair of strangers', pairMessage(reader, aPairView({ pair: aPair({ name }), members: [] }))],
    ['statistics', careerMessage(reader, aCareerView({ name }))],
    ['matches of a pair', matchListMessage(reader, list)],
    [
      'ranking',
      rankingMessage(
        reader,
        aRankingView({
          players: ranked,
          country: 'ES',
          sought: { id: 3, name },
        }),
      ),
    ],
    [
      'ranking without somebody',
      rankingMessage(
        reader,
        aRankingView({
          players: [],
          sought: { id: 3, name },
          isMissing: true,
        }),
      ),
    ],
  ];
};

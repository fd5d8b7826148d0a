import { expect, it } from 'vitest';
import { h2h } from '#commands/h2h.ts';
import { pair } from '#commands/pair.ts';
import { player } from '#commands/player.ts';
import { playerEntry } from '#src/domain/people/directory.ts';
import type { AboutMatch } from '#src/domain/alerts/events.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { matchWithCalledNames, withCalledNames } from '#src/padel-api/names/display-names.ts';
import { createNames } from '#src/padel-api/names/names.ts';
import { matchWire } from '#src/padel-api/wire/match.ts';
import { playerWire } from '#src/padel-api/wire/people.ts';
import { liveCard } from '#src/render/match/live-card.ts';
import { NO_PINGS } from '#src/render/message.ts';
import { dayPost } from '#src/render/posts/day-posts.ts';
import { matchPost } from '#src/render/posts/match-posts.ts';
import type { Picture } from '#src/render/pictures/picture.ts';
import { saveDirectory } from '#src/store/matches/directory.ts';
import { findMatch, insertMatch } from '#src/store/matches/matches.ts';
import { DEFAULT_SETTINGS } from '#src/domain/alerts/settings.ts';
import { sets } from '../domain/written.ts';
import { aMatchOnWire, aPlayerOnWire } from '../padel-api/bodies.ts';
import { aPlayer } from '../padel-api/names.ts';
import { pageOnWire, says } from '../padel-api/service.ts';
import { aReader } from '../render/held.ts';
import { aRequest, aStage } from './stage.ts';

const FULL = 'Carlos Quiroga Guijarro';

const PEOPLE = [
  { id: 1, name: FULL },
  { id: 2, name: 'Noa Bareiro' },
  { id: 3, name: 'Leo Plaza' },
  { id: 4, name: 'Ugo Cerdá' },
  { id: 5, name: 'Max Vega' },
  { id: 6, name: 'Rui Lamas' },
] as const;

const team = (...ids: readonly number[]) => PEOPLE.filter(({ id }) => ids.includes(id));

const onWire = (id: number, one: readonly number[], two: readonly number[], more: object = {}) =>
  aMatchOnWire({ id, players: { team_1: team(...one), team_2: team(...two) }, ...more });

const PLAYED = {
  status: 'finished',
  played_at: '2026-05-01',
  winner: 'team_1',
  score: [
    { team_1: '6', team_2: '4' },
    { team_1: '6', team_2: '3' },
  ],
};

const RESULT: AboutMatch = {
  kind: 'result',
  matchId: 9,
  status: 'finished',
  winner: 'team_1',
  score: sets('6-4 6-3'),
  minutes: null,
};

/** Before the list of players was read, a match called the player by another part of the name. */
const aStageOfTwoNames = async (isKnownFirst: boolean) => {
  const pictures: Picture[] = [];
  const stage = await aStage([], (response, { url = '' }) => {
    const [path = ''] = url.replace('/api', '').split('?');
    const record = (id: number) =>
      aPlayerOnWire(id, { name: PEOPLE[id - 1]?.name, category: 'men', short_name: 'Quiroga' });
    const [, one, two] = /^\/(?:players|pairs)\/(\d)(?:-(\d))?$/.exec(path) ?? [];
    if (two !== undefined)
      says(response, 200, {
        id: `${one}-${two}`,
        name: 'x',
        players: [one, two].map((id) => record(Number(id))),
      });
    else if (one !== undefined) says(response, 200, record(Number(one)));
    else {
      const name = 'Quiroga/Bareiro - Vega/Lamas';
      const meetings = [onWire(31, [1, 2], [5, 6], PLAYED), onWire(32, [3, 4], [1, 2], PLAYED)];
      says(response, 200, pageOnWire(meetings.map((each) => ({ ...each, name }))));
    }
  });
  const { db, directory } = stage.services;
  const names = createNames(directory, {
    save: (entries, renamed) => saveDirectory(db, entries, renamed),
    remove: () => Promise.resolve(),
  });
  const learn = () =>
    names.save([
      ...PEOPLE.slice(1).map(({ id, name }) => aPlayer(id, name)),
      playerEntry(
        playerWire.parse(aPlayerOnWire(1, { name: FULL, category: 'men', short_name: 'Guijarro' })),
        0,
      ),
    ]);
  const read = async () => {
    const name = 'Quiroga/Bareiro - Plaza/Cerda';
    const raw = matchWire.parse(onWire(9, [1, 2], [3, 4], { name, category: 'men' }));
    await names.saveFromMatches([raw]);
    const match = matchWithCalledNames(directory)(raw);
    await insertMatch(db, { match, state: stateOf(match), now: 1 });
  };
  for (const step of isKnownFirst ? [learn, read] : [read, learn]) await step();
  const services = {
    ...stage.services,
    api: withCalledNames(stage.services.api, directory),
    draw: (picture: Picture) => {
      pictures.push(picture);
      return Promise.resolve(new Uint8Array());
    },
  };
  return { services, pictures };
};

it.each([
  ['known before its match is read', true],
  ['learnt after its match was read', false],
])('the short name of a player, %s, is the only one everywhere', async (_when, isKnownFirst) => {
  const { services, pictures } = await aStageOfTwoNames(isKnownFirst);
  const held = await findMatch(services.db, 9);
  if (held === undefined) throw new Error('the match is not stored');
  const reader = aReader();
  const facts = { held, pings: NO_PINGS, correctedAt: null, style: DEFAULT_SETTINGS };
  const run = (player: string, opponent: string) =>
    h2h.run(aRequest({ player, opponent }), services);
  await player.run(aRequest({ player: '1' }), services);
  await pair.run(aRequest({ pair: '1-2' }), services);
  const said = {
    'h2h of the pair': await run('3-4', '1-2'),
    'h2h of the pair the other way round': await run('1-2', '3-4'),
    'opponents in common': await run('3-4', '5-6'),
    'their opponent': await player.run(aRequest({ player: '5' }), services),
    'their opponents': await pair.run(aRequest({ pair: '3-4' }), services),
    'daily post': dayPost(reader, { matches: [held], pings: NO_PINGS }),
    'result post': matchPost(reader, { ...facts, event: RESULT }),
    card: liveCard(reader, held, DEFAULT_SETTINGS),
    pictures: pictures,
  };
  const named = Object.entries(said).map(([where, message]) => {
    const text = JSON.stringify(message).replaceAll(FULL, '');
    return [where, text.includes('Guijarro'), text.includes('Quiroga')];
  });
  expect(named).toEqual(Object.keys(said).map((where) => [where, true, false]));
  expect(pictures.length).toBe(6);
});

import { expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { stateOf } from '#src/domain/match/state.ts';
import { pairKey } from '#src/domain/people/pairs.ts';
import { Unclear, UserError } from '#src/errors.ts';
import { insertMatch } from '#src/store/matches/matches.ts';
import { aMatch, teamsOf } from '../domain/feed.ts';
import { aPair, aPlayer, aTournament } from '../padel-api/names.ts';
import { aRequest, aStage, whileTyping, type Typed } from './stage.ts';

const NAMES = [
  aPlayer(1, 'Martín Benítez', { country: 'AR' }),
  aPlayer(2, 'Carlos Quiroga'),
  aPlayer(3, 'Leo Plaza', { country: 'BR' }),
  aPlayer(4, 'Ugo Cerdá', { country: 'FR' }),
  aPlayer(5, 'Max Vega'),
  aPlayer(6, 'Rui Lamas'),
  aPair([1, 2], 'Martín Benítez / Carlos Quiroga', '2026-06-07'),
  aPair([3, 4], 'Leo Plaza / Ugo Cerdá', '2026-06-07'),
  aPair([5, 6], 'Max Vega / Rui Lamas', '2026-06-07'),
  aTournament(7, 'Barcelona P1', '2999-06-01'),
  aTournament(8, 'Madrid Major', '2999-07-01'),
];

const VEGA = { opponent: '5' };
const PAIRS = { player: '1-2', opponent: '3-4' };
const PLAZA = String(pairKey([3, 4]));
const MEN = { category: 'men' };
const WHY = { channel: '' };

it.each<[string, string, string, string, Typed]>([
  ['player', 'player', 'benites', '1', {}],
  ['player', 'player', 'kiroga', '2', {}],
  ['player', 'player', 'qiuroga', '2', {}],
  ['pair', 'pair', 'cerda y plaza', PLAZA, {}],
  ['pair', 'pair', 'serda plasa', PLAZA, {}],
  ['pair', 'player', 'benitex', '1', {}],
  ['pair', 'partner', 'kiroga', '2', { player: '1' }],
  ['h2h', 'player', 'benites', '1', VEGA],
  ['h2h', 'opponent', 'lamaz', '6', { player: '1' }],
  ['h2h', 'partner', 'kirogga', '2', { player: '1', opponent: '3-4' }],
  ['h2h', 'opponent_partner', 'serda', '4', { player: '1-2', opponent: '3' }],
  ['simulate', 'player', 'benites y kiroga', '1-2', { opponent: '3-4' }],
  ['simulate', 'opponent', 'serda y plasa', '3-4', PAIRS],
  ['ranking', 'player', 'bennitez', '1', MEN],
  ['ranking', 'country', 'argentna', 'AR', MEN],
  ['ranking', 'country', 'brasl', 'BR', MEN],
  ['ranking', 'country', 'españha', 'ES', MEN],
  ['ranking', 'country', 'fra', 'FR', MEN],
  ['schedule', 'tournament', 'barselona', '7', {}],
  ['tournament', 'tournament', 'barselona', '7', {}],
  ['tournament', 'tournament', 'madird', '8', {}],
  ['match', 'match', 'benites', '123', {}],
  ['match', 'match', 'kiroga', '123', {}],
  ['match', 'match', 'cerda y plaza', '123', {}],
  ['match', 'match', 'benites cerdá', '123', {}],
  ['alerts', 'match', 'kirogga', '123', WHY],
  ['follow', 'name', 'benites', 'player:1', {}],
  ['follow', 'name', 'barselona', 'tournament:7', {}],
  ['follow', 'name', 'argentna', 'country:17', {}],
])('/%s %s:%s offers %s', async (name, option, text, value, others) => {
  const { services, setUp } = await aStage(NAMES);
  await setUp();
  const teams = teamsOf('1 Martín Benítez, 2 Carlos Quiroga', '3 Leo Plaza, 4 Ugo Cerdá');
  const match = aMatch({ teams, category: 'men', playedOn: '2999-06-07' });
  await insertMatch(services.db, { match, state: stateOf(match), now: 1 });
  const command = commands.find(({ definition }) => definition.name === name);
  const typed = { ...others, [option]: text };
  const choices = (await command?.autocomplete?.(whileTyping(option, typed), services)) ?? [];
  expect(choices.map((each) => String(each.value))).toContain(value);
  const asked = { subcommand: 'why', mayManage: true };
  const run = async () => await command?.run(aRequest(typed, asked), services);
  const answer = await run().catch((error: unknown) => error);
  // A name that is clear is answered; the service of the stage has no data.
  if (answer instanceof Unclear)
    expect(answer.choices.map((each) => each.value)).toContain(value === PLAZA ? '3-4' : value);
  else if (answer instanceof UserError) expect(answer.problem).not.toMatch(/^unknown|list$/);
  else expect(answer).not.toBeInstanceOf(Error);
});

it('/ranking offers the countries with most players where nothing is like what was typed', async () => {
  const { services } = await aStage(NAMES);
  const ranking = commands.find(({ definition }) => definition.name === 'ranking');
  const request = aRequest({ ...MEN, country: 'Narnia' });
  await expect((async () => await ranking?.run(request, services))()).rejects.toMatchObject({
    problem: 'unknown-country',
    choices: [{ value: 'ES' }, { value: 'AR' }, { value: 'BR' }, { value: 'FR' }],
  });
});

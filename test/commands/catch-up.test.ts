import { ComponentType, ApplicationCommandType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { match } from '#commands/match.ts';
import type { Services } from '#src/discord/command.ts';
import { stateOf, withPoints } from '#src/domain/match/state.ts';
import type { Team } from '#src/domain/terms.ts';
import { LOCALES, translator } from '#src/i18n/i18n.ts';
import type { MessageBody } from '#src/render/message.ts';
import { insertMatch, saveChances } from '#src/store/matches/matches.ts';
import { aMatch, feedOf, finishedMatch, playOut, served } from '../domain/feed.ts';
import { sets } from '../domain/written.ts';
import { aLiveOnWire, aMatchOnWire } from '../padel-api/bodies.ts';
import { says } from '../padel-api/service.ts';
import { aRequest, aStage, expectRefusal, pressOn, storeMatches } from './stage.ts';

/** 6-0 6-0, each game to love. */
const whitewash = (winner: Team) => playOut(Array<Team>(48).fill(winner), 'star-point');

const storeMatch = async ({ db }: Services, plays = whitewash('team_1')) => {
  const held = finishedMatch(plays);
  const state = withPoints(stateOf(held), served(feedOf(plays), 'team_1'), null);
  await insertMatch(db, { match: held, state, now: 1 });
  await saveChances(db, held.id, { team_1: 0.6, team_2: 0.4 });
};

const press = async (services: Services, id: string): Promise<MessageBody> => {
  const [, ...values] = id.split(':');
  return await pressOn(match, services, values);
};

const textOf = ({ embeds }: MessageBody): string => embeds?.[0]?.description ?? '';

const buttonsOf = ({ components = [] }: MessageBody): ReadonlyMap<string, string> =>
  new Map(
    components.flatMap((row) =>
      row.type === ComponentType.ActionRow
        ? row.components.flatMap((button) =>
            'custom_id' in button && 'label' in button
              ? [[button.label ?? '', button.custom_id] as const]
              : [],
          )
        : [],
    ),
  );

/** Presses the buttons with these labels, one after the other, from the start of the walk. */
const walk = async (services: Services, ...labels: string[]): Promise<MessageBody> => {
  let shown = await press(services, 'match:catch-up:123:start');
  for (const label of labels) {
    shown = await press(services, buttonsOf(shown).get(label) ?? `no button "${label}"`);
  }
  return shown;
};

const STEPS = ['Next game', 'Next set', 'Next big moment', 'Take me to now'];

describe('catching up with a stored match', () => {
  it('begins before the first point, without a request to the service', async () => {
    const { services, service } = await aStage([]);
    await storeMatch(services);
    const shown = await walk(services);
    expect(textOf(shown)).toContain('Before the first point');
    expect(textOf(shown)).toContain('**60%**');
    expect(textOf(shown)).not.toContain('6-0');
    expect([...buttonsOf(shown).keys()]).toEqual(STEPS);
    expect(shown.files).toBeUndefined();
    await walk(services, 'Next game', 'Next set', 'Next big moment', 'Next game');
    expect(service.received).toEqual([]);
  });

  it('reveals a game: who won it and how, the score, the win probability until then', async () => {
    const { services } = await aStage([]);
    await storeMatch(services);
    const first = await walk(services, 'Next game');
    expect(textOf(first)).toContain('**Vega / Lamas** hold serve · 40-0');
    expect(first.files?.[0]?.name).toBe('win-probability.png');
    const second = await walk(services, 'Next game', 'Next game');
    expect(textOf(second)).toContain('**Vega / Lamas** break serve · 40-0');
    expect([...buttonsOf(second).keys()]).toEqual(STEPS);
  });

  it.each([
    ['111 222 11', 'A-40'],
    ['111 222 12 11', '40-40 ×2, A-40'],
    ['111 222 12 12 1', '40-40 ×3 · Deciding point'],
  ])('says from which score a game of these points was won: %s', async (points, from) => {
    const { services } = await aStage([]);
    const first = points
      .replaceAll(' ', '')
      .split('')
      .map((n): Team => (n === '1' ? 'team_1' : 'team_2'));
    await storeMatch(
      services,
      playOut([...first, ...Array<Team>(44).fill('team_1')], 'star-point'),
    );
    const shown = await walk(services, 'Next game');
    expect(textOf(shown)).toContain(`**Vega / Lamas** hold serve · ${from}\n`);
  });

  it('reveals a set, and the result with the last one', async () => {
    const { services } = await aStage([]);
    await storeMatch(services);
    expect(textOf(await walk(services, 'Next set'))).toContain(
      'Set 1 to **Vega / Lamas** against Soria / Pinto, 6-0.',
    );
    const last = await walk(services, 'Next set', 'Next set');
    expect(textOf(last)).toContain('**Vega / Lamas** beat Soria / Pinto 6-0 6-0.');
    expect(textOf(last)).not.toContain(' lead ');
    expect([...buttonsOf(last).keys()]).toEqual(STEPS);
    const end = await press(services, buttonsOf(last).get('Next game') ?? '');
    expect(end.content).toBe("You're all caught up: the match is over.");
    expect(textOf(end)).toContain('1 h 24');
  });

  it('goes to the next big moment, or to the end of a set without one', async () => {
    const { services } = await aStage([]);
    const turns = (count: number): Team[] =>
      Array.from({ length: count }, (_, game) => (game % 2 === 0 ? 'team_1' : 'team_2')).flatMap(
        (team: Team) => Array<Team>(4).fill(team),
      );
    const set = (games: number, last: Team) => [...turns(games), ...Array<Team>(8).fill(last)];
    await storeMatch(
      services,
      playOut([...set(10, 'team_1'), ...set(10, 'team_2'), ...set(10, 'team_1')], 'star-point'),
    );
    // Two sets to one side, one to the other, each 7-5: only the third has decisive points.
    expect(textOf(await walk(services, 'Next big moment'))).toContain('Set 1 to');
    const moment = await walk(services, 'Next set', 'Next set', 'Next big moment');
    expect(textOf(moment)).toMatch(/7 {2}5 {2}\d {2}(?: 0|15|30|40)\n/);
    expect(textOf(moment)).not.toContain('beat');
  });

  it('requires a confirmation to show everything, and goes back to the same stop', async () => {
    const { services } = await aStage([]);
    await storeMatch(services);
    const stop = await walk(services, 'Next game', 'Next game');
    const question = await press(services, buttonsOf(stop).get('Take me to now') ?? '');
    expect(textOf(question)).not.toMatch(/\d/);
    expect(await press(services, buttonsOf(question).get('Back') ?? '')).toEqual(stop);
    const all = await press(services, buttonsOf(question).get('Show everything') ?? '');
    expect(textOf(all)).toContain('**Vega / Lamas** beat Soria / Pinto 6-0 6-0');
  });

  it('ends at the current state of a live match, and says so', async () => {
    const { services } = await aStage([]);
    const plays = whitewash('team_2').slice(0, 11);
    const live = aMatch({ status: 'live' });
    const state = withPoints(stateOf(live), feedOf(plays), null);
    await insertMatch(services.db, { match: live, state, now: 1 });
    const shown = await walk(services, 'Next game', 'Next game');
    expect(textOf(shown)).toContain('**Soria / Pinto** win the game');
    const now = await press(services, buttonsOf(shown).get('Next set') ?? '');
    expect(now.content).toBe("You're all caught up: this is the match as it stands.");
  });

  it.each(['match:catch-up:123:at:9:9:9', 'match:catch-up:123:game:999999999:1:0'])(
    'shows no more than there is for a bookmark beyond the end: %s',
    async (id) => {
      const { services } = await aStage([]);
      await storeMatch(services);
      expect(textOf(await press(services, id))).toContain('beat Soria / Pinto 6-0 6-0');
    },
  );

  it.each(['at:1:1:-1', 'at:1:1', 'game:x:1:0', 'leap:1:1:0', 'at:1e3:1:0'])(
    'refuses a control that the bot never creates: %s',
    async (rest) => {
      const { services } = await aStage([]);
      await storeMatch(services);
      await expectRefusal(() => press(services, `match:catch-up:123:${rest}`), 'outdated-control');
    },
  );
});

describe('catching up by sets', () => {
  it('requests the points of a match stored without them once, and goes on', async () => {
    const { services, service } = await aStage([]);
    await storeMatches(services, aMatch({ status: 'finished', score: sets('6-4 6-7(5) 6-2') }));
    const first = await walk(services, 'Next game');
    expect(service.received.map(({ path }) => path)).toEqual(['/api/matches/123/live']);
    expect(textOf(first)).toContain('Set 1 to **Vega / Lamas** against Soria / Pinto, 6-4.');
    expect(textOf(first)).toContain('Points: nothing on record');
    expect(textOf(await walk(services, 'Next game', 'Next big moment'))).toContain('7-6(5)');
    expect(textOf(await walk(services, 'Next set', 'Next set', 'Next set'))).toContain(
      'beat Soria / Pinto 6-4 6-7(5) 6-2',
    );
  });

  it('requests the beginning of a match that the bot saw from its second set on', async () => {
    const { services, service } = await aStage([], (response) => {
      const games = [{ game_number: 1, game_score: '0 - 0', points: ['15:0', '30:0', '40:0'] }];
      const sets = [{ set_number: 1, set_score: '6-0', games }];
      says(response, 200, aLiveOnWire({ id: 123, sets }));
    });
    const [first, second, ...rest] = feedOf(whitewash('team_1')).sets;
    if (first === undefined || second === undefined) throw new Error('two sets');
    const seen = {
      ...feedOf(whitewash('team_1')),
      sets: [{ ...first, games: [] }, second, ...rest],
    };
    const held = finishedMatch(whitewash('team_1'));
    const state = withPoints(stateOf(held), seen, null);
    await insertMatch(services.db, { match: held, state, now: 1 });
    const shown = await walk(services, 'Next game');
    expect(textOf(shown)).toContain('**Vega / Lamas** win the game · 40-0');
    expect(service.received).toHaveLength(1);
  });

  it('sends at most one request per step about a match that is not stored', async () => {
    const { services, service } = await aStage([], (response, { url = '' }) => {
      says(response, 200, url.endsWith('/live') ? aLiveOnWire() : aMatchOnWire());
    });
    const start = await press(services, 'match:catch-up:5:start');
    expect(service.received).toHaveLength(1);
    await press(services, buttonsOf(start).get('Next game') ?? '');
    expect(service.received).toHaveLength(2);
    await press(services, buttonsOf(start).get('Next set') ?? '');
    expect(service.received).toHaveLength(2);
  });
});

describe('"Catch me up" on a message', () => {
  const use = async (services: Services, ...controls: string[]) =>
    match.onMessage?.run({ ...aRequest(), message: { id: '77', controls } }, services);

  it('has a name in every language, short enough for Discord', () => {
    const { type, name, name_localizations: names } = match.onMessage?.definition ?? {};
    expect(type).toBe(ApplicationCommandType.Message);
    expect(name).toBe('Catch me up');
    expect(new Set(Object.values(names ?? {})).size).toBe(LOCALES.length - 1);
    for (const locale of LOCALES) {
      expect(translator(locale)('catchUp.name').length).toBeLessThanOrEqual(32);
    }
  });

  it.each(['match:points:123', 'h2h:match:123', 'match:catch-up:123:start', 'follow:match:123'])(
    'walks through the match of the message with %s',
    async (control) => {
      const { services } = await aStage([]);
      await storeMatch(services);
      const shown = await use(services, 'match:refresh', control, control);
      expect(shown).toEqual(await walk(services));
    },
  );

  it.each([[[]], [['match:card:123', 'match:card:124']], [['help:123']]])(
    'refuses a message about no match, or about several: %j',
    async (controls) => {
      const { services } = await aStage([]);
      await expectRefusal(() => use(services, ...controls), 'no-match-in-message');
    },
  );
});

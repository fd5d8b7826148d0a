import { describe, expect, it } from 'vitest';
import { ranking } from '#commands/ranking.ts';
import { NotInPlan, ServiceDown } from '#src/padel-api/errors.ts';
import { translator } from '#src/i18n/i18n.ts';
import { aPlayer } from '../padel-api/names.ts';
import { pageOnWire, says, type Answering } from '../padel-api/service.ts';
import { aRequest, aStage, whileTyping, type Typed } from './stage.ts';

const WOMEN = Array.from({ length: 45 }, (_, index) =>
  aPlayer(index + 1, `Ana Numero${index + 1}`, {
    ranking: index + 1,
    category: 'women',
    country: index % 2 === 0 ? 'ES' : 'DE',
  }),
);
const NAMES = [...WOMEN, aPlayer(99, 'Pol Mas', { country: 'BR' })];

/** The list of the service, a page of it. */
const players: Answering = (response, { url = '' }) => {
  const query = new URL(url, 'http://localhost').searchParams;
  const wanted = NAMES.filter(
    ({ category, country }) =>
      category === query.get('category') &&
      (query.get('nationality') === null || country === query.get('nationality')),
  );
  const page = Number(query.get('page') ?? 1);
  const shown = wanted.slice((page - 1) * 20, page * 20).map((entry) => ({
    ...entry,
    ranking: String(entry.ranking ?? 9999),
    nationality: entry.country,
  }));
  says(response, 200, pageOnWire(shown, page, Math.ceil(wanted.length / 20)));
};

const ask = async (typed: Typed, answer: Answering = players) => {
  const { services, service } = await aStage(NAMES, answer);
  const message = await ranking.run(aRequest(typed), services);
  return { services, service, embed: message.embeds?.[0], controls: message.components };
};

describe('/ranking', () => {
  it('shows the first twenty', async () => {
    const { embed, controls } = await ask({ category: 'women' });
    expect(embed?.title).toBe("Women's ranking");
    expect(embed?.description).toContain('20 DE A. Numero20');
    expect(JSON.stringify(controls)).toContain('"label":"1 of 3"');
  });

  it('turns to the page of a player, in their own category, and says so', async () => {
    const { embed, service } = await ask({ category: 'men', player: 'Ana Numero41' });
    const INSTEAD = "**Ana Numero41** stands in the women's ranking: here it is.";
    expect(embed?.description?.split('\n')[0]).toBe(INSTEAD);
    const own = await ask({ category: 'women', player: 'Ana Numero41' });
    expect(own.embed?.description).not.toContain(INSTEAD);
    expect(embed?.title).toBe("Women's ranking");
    expect(embed?.description).toContain('▸41 ES A. Numero41');
    expect(service.received).toHaveLength(1);
  });

  it('looks at the pages beside when the directory is a week old', async () => {
    const shifted: Answering = (response, { url = '' }) => {
      const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
      const entry = { id: page === 2 ? 20 : 7, name: 'Ana Numero20', category: 'women' };
      says(response, 200, pageOnWire([entry], page, 3));
    };
    const { service } = await ask({ category: 'women', player: '20' }, shifted);
    const pages = service.received.map(({ path }) => /[?&]page=(\d)/.exec(path)?.[1]);
    expect(pages).toEqual([undefined, '2']);
  });

  it('says of a player of another country that they are not in the list', async () => {
    const { embed } = await ask({ category: 'women', country: 'DE', player: 'Ana Numero1' });
    expect(embed?.description).toContain('**Ana Numero1** does not stand in this list.');
  });

  it.each([
    ['its code', 'de'],
    ['its name', 'Germany'],
    ['its name in another language', 'Alemania'],
  ])('takes a country by %s', async (_reason, country) => {
    const { embed } = await ask({ category: 'women', country });
    expect(embed?.title).toContain('Germany');
    expect(embed?.description).not.toContain(' ES ');
  });

  it.each([
    ['an unknown country', { category: 'men', country: 'Narnia' }, 'unknown-country'],
    ['an unknown player', { category: 'men', player: 'Zzyzx' }, 'unknown-player'],
  ])('says that it knows %s', async (_reason, typed: Typed, problem) => {
    await expect(ask(typed)).rejects.toMatchObject({ problem });
  });

  it.each([
    ['the service is down', 500, ServiceDown],
    ['the plan lacks it', 402, NotInPlan],
  ])('says that %s', async (_reason, status, problem) => {
    const refusing: Answering = (response) => {
      says(response, status, {});
    };
    await expect(ask({ category: 'men' }, refusing)).rejects.toBeInstanceOf(problem);
  });

  it('completes countries in the language of the reader, the largest first', async () => {
    const { services } = await aStage(NAMES);
    const offered = async (typed: string) => {
      const request = { ...whileTyping('country', { country: typed }), t: translator('es') };
      return await ranking.autocomplete?.({ ...request, locale: 'es' }, services);
    };
    expect((await offered(''))?.map(({ value }) => value)).toEqual(['ES', 'DE', 'BR']);
    expect(await offered('alema')).toEqual([{ name: '🇩🇪 Alemania', value: 'DE' }]);
  });
});

describe('a control of a ranking', () => {
  const press = async (...values: readonly string[]) => {
    const { services } = await aStage(NAMES, players);
    return await ranking.press?.run({ ...aRequest(), values, chosen: [] }, services);
  };

  it('turns the page and keeps the mark', async () => {
    const message = await press('women', '-', '3', '41');
    expect(message?.embeds?.[0]?.description).toContain('▸41');
    const german = await press('women', 'DE', '1', '-');
    expect(german?.embeds?.[0]?.title).toContain('Germany');
  });

  it.each([
    ['another word', ['juniors', '-', '1', '-']],
    ['no page', ['men', '-']],
    ['an odd page', ['men', '-', '-1', '-']],
    ['a country that is none', ['men', 'Spain', '1', '-']],
    ['nothing', []],
  ])('with %s is outdated', async (_reason, values) => {
    await expect(press(...values)).rejects.toMatchObject({ problem: 'outdated-control' });
  });
});

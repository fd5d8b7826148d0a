import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type App } from '#src/app.ts';
import { commands } from '#commands/index.ts';
import en from '#data/locales/en.json' with { type: 'json' };
import { aLog } from '../lib/log.ts';
import {
  anAsker,
  expectDeclaredPrivacy,
  expectGoodManners,
  PLACES,
  textOf,
  type Asker,
} from './askers.ts';
import { explore } from './explore.ts';
import { factsOf, MATCH_STATES, type Facts } from './facts.ts';
import { letPass } from './programme.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';

type Line = (facts: Facts) => string;

interface Row {
  /** A question to which there is an answer. */
  readonly asked: Line;
  /** Questions to which there is none, and the problem that is told; null when an answer says so. */
  readonly none?: readonly (readonly [Line, string | null])[];
  /** What it takes to be offered the command; everybody is, unless told otherwise. */
  readonly offered?: 'server' | 'operator';
}

const UNKNOWN = 'Zzyzx';

const EVERYTHING: Line = ({ woman, partners: [one, other], liveTournament, matchIn }) =>
  `/follow player:${woman(0)} pair:${one} / ${other} tournament:${liveTournament} ` +
  `match:${matchIn('scheduled')} category:women level:major`;

const NO_MATCH: Row['none'] = [
  [() => `/match match:${UNKNOWN}`, 'unknown-match'],
  [() => '/match match:99999999', 'no-such-match'],
];

const matchRows = Object.fromEntries(
  MATCH_STATES.map((state): [string, Row] => [
    `/match, ${state}`,
    {
      asked: ({ matchIn }) => `/match match:${matchIn(state)}`,
      none: state === 'finished' ? NO_MATCH : [],
    },
  ]),
);

/** Every command of the bot. */
const ROWS: Readonly<Record<string, Row>> = {
  '/player': {
    asked: ({ man }) => `/player player:${man(0)}`,
    none: [[() => `/player player:${UNKNOWN}`, 'unknown-player']],
  },
  '/pair by one player': {
    asked: ({ partners: [one] }) => `/pair player:${one}`,
    none: [
      [() => '/pair', 'nothing-named'],
      [() => `/pair pair:${UNKNOWN}`, 'unknown-pair'],
    ],
  },
  '/pair by both': {
    asked: ({ partners: [one, other] }) => `/pair player:${other} partner:${one}`,
    none: [[({ man }) => `/pair player:${man(0)} partner:${man(11)}`, 'never-paired']],
  },
  '/h2h': {
    asked: ({ man }) => `/h2h player:${man(0)} opponent:${man(2)}`,
    none: [
      [({ man }) => `/h2h player:${UNKNOWN} opponent:${man(0)}`, 'unknown-player'],
      [({ man, woman }) => `/h2h player:${woman(0)} opponent:${man(0)}`, 'mixed-categories'],
    ],
  },
  '/h2h of pairs': {
    asked: ({ man }) =>
      `/h2h player:${man(0)} opponent:${man(2)} partner:${man(1)} opponent_partner:${man(3)}`,
    // Nobody of these plays with anybody of those.
    none: [
      [
        ({ man }) =>
          `/h2h player:${man(0)} opponent:${man(9)} partner:${man(11)} opponent_partner:${man(4)}`,
        null,
      ],
    ],
  },
  '/simulate': {
    asked: ({ woman }) => `/simulate player:${woman(0)} opponent:${woman(4)}`,
    none: [[({ man }) => `/simulate player:${man(0)} opponent:${man(0)}`, 'same-player']],
  },
  '/simulate of pairs': {
    asked: ({ man }) =>
      `/simulate player:${man(0)} opponent:${man(9)} partner:${man(1)} opponent_partner:${man(8)}`,
    none: [
      [
        ({ man }) => `/simulate player:${man(0)} opponent:${man(9)} partner:${man(1)}`,
        'too-many-players',
      ],
    ],
  },
  ...matchRows,
  '/live': { asked: () => '/live' },
  '/schedule': {
    asked: () => '/schedule',
    none: [
      [() => '/schedule day:2026-12-25', null],
      [() => `/schedule day:${UNKNOWN}`, 'unknown-day'],
      [() => `/schedule tournament:${UNKNOWN}`, 'unknown-tournament'],
    ],
  },
  '/schedule of a tournament and category': {
    asked: ({ liveTournament }) => `/schedule tournament:${liveTournament} category:women`,
    none: [[({ emptyTournament }) => `/schedule tournament:${emptyTournament}`, null]],
  },
  '/tournament in play': {
    asked: ({ liveTournament }) => `/tournament tournament:${liveTournament}`,
    none: [
      [({ emptyTournament }) => `/tournament tournament:${emptyTournament}`, null],
      [() => `/tournament tournament:${UNKNOWN}`, 'unknown-tournament'],
    ],
  },
  '/tournament that is over': {
    asked: ({ finishedTournament }) => `/tournament tournament:${finishedTournament}`,
  },
  '/season': { asked: () => '/season', none: [[() => '/season year:2023', null]] },
  '/ranking': {
    asked: () => '/ranking category:women',
    none: [
      [() => '/ranking category:men country:Antarctica', 'unknown-country'],
      [() => `/ranking category:men player:${UNKNOWN}`, 'unknown-player'],
    ],
  },
  '/ranking of a country': { asked: () => '/ranking category:men country:ES' },
  '/ranking around a player': {
    asked: ({ man }) => `/ranking category:men player:${man(30)}`,
  },
  '/follow': {
    asked: ({ man }) => `/follow player:${man(0)}`,
    none: [
      [() => '/follow', 'nothing-to-follow'],
      [({ finishedTournament }) => `/follow tournament:${finishedTournament}`, 'tournament-over'],
    ],
    offered: 'server',
  },
  '/follow of everything': {
    asked: EVERYTHING,
    offered: 'server',
  },
  '/follows': { asked: () => '/follows', offered: 'server' },
  '/unfollow': {
    asked: ({ man }) => `/unfollow player:${man(0)}`,
    none: [
      [() => '/unfollow', 'nothing-to-unfollow'],
      [({ man }) => `/unfollow player:${man(7)}`, 'not-followed-me'],
    ],
    offered: 'server',
  },
  '/status': { asked: () => '/status' },
  '/help': { asked: () => '/help' },
  '/webhook': {
    asked: () => '/webhook show',
    none: [[() => '/webhook show id:99', 'unknown-webhook']],
    offered: 'operator',
  },
};

const rows = Object.entries(ROWS);
const withNone = rows.flatMap(([name, { none = [], offered }]) =>
  none.map(([asked, problem], index) => ({ name, index, asked, problem, offered })),
);

/** A log that says why, too. */
const log = () => {
  const { lines, ...write } = aLog();
  const error = (details: object, message: string): void => {
    const reason = 'err' in details && details.err instanceof Error ? details.err.stack : undefined;
    lines.push(`error ${message}: ${reason ?? JSON.stringify(details)}`);
  };
  return { ...write, error, lines };
};

const logged = log();
let stage: Stage;
let bot: App;
let askers: readonly Asker[];
let facts: (set: number) => Facts;

beforeAll(async () => {
  stage = await openStage(logged);
  bot = await stage.startBot();
  facts = await factsOf(stage);
  askers = await Promise.all(PLACES.map((place) => anAsker(stage, place)));
  // Names arrive page by page; the directory is whole when the last of them is known.
  await vi.waitFor(async () => {
    const told = await stage.run('member', `/player player:${facts(3).woman(11)}`);
    expect(told.ephemeral, told.message?.content).toBe(false);
  }, PATIENCE);
  await vi.waitFor(async () => {
    const told = await stage.run('member', `/tournament tournament:${facts(0).emptyTournament}`);
    expect(told.ephemeral, told.message?.content).toBe(false);
  }, PATIENCE);
});

afterAll(async () => {
  await stage.stop();
});

afterEach(() => {
  const lines = logged.lines.splice(0);
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
});

type Offered = Row['offered'];

const isOperator = ({ who }: Asker): boolean => who.includes('clara');

/** Whether Discord's client offers the command to somebody where they are. */
const isOffered = (offered: Offered, asker: Asker): boolean =>
  asker.place === 'server' ? offered !== 'operator' || isOperator(asker) : offered !== 'server';

/** The problem that somebody is told in place of an answer because of who they are. */
const problemOf = (offered: Offered, asker: Asker): string | null =>
  offered === 'operator' && !isOperator(asker) ? 'operator-only' : null;

/** Asks as everybody at once, and answers which problems were told. */
const everybodyAsks = (
  offered: Offered,
  line: string,
  check: (problem: string | null, asker: Asker) => void,
): Promise<unknown> =>
  Promise.all(
    askers.map(async (asker) => {
      if (!isOffered(offered, asker)) {
        await expect(asker.run(line), asker.who).rejects.toThrow(/cannot be run|may not run/);
        return;
      }
      const answer = await asker.run(line);
      const problem = expectGoodManners(asker, answer, line);
      expectDeclaredPrivacy(answer, line, problem);
      check(problem, asker);
    }),
  );

/** The commands whose controls were used. */
const pressed = new Set<string>();

/** Presses and chooses everything as somebody; true to good manners, whatever is told. */
const useEverything = async (who: string, { asked, offered }: Row, set: number): Promise<void> => {
  const asker = askers.find((each) => each.who.startsWith(who));
  if (asker === undefined || !isOffered(offered, asker)) return;
  await explore(asker, asked(facts(set)), (answer, way) => {
    expect(expectGoodManners(asker, answer, way), way).not.toBe('outdated-control');
    const [, control] = / > (\w+):[^>]*$/.exec(way) ?? [];
    if (control !== undefined) pressed.add(control);
  });
};

const controlled = rows.filter(([name]) => /^\/(match|player|pair|tournament)/.test(name));

describe('in a server without an alert channel', () => {
  it.each(['/follow category:men', '/unfollow category:men', '/follows'])(
    '%s says what to do first',
    async (line) => {
      await everybodyAsks('server', line, (problem) => {
        expect(problem).toBe('no-alert-channel');
      });
    },
  );

  it('a moderator sets one up, in every language of the table', async () => {
    for (const [who, language] of [
      ['tomas', 'es'],
      ['clara', 'en'],
    ]) {
      const asker = askers.find((each) => each.who.includes(`${who} in server`));
      const answer = await asker?.run(`/alerts setup channel:#padel-alerts language:${language}`);
      expect(answer).toMatchObject({ status: 'answered', ephemeral: true });
    }
  });
});

describe('with data', () => {
  it.each(rows)('%s answers everybody', async (_name, { asked, offered }) => {
    await everybodyAsks(offered, asked(facts(0)), (problem, asker) => {
      expect(problem, asker.who).toBe(problemOf(offered, asker));
    });
  });
});

describe('with no data', () => {
  it.each(withNone)('$name says so ($index)', async ({ asked, offered, problem }) => {
    const line = asked(facts(0));
    await everybodyAsks(offered, line, (told, asker) => {
      expect(told, `${asker.who}: ${line}`).toBe(problemOf(offered, asker) ?? problem);
    });
  });
});

const isAutocompleted = (option: object): boolean =>
  'autocomplete' in option && option.autocomplete === true;

describe('every option with names', () => {
  const options = commands.flatMap(({ definition: { name: command, options = [] } }) =>
    options
      .filter(isAutocompleted)
      .map(({ name }) => ({ command, name, isOfServer: command.includes('follow') })),
  );

  it.each(options)('/$command $name: offers some', async ({ command, name, isOfServer }) => {
    // So that there is something to unfollow of each kind.
    const [first] = askers;
    await first?.run(EVERYTHING(facts(0)));
    for (const asker of isOfServer ? askers.slice(0, 1) : askers) {
      const { option, choices } = await asker.complete(`/${command} ${name}:`);
      expect(option).toBe(name);
      expect(choices.length, asker.who).toBeGreaterThan(0);
      const begun = choices[0]?.name.slice(0, 3).trim() ?? '';
      const narrowed = await asker.complete(`/${command} ${name}:${begun}`);
      expect(narrowed.choices.length, `${asker.who}: ${begun}`).toBeGreaterThan(0);
    }
  });
});

describe('every button and menu', () => {
  const explorers = ['member nora in server', 'moderator tomas in server', 'member iker in direct'];

  it.each(rows.filter(([, { offered }]) => offered !== 'operator'))(
    '%s can be used to the second step',
    async (_name, row) => {
      await Promise.all(explorers.map((who) => useEverything(who, row, 0)));
    },
  );
});

describe('the commands that have buttons or menus', () => {
  it('have all been asked by one', () => {
    const having = commands.filter(({ press }) => press !== undefined);
    const names = having.map(({ definition }) => definition.name);
    expect([...pressed].toSorted()).toEqual(names.filter((name) => name !== 'webhook').toSorted());
  });
});

describe('while the data service is down', () => {
  beforeAll(() => stage.demo.padel.steer({ api: 'down' }));
  afterAll(() => stage.demo.padel.steer({ api: 'ok' }));

  it.each(rows)('%s answers what was asked before', async (_name, { asked, offered }) => {
    await everybodyAsks(offered, asked(facts(0)), (problem, asker) => {
      // The webhook is not for guessing: it is read whenever it is asked for.
      const expected = offered === 'operator' ? 'service-down' : null;
      expect(problem, asker.who).toBe(problemOf(offered, asker) ?? expected);
    });
  });

  it.concurrent.each(rows)('%s answers something new, or says it', async (_name, row) => {
    await everybodyAsks(row.offered, row.asked(facts(2)), (problem, asker) => {
      expect([problemOf(row.offered, asker), 'service-down'], asker.who).toContain(problem);
    });
  });

  it.concurrent.each(controlled)('%s says it on every button, too', async (_name, row) => {
    await useEverything('member iker in server', row, 2);
  });
});

describe('on a small plan', () => {
  beforeAll(async () => {
    await bot.stop();
    const config = { ...stage.demo.config };
    bot = await startApp({
      config: { ...config, padel: { ...config.padel, token: 'sandbox-free' } },
      requestsPerMinute: 100_000,
      log: logged,
    });
  });

  afterAll(async () => {
    await bot.stop();
    bot = await stage.startBot();
  });

  it.each(rows)('%s says what the plan lacks', async (_name, { asked, offered }) => {
    await everybodyAsks(offered, asked(facts(1)), (problem, asker) => {
      const expected = problemOf(offered, asker);
      expect([expected, 'not-in-plan'], asker.who).toContain(problem);
    });
  });

  it.each(controlled)('%s says it on every button, too', async (_name, row) => {
    await useEverything('member iker in direct', row, 1);
  });
});

describe('the webhook', () => {
  it('is changed and deleted by its operator', async () => {
    await useEverything('operator', ROWS['/webhook'] ?? { asked: () => '/webhook show' }, 0);
  });
});

describe('at night', () => {
  beforeAll(async () => {
    const night = new Date(stage.demo.padel.getWorld().now);
    await letPass(stage, night.setUTCHours(26, 0, 0, 0));
    await vi.waitFor(async () => {
      expect(textOf(await stage.run('member', '/live'))).toContain(en.live.none);
    }, PATIENCE);
  });

  it.each(['/live', '/schedule', '/status'])('%s says that nothing is in play', async (line) => {
    await everybodyAsks(undefined, line, (problem, asker) => {
      expect(problem, asker.who).toBeNull();
    });
  });
});

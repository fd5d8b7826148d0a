import { afterAll, afterEach, beforeAll, describe, expect, it, vi, onTestFinished } from 'vitest';
import { startApp, type App } from '#src/app.ts';
import { commands } from '#commands/index.ts';
import en from '#data/locales/en.json' with { type: 'json' };
import type { Answer } from '#sandbox/discord/control-contract.ts';
import { LOCALES } from '#src/i18n/i18n.ts';
import { aLog } from '../lib/log.ts';
import {
  anAsker,
  expectDeclaredPrivacy,
  expectGoodManners,
  PLACES,
  textOf,
  type Asker,
} from './askers.ts';
import { ALERT_ROWS, alertChannelIn } from './alert-rows.ts';
import { controlsOf, explore } from './explore.ts';
import { openScoresIn } from './open-scores.ts';
import { factsOf, type Facts } from './facts.ts';
import { letPass } from './programme.ts';
import { QUESTION_ROWS, type Row } from './question-rows.ts';
import { openStage, PATIENCE, type Stage } from './stage.ts';
import { UNLIMITED } from './unlimited.ts';

const ROWS: Readonly<Record<string, Row>> = {
  ...QUESTION_ROWS,
  ...ALERT_ROWS,
  // Its menus would change the user's language, and its buttons delete what others need.
  '/settings': { asked: () => '/settings', isExplored: false },
};

const rows = Object.entries(ROWS);
const withNone = rows.flatMap(([name, row]) =>
  (row.none ?? []).map(([asked, problem], index) => ({ name, index, asked, problem, row })),
);

/** A log that keeps the stack of each error, too. */
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
  // Names arrive page by page: the directory is complete when the last of them is known.
  await vi.waitFor(async () => {
    const answer = await stage.run('member', `/player player:${facts(3).woman(11)}`);
    expect(answer.ephemeral, answer.message?.content).toBe(false);
  }, PATIENCE);
  await vi.waitFor(async () => {
    const answer = await stage.run('member', `/tournament tournament:${facts(0).emptyTournament}`);
    expect(answer.ephemeral, answer.message?.content).toBe(false);
  }, PATIENCE);
});

afterAll(async () => {
  await stage.stop();
});

afterEach(() => {
  const lines = logged.lines.splice(0);
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
});

/** Whether Discord's client offers a command to a user in their place. */
const isOffered = (offered: Row['offered'], asker: Asker): boolean =>
  offered !== 'moderator' || isModerator(asker);

const isModerator = ({ place, who }: Asker): boolean =>
  place === 'server' && who.startsWith('moderator');

/** The problem that a user gets instead of a response because they may not use the command. */
const problemOf = ({ refuses }: Row, asker: Asker): string | null => refuses?.(asker) ?? null;

type Check = (problem: string | null, asker: Asker) => void;

/** Runs a command as all users at once, and checks the problem that each of them gets. */
const everybodyAsks = (row: Row, set: number, check: Check): Promise<unknown> =>
  ask(askers, row, set, check);

/** Runs a command as one user of each kind; `everybodyAsks` covers the others. */
const someAsk = (row: Row, set: number, check: Check): Promise<unknown> => {
  const some = ['moderator clara in server', 'member iker in direct'];
  const asking = askers.filter(({ who }) => some.some((begin) => who.startsWith(begin)));
  return ask(asking, row, set, check);
};

const ask = (
  asking: readonly Asker[],
  { asked, before, offered, refuses }: Row,
  set: number,
  check: Check,
): Promise<unknown> =>
  Promise.all(
    asking.map(async (asker) => {
      const line = asked(facts(set), asker);
      if (!isOffered(offered, asker)) {
        await expect(asker.run(line), asker.who).rejects.toThrow(/cannot be run|may not run/);
        return;
      }
      if (before !== undefined && (refuses?.(asker) ?? null) === null) {
        await asker.run(before(facts(set), asker));
      }
      const answer = await asker.run(line);
      const problem = expectGoodManners(asker, answer, line);
      expectDeclaredPrivacy(answer, line, problem);
      check(problem, asker);
    }),
  );

/** The commands whose buttons or menus were used. */
const pressed = new Set<string>();

/** Uses every button and menu as one user, and expects a proper response each time. */
const useEverything = async (
  who: string,
  row: Row,
  set: number,
  known = new Set<string>(),
): Promise<void> => {
  const { asked, offered } = row;
  const asker = askers.find((each) => each.who.startsWith(who));
  if (asker === undefined || !isOffered(offered, asker)) return;
  const onAnswer = (answer: Answer, way: string): void => {
    expect(expectGoodManners(asker, answer, way), way).not.toBe('outdated-control');
    const [, control] = / > (\w+):[^>]*$/.exec(way) ?? [];
    if (control !== undefined) pressed.add(control);
  };
  await explore(asker, asked(facts(set), asker), onAnswer, known);
};

const controlled = rows.filter(([name]) => /^\/(match|player|pair|tournament)/.test(name));

describe('commands in a server without an alert channel', () => {
  const whereNone = { server: 'no-alert-channel', elsewhere: null };

  it.each([
    ['/follow what:men', whereNone],
    ['/follow what:men who:direct', { server: null, elsewhere: null }],
    ['/follow', { server: null, elsewhere: null }],
  ])('%s asks to set one up if it needs one', async (line, expected) => {
    await everybodyAsks({ asked: () => line }, 0, (problem, { place, who }) => {
      expect(problem, who).toBe(expected[place === 'server' ? 'server' : 'elsewhere']);
    });
  });

  it.each(['panel', 'health', 'file'])('/alerts %s asks to set one up', async (name) => {
    const row = { ...ALERT_ROWS['/alerts health'], asked: () => `/alerts ${name}` };
    await everybodyAsks(row, 0, (problem, asker) => {
      expect(problem, asker.who).toBe(problemOf(row, asker) ?? 'no-alert-channel');
    });
  });

  it('/alerts setup lets a moderator set one up, in English and in Spanish', async () => {
    for (const [who, language] of [
      ['tomas', 'es'],
      ['clara', 'en'],
    ] as const) {
      const asker = askers.find((each) => each.who.includes(`${who} in server`));
      await stage.makeChannel(alertChannelIn(language));
      const setUp = (channel: string) =>
        asker?.run(`/alerts setup channel:#${channel} language:${language}`);
      expect(await setUp('padel-alerts')).toMatchObject({ status: 'answered', ephemeral: true });
      expect(await setUp(alertChannelIn(language))).toMatchObject({ ephemeral: true });
    }
  });
});

describe('commands with data', () => {
  it.each(rows)(
    '%s answers everyone who may use it, and refuses the others',
    async (_name, row) => {
      await everybodyAsks(row, 0, (problem, asker) => {
        expect(problem, asker.who).toBe(problemOf(row, asker));
      });
    },
  );
});

describe('commands without data', () => {
  it.each(withNone)('$name says what is missing ($index)', async ({ asked, row, problem }) => {
    await everybodyAsks({ ...row, asked, before: () => '/help' }, 0, (reported, asker) => {
      expect(reported, asker.who).toBe(problemOf(row, asker) ?? problem);
    });
  });
});

const isAutocompleted = (option: object): boolean =>
  'autocomplete' in option && option.autocomplete === true;

interface Completed {
  readonly name: string;
  readonly options?: readonly Completed[];
}

/** The autocompleted options of a command and of its subcommands, as a user types them. */
const completedIn = (typed: string, options: readonly Completed[] = []): readonly string[] =>
  options.flatMap((option) => [
    ...(isAutocompleted(option) ? [`/${typed} ${option.name}:`] : []),
    ...completedIn(`${typed} ${option.name}`, option.options),
  ]);

describe('autocomplete', () => {
  const lines = commands.flatMap(({ definition: { name, options = [] } }) =>
    completedIn(name, options as readonly Completed[]),
  );

  it.each(lines)('%s offers choices, also after the first letters of one', async (line) => {
    const asking = askers.filter((asker) => isModerator(asker) || !line.startsWith('/alerts'));
    for (const asker of asking) {
      const { option, choices } = await asker.complete(line);
      expect(line).toContain(` ${option}:`);
      expect(choices.length, asker.who).toBeGreaterThan(0);
      const begun =
        choices[0]?.name
          .replace(/^\P{L}+/u, '')
          .slice(0, 3)
          .trim() ?? '';
      const narrowed = await asker.complete(`${line}${begun}`);
      expect(narrowed.choices.length, `${asker.who}: ${begun}`).toBeGreaterThan(0);
    }
  });
});

describe('the buttons and menus of a response', () => {
  const explorers = ['member nora in server', 'moderator tomas in server', 'member iker in direct'];
  const explored = rows.filter(([, { isExplored }]) => isExplored !== false);

  it.each(explored)('work for two steps: %s', async (_name, row) => {
    await Promise.all(explorers.map((who) => useEverything(who, row, 0)));
  });
});

describe('a settings file', () => {
  it('is exported, changed, previewed and applied, and refused when it is invalid', async () => {
    const clara = askers.find(({ who }) => who.startsWith('moderator clara in server'));
    if (clara === undefined) throw new Error('no moderator among the users');
    const exported = async (): Promise<string> => {
      const { message } = await clara.run('/alerts file');
      return await (await fetch(message?.attachments[0]?.url ?? '')).text();
    };
    const importing = (text: string) => {
      const content = Buffer.from(text).toString('base64');
      return clara.run('/alerts file', { file: { filename: 'settings.json', content } });
    };
    const text = await exported();
    expect(textOf(await importing(text))).toContain('Nothing to change');
    const refused = await importing(text.slice(1));
    expect(expectGoodManners(clara, refused, '/alerts file')).toBe('file-unreadable');
    const huge = await importing(' '.repeat(257 * 1_024));
    expect(expectGoodManners(clara, huge, '/alerts file')).toBe('file-unreadable');

    const changed = text.replaceAll(/"remindBefore": \d+/g, '"remindBefore": 60');
    const shown = await importing(changed);
    expect(shown).toMatchObject({ status: 'answered', ephemeral: true });
    expect(textOf(shown)).toContain('Reminder 60 min before the match');
    expect(await exported()).not.toContain('"remindBefore": 60');
    const apply = controlsOf(shown.message).find(({ id }) => id.startsWith('alerts:import:'));
    const done = await clara.press(shown.message?.id ?? '', apply?.id ?? '');
    expect(done.status).toBe('updated');
    expect(textOf(done)).toContain('Done. ');
    expect(done.message?.attachments).toEqual([]);
    expect(textOf(await importing(changed))).toContain('Nothing to change');
    // A client that still shows the old message presses its button.
    const again = await clara.press(shown.message?.id ?? '', 'alerts:discard').catch(String);
    expect(again).toContain('has no component');
  });
});

describe('the commands with buttons or menus', () => {
  it('have all had one used, except /settings', () => {
    const having = commands.filter(({ component: press }) => press !== undefined);
    const names = having.map(({ definition }) => definition.name);
    const used = [...pressed].filter((name) => name !== 'share').toSorted();
    expect(used).toEqual(names.filter((name) => name !== 'settings').toSorted());
  });
});

describe('a user who hides scores', () => {
  const choose = async (asker: Asker, customId: string, ...values: string[]): Promise<void> => {
    const { message } = await asker.run('/settings');
    const answer = await asker.press(message?.id ?? '', customId, values);
    expect(answer.status, customId).toBe('updated');
  };

  // A calendar has no results, and its dates look like scores.
  it.each(LOCALES)('sees no score in any response, in %s', async (locale) => {
    const hider = askers.find(({ who }) => who.startsWith('moderator clara in server'));
    if (hider === undefined) throw new Error('no user hides scores');
    await choose(hider, 'settings:scores:hide');
    await choose(hider, 'settings:language', locale);
    onTestFinished(async () => {
      await choose(hider, 'settings:scores:show');
      await choose(hider, 'settings:language', 'auto');
    });
    let hidden = 0;
    for (const [name, row] of rows.filter(
      ([asked]) => !/^\/(?:settings|tournament without)/.test(asked),
    )) {
      const answer = await hider.run(row.asked(facts(0), hider));
      expect(answer, name).toMatchObject({ status: 'answered', ephemeral: true });
      expect(openScoresIn(answer), `${name} in ${locale}`).toEqual([]);
      if (controlsOf(answer.message).some(({ id }) => id === 'show')) hidden += 1;
    }
    expect(hidden).toBe(15);
  });
});

describe('commands while the data service is down', () => {
  beforeAll(() => stage.demo.padel.steer({ api: 'down' }));
  afterAll(() => stage.demo.padel.steer({ api: 'ok' }));

  it.each(rows)('%s answers what was asked before the outage', async (_name, row) => {
    await someAsk(row, 0, (problem, asker) => {
      expect(problem, asker.who).toBe(problemOf(row, asker));
    });
  });

  // Not concurrent: one row must not remove what another row follows.
  it.each(rows)(
    '%s answers a new question or says that the service is down',
    async (_name, row) => {
      await someAsk(row, 2, (problem, asker) => {
        expect([problemOf(row, asker), 'service-down'], asker.who).toContain(problem);
      });
    },
  );

  const known = new Set<string>();
  it.concurrent.each(controlled)('%s responds to every button and menu', async (_name, row) => {
    await useEverything('member iker in server', row, 2, known);
  });
});

describe('commands on a small plan', () => {
  beforeAll(async () => {
    await bot.stop();
    const config = { ...stage.demo.config };
    bot = await startApp({
      config: { ...config, padel: { ...config.padel, token: 'sandbox-free' } },
      ...UNLIMITED,
      log: logged,
    });
  });

  afterAll(async () => {
    await bot.stop();
    bot = await stage.startBot();
  });

  it.each(rows)('%s answers or says that the data is not in the plan', async (_name, row) => {
    await someAsk(row, 1, (problem, asker) => {
      expect([problemOf(row, asker), 'not-in-plan'], asker.who).toContain(problem);
    });
  });

  const known = new Set<string>();
  it.each(controlled)('%s responds to every button and menu', async (_name, row) => {
    await useEverything('member iker in direct', row, 1, known);
  });
});

describe('commands at night', () => {
  beforeAll(async () => {
    const night = new Date(stage.demo.padel.getWorld().now);
    await letPass(stage, night.setUTCHours(26, 0, 0, 0));
    await vi.waitFor(async () => {
      expect(textOf(await stage.run('member', '/live'))).toContain(en.live.none);
    }, PATIENCE);
  });

  it.each(['/live', '/schedule', '/help'])(
    '%s answers everyone while nothing is in play',
    async (line) => {
      await everybodyAsks({ asked: () => line }, 0, (problem, asker) => {
        expect(problem, asker.who).toBeNull();
      });
    },
  );
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ShownMessage } from '#src/sandbox/discord/control-contract.ts';
import { FANS_ROLE_ID, PEOPLE } from '#src/sandbox/discord/guild/accounts.ts';
import { openPanel, setUpAll, usePanel } from './alert-plan.ts';
import {
  kindOf,
  startRecording,
  toldIn,
  type Recording,
  type Shown,
  type Told,
} from './alert-record.ts';
import { openAlertStage, type AlertStage } from './alert-stage.ts';
import { MATCH, PLAYER, ROWS } from './evening-rows.ts';
import { PATIENCE } from './stage.ts';

/** Who is followed has a name with which everybody could be pinged. */
const NAME = 'Elke De Backer';
const HOSTILE = 'Elke @everyone';

/** The second set, as the service has it wrong at first. */
const RIGHT = '{"team_1":"3","team_2":"6"}';
const WRONG = '{"team_1":"4","team_2":"6"}';

const names = Object.keys(ROWS);
let ids: Map<string, string>;
let stage: AlertStage;
let recording: Recording;
let isMistaken = true;
/** Where the results stood while they were wrong. */
let mistaken = '';

const shownIn = (name: string): readonly Shown[] => recording.of(ids.get(name) ?? name);

/** What was posted, as it was posted. */
const posted = (name: string, kind?: Told): readonly ShownMessage[] =>
  shownIn(name).flatMap(({ type, message }) =>
    type === 'message-create' && message !== null && (kind ?? kindOf(message)) === kindOf(message)
      ? [message]
      : [],
  );

/** What can be read there in the end. */
const left = (name: string): Promise<readonly ShownMessage[]> => stage.posts(ids.get(name) ?? name);

const threadOf = async (name: string) => {
  const { channels } = await stage.state();
  return channels.filter(({ parentId }) => parentId === ids.get(name));
};

const idOf = (username: string): string =>
  PEOPLE.find((person) => person.username === username)?.id ?? '';

const HOOKS: Readonly<Record<string, () => Promise<void>>> = {
  '10:15': async () => {
    await usePanel(stage, await openPanel(stage, 'paused'), 'pause');
  },
  '10:55': async () => {
    // A conversation buries the cards.
    for (const name of ['comes-back', 'stays-put']) {
      for (let line = 1; line <= 12; line += 1) await stage.say(name, 'iker', `vamos ${line}`);
    }
    await vi.waitFor(() => {
      if (posted('comes-back', 'card').length === 0) throw new Error('the card is not back');
    }, PATIENCE);
  },
  '11:16': async () => {
    await usePanel(stage, await openPanel(stage, 'paused'), 'resume');
  },
  '11:58': async () => {
    mistaken = (await left('only-result'))[0]?.content ?? '';
    isMistaken = false;
    await stage.restart();
  },
};

const PASSES = ['10:15', '10:45', '10:55', '11:16', '11:25', '11:35', '11:46', '11:58', '12:05'];

beforeAll(async () => {
  stage = await openAlertStage({
    watched: [MATCH],
    alter: (body) => {
      const named = body.replaceAll(NAME, HOSTILE);
      return isMistaken ? named.replaceAll(RIGHT, WRONG) : named;
    },
  });
  recording = await startRecording(stage.demo.discord.url, stage.now);
  await stage.startBot();
  await stage.knows(MATCH);
  ids = await setUpAll(stage, ROWS);
  await stage.runIn('general', 'svea', `/follow player:${PLAYER} who:direct`);
  ids.set('direct', (await stage.directWith('svea')).id);
  for (const at of [...PASSES, '12:08', '12:31']) {
    await stage.pass(`2026-11-21T${at}:00Z`);
    await HOOKS[at]?.();
  }
}, 180_000);

afterAll(async () => {
  await recording.stop();
  await stage.stop();
});

describe('a channel is told what it wants, and nothing else', () => {
  it.each(names)('%s', async (name) => {
    const told = JSON.stringify(posted(name).map(({ content }) => content));
    expect(toldIn(shownIn(name)), told).toEqual(ROWS[name]?.told);
    const [thread] = await threadOf(name);
    expect(thread === undefined ? [] : toldIn(recording.of(thread.id))).toEqual(
      ROWS[name]?.inThread ?? [],
    );
  });

  it('and somebody by direct message, too', () => {
    expect(toldIn(shownIn('direct'))).toEqual(ROWS['essentials']?.told);
  });
});

describe('the words', () => {
  it.each<[string, Told, RegExp]>([
    [
      'everything',
      'next',
      /^Next on Court Central: .*Lacasa \/ Maddox.* The match before (?:is over|may be over in \d+ min)\.$/,
    ],
    [
      'everything',
      'start',
      /^\*\*Lacasa \/ Maddox\*\* – \*\*\\@everyone \/ Luque\*\* has started$/,
    ],
    ['everything', 'game', /take the game: 1-0 in set 1$/],
    ['everything', 'set', /^Set 1 to \*\*\\@everyone \/ Luque\*\* against Lacasa \/ Maddox, 6-1/],
    ['everything', 'correction', /beat Lacasa \/ Maddox 6-1 6-3\. Told before: .*6-1 6-4\.$/],
    ['everything', 'draw', /^New matches: Paris Major · Women · Round of 16$/],
    ['spanish', 'start', /^Ha empezado \*\*Lacasa/],
    ['spanish', 'result', /ganan a/],
  ])('of %s: %s', (name, kind, words) => {
    expect(posted(name, kind)[0]?.content).toMatch(words);
  });

  it('every game is told once, in its order', () => {
    const games = posted('only-game').map(({ content }) => content);
    expect(new Set(games).size).toBe(games.length);
    expect(games.length).toBeGreaterThanOrEqual(10);
    expect(games.filter((game) => game.endsWith('in set 2')).at(-1)).toContain('3-5');
  });

  it('a result that was wrong is mended where it stands, and says so', async () => {
    expect(mistaken).toContain('6-1 6-4');
    const [result] = await left('only-result');
    expect(result?.content).toContain('6-1 6-3. (corrected <t:');
  });

  it('the card ends with the result', async () => {
    const [card] = await left('only-card');
    expect(card?.embeds[0]?.description).toContain('beat Lacasa / Maddox 6-1 6-3');
  });
});

describe('pings', () => {
  const rolesAt = (name: string) =>
    posted(name).map((message) => [kindOf(message), message.mention_roles]);
  const peopleAt = (name: string, kind: Told) =>
    posted(name, kind).map(({ mentions }) => mentions.map(({ username }) => username).toSorted());

  it('go to a role at start and result alone', () => {
    expect(rolesAt('role').filter(([, roles]) => roles?.length)).toEqual([
      ['start', [FANS_ROLE_ID]],
      ['result', [FANS_ROLE_ID]],
    ]);
  });

  it('go to a role at the kinds that were chosen', () => {
    expect(rolesAt('role-at-sets').filter(([, roles]) => roles?.length)).toEqual([
      ['set', [FANS_ROLE_ID]],
      ['set', [FANS_ROLE_ID]],
    ]);
  });

  it('go to members who follow at start and result alone', () => {
    expect(peopleAt('members', 'start')).toEqual([['iker', 'nora']]);
    expect(peopleAt('members', 'result')).toEqual([['iker', 'nora']]);
    expect(peopleAt('members', 'set')).toEqual([[], []]);
    expect(peopleAt('members-wide-too', 'start')).toEqual([['nora']]);
  });

  it('go to nobody else, whatever a player is called', async () => {
    const pinging = new Set(['role', 'role-at-sets', 'members', 'members-wide-too']);
    const threads = await threadOf('threads');
    for (const name of [...ids.keys(), ...threads.map(({ id }) => id)]) {
      for (const message of posted(name)) {
        expect(message.mention_everyone, `${name}: ${message.content}`).toBe(false);
        if (pinging.has(name)) continue;
        expect(message.mention_roles, `${name}: ${message.content}`).toEqual([]);
        expect(message.mentions, `${name}: ${message.content}`).toEqual([]);
      }
    }
    const pinged = [...pinging].flatMap((name) => posted(name).flatMap(({ mentions }) => mentions));
    const allowed = [idOf('nora'), idOf('iker')];
    expect(pinged.filter(({ id }) => !allowed.includes(id))).toEqual([]);
  });

  it('are no push for a card that is posted anew', () => {
    for (const { flags = 0 } of posted('members', 'card')) expect(flags & 4096).toBe(4096);
  });
});

describe('the look', () => {
  it('covers every score until somebody presses on it', () => {
    for (const { message } of shownIn('covered')) {
      const open = [message?.content, message?.embeds[0]?.description]
        .join('\n')
        .replace(/\|\|[^|]*\|\|/g, '');
      expect(open).not.toMatch(/\d-\d|beat|```|win/);
    }
    expect(posted('covered', 'result')[0]?.content).toMatch(/: \|\|.*6-1 6-4\.\|\|$/);
  });

  it('has one thread for a match, with its name', async () => {
    const threads = await threadOf('threads');
    expect(threads.map(({ name }) => name)).toEqual([
      'Lacasa / Maddox – @everyone / Luque · Paris Major',
    ]);
    expect(await threadOf('everything')).toEqual([]);
  });

  it('publishes results to those who follow an announcement channel, and nothing small', async () => {
    const published = (await left('news')).filter(({ flags }) => ((flags ?? 0) & 1) === 1);
    expect(published.map(kindOf)).toEqual(['result']);
  });

  it('removes the card when the match is over, and leaves the result', async () => {
    const kinds = (await left('removes')).map(kindOf);
    expect(kinds).toEqual(['set', 'set', 'result', 'correction']);
  });

  it('brings a card back that others have buried, unless told otherwise', () => {
    const [start] = posted('comes-back', 'start');
    const [card] = posted('comes-back', 'card');
    expect(card?.mentions).toEqual([]);
    const early = (name: string) =>
      shownIn(name).filter(
        ({ type, at }) => type === 'message-delete' && at < Date.parse('2026-11-21T11:10:00Z'),
      );
    expect(early('comes-back').map(({ messageId }) => messageId)).toEqual([start?.id]);
    expect(early('stays-put')).toEqual([]);
  });

  it('of a card is posted anew before the hour in which it may be edited, everywhere', () => {
    expect(posted('stays-put', 'card')).toHaveLength(1);
    expect(posted('comes-back', 'card')).toHaveLength(2);
  });
});

describe('the times', () => {
  it('never tells more in an hour than the limit', () => {
    const HOUR = 60 * 60_000;
    const times = shownIn('three-an-hour')
      .filter(
        ({ type, message }) =>
          type === 'message-create' && message !== null && kindOf(message) !== 'card',
      )
      .map(({ at }) => at);
    expect(times.length).toBeGreaterThanOrEqual(3);
    for (const at of times) {
      const inHour = times.filter((other) => other <= at && other > at - HOUR);
      expect(inHour.length).toBeLessThanOrEqual(3);
    }
  });

  it.each(['quiet-at-the-end', 'quiet-in-madrid'])('%s sums up what was missed', (name) => {
    const [summary] = posted(name, 'missed');
    expect(summary?.embeds[0]?.description).toContain('beat Lacasa / Maddox 6-1 6-3');
    expect(summary?.mentions).toEqual([]);
    const at = shownIn(name).find(({ messageId }) => messageId === summary?.id)?.at ?? 0;
    expect(at).toBeGreaterThanOrEqual(Date.parse('2026-11-21T12:30:00Z'));
  });
});

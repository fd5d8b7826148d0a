import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import en from '#data/locales/en.json' with { type: 'json' };
import { MODERATOR, openPanel, setUpAll, usePanel, type Plan } from './alert-plan.ts';
import { kindOf, startRecording, toldIn, type Recording } from './alert-record.ts';
import { openAlertStage, type AlertStage } from './alert-stage.ts';
import { textOf } from './askers.ts';
import { MATCH, PLAYER } from './evening-rows.ts';
import { PATIENCE } from './stage.ts';

const follows = [`player:${PLAYER}`];
const essentials = { set: 'preset:essentials', follows } as const;
const also = (options: string) => ({ set: `preset:essentials ${options}`, follows }) as const;

const { reason } = en.why;

interface Case extends Plan {
  /** What `/alerts why` is to say, by the kind of the news. */
  readonly why: readonly (readonly [kind: keyof typeof en.alertKind, words: string])[];
}

/** A channel for each reason that can be named of an evening. */
const CASES = {
  sent: {
    ...essentials,
    why: [
      ['start', 'posted <t:'],
      ['result', 'posted <t:'],
    ],
  },
  kind: {
    set: 'preset:results',
    follows,
    why: [
      ['start', reason.kind],
      ['result', 'posted <t:'],
    ],
  },
  round: {
    ...also('round:8'),
    why: [
      ['start', reason.round],
      ['result', reason.round],
    ],
  },
  level: {
    ...essentials,
    choose: [['matches', 'levels', ['p1']]],
    why: [['result', reason.level]],
  },
  category: { ...also('category:men'), why: [['result', reason.category]] },
  paused: {
    ...essentials,
    why: [
      ['start', reason.paused],
      ['result', 'posted <t:'],
    ],
  },
  quiet: {
    ...also('quiet:11:30-13:00 zone:UTC'),
    why: [
      ['start', 'posted <t:'],
      ['result', reason['quiet-hours']],
    ],
  },
  limit: { ...also('limit:1'), why: [['set', reason.limit]] },
  late: {
    ...also('delay:900'),
    why: [
      ['start', reason.delay],
      ['result', `waits (${reason.delay})`],
    ],
  },
  unfollowed: {
    ...also('delay:300'),
    why: [
      ['start', 'posted <t:'],
      ['result', reason.unfollowed],
    ],
  },
  'follows-nothing': { set: 'preset:essentials', why: [['result', reason['not-followed']]] },
  'follows-later': {
    set: 'preset:essentials',
    why: [
      ['start', reason['not-then']],
      ['result', reason['not-then']],
    ],
  },
  'no-permission': { ...essentials, why: [['result', `waits (${reason['missing-permissions']})`]] },
  'no-access': { ...essentials, why: [['result', `waits (${reason['missing-access']})`]] },
  'mended-late': {
    ...essentials,
    why: [
      ['start', reason.expired],
      ['result', 'posted <t:'],
    ],
  },
  'mended-after': {
    ...essentials,
    why: [
      ['correction', reason['told-right']],
      ['set', reason['missing-permissions']],
    ],
  },
} as const satisfies Readonly<Record<string, Case>>;

/** The others: what they are for is told by their tests. */
const OTHERS = {
  removed: { ...essentials, members: { nora: `player:${PLAYER}` } },
  tested: { choose: [['what', 'kinds', ['start', 'set', 'result']]], set: 'role:@Padel' },
  shared: {},
} as const satisfies Readonly<Record<string, Plan>>;

type Name = keyof typeof CASES;
const names = Object.keys(CASES) as Name[];

const RIGHT = '{"team_1":"3","team_2":"6"}';
const WRONG = '{"team_1":"4","team_2":"6"}';

let stage: AlertStage;
let recording: Recording;
let ids: Map<string, string>;
let isMistaken = true;
let health = '';

const ask = async (line: string, as = MODERATOR) => await stage.runIn('general', as, line);

const HOOKS: Readonly<Record<string, () => Promise<unknown>>> = {
  '10:20': async () => {
    await usePanel(stage, await openPanel(stage, 'paused'), 'pause');
    await ask('/alerts remove channel:#removed');
    for (const name of ['no-permission', 'mended-late']) await stage.deny(name, ['SendMessages']);
    await stage.deny('no-access', ['ViewChannel']);
  },
  '11:20': async () => {
    await usePanel(stage, await openPanel(stage, 'paused'), 'resume');
    await stage.deny('mended-late', []);
  },
  '11:46': () => stage.deny('mended-after', ['SendMessages']),
  '11:58': async () => {
    health = textOf(await ask('/alerts health'));
    await stage.runIn('unfollowed', MODERATOR, `/unfollow player:${PLAYER} who:channel`);
    await stage.runIn('follows-later', MODERATOR, `/follow player:${PLAYER} who:channel`);
    isMistaken = false;
    await stage.restart();
    await stage.deny('mended-after', []);
    await stage.settled();
  },
};

beforeAll(async () => {
  stage = await openAlertStage({
    watched: [MATCH],
    alter: (body) => (isMistaken ? body.replaceAll(RIGHT, WRONG) : body),
  });
  recording = await startRecording(stage.demo.discord.url, stage.now);
  await stage.startBot();
  await stage.knows(MATCH);
  ids = await setUpAll(stage, { ...CASES, ...OTHERS });
  for (const at of ['10:20', '10:45', '10:55', '11:02', '11:20', '11:46', '11:58', '12:06']) {
    await stage.pass(`2026-11-21T${at}:00Z`);
    await HOOKS[at]?.();
  }
}, 180_000);

afterAll(async () => {
  await recording.stop();
  await stage.stop();
});

const whyIn = async (name: string): Promise<readonly string[]> =>
  textOf(await ask(`/alerts why match:${MATCH} channel:#${name}`)).split('\n');

describe('/alerts why', () => {
  it.each(names)('names the reason: %s', async (name) => {
    const lines = await whyIn(name);
    for (const [kind, words] of CASES[name].why) {
      const own = lines.filter((line) => line.startsWith(`**${en.alertKind[kind]}**`));
      expect(own.join('\n'), lines.join('\n')).toContain(words);
    }
  });

  it('leads to the post', async () => {
    const [start] = (await whyIn('sent')).filter((line) => line.includes(en.alertKind.start));
    const post = recording.of(ids.get('sent') ?? '')[0];
    expect(start).toContain(`/${ids.get('sent')}/${post?.messageId}`);
  });

  it('says of a channel that follows nothing that it does not', async () => {
    expect((await whyIn('follows-nothing')).join('\n')).toContain('❌ Nothing of it is followed');
  });
});

describe('/alerts preview', () => {
  const previewIn = async (name: string) =>
    textOf(await ask(`/alerts preview match:${MATCH} channel:#${name}`));

  it('of a match that was told is what was told', async () => {
    const preview = await previewIn('sent');
    const posts = recording
      .of(ids.get('sent') ?? '')
      .flatMap(({ type, message }) =>
        type === 'message-create' && message !== null ? [message] : [],
      )
      // What was wrong at first is told as it is known now.
      .filter((message) => ['start', 'correction'].includes(kindOf(message)));
    expect(posts).toHaveLength(2);
    for (const { content } of posts) expect(preview).toContain(content);
    expect(preview).toContain('**Would be posted: 5**');
  });

  it.each([
    ['kind', '**Would be posted: 2**', `Start of a match: ${reason.kind}`],
    ['round', '**Would be posted: 0**', `Result: ${reason.round}`],
    ['level', '**Would be posted: 0**', `Result: ${reason.level}`],
    ['category', '**Would be posted: 0**', `Result: ${reason.category}`],
    ['quiet', '**Would be posted: 2**', `Result: ${reason['quiet-hours']}`],
    ['follows-nothing', '**Would be posted: 5**', '⚠️ Nothing of it is followed'],
  ])('goes through the settings of %s', async (name, posted, words) => {
    const preview = await previewIn(name);
    expect(preview).toContain(posted);
    expect(preview).toContain(words);
  });

  it('is as late as the channel', async () => {
    const timesIn = async (name: string) =>
      [...(await previewIn(name)).matchAll(/<t:(\d+):T>/g)].map(([, time]) => Number(time));
    const sent = await timesIn('sent');
    expect(sent.length).toBeGreaterThan(3);
    expect(await timesIn('late')).toEqual(sent.map((time) => time + 900));
  });

  it('of a match that nobody watched is what it must have been', async () => {
    const { data } = await stage.ask<{ data: { id: number; status: string }[] }>(
      '/tournaments/358/matches?per_page=50',
    );
    const unseen = data.find(({ status }) => status === 'finished');
    const preview = textOf(await ask(`/alerts preview match:${unseen?.id} channel:#sent`));
    expect(preview).toMatch(/beat .* \d-\d/);
    expect(preview).not.toContain('<t:');
  });
});

describe('/alerts test', () => {
  it('posts a sample of each kind that is told, which pings nobody', async () => {
    const answer = await ask('/alerts test channel:#tested');
    expect(textOf(answer)).toContain('3 samples are in');
    const samples = await stage.posts('tested');
    expect(samples.map(({ content }) => content.split('\n')[0])).toEqual(
      (['start', 'set', 'result'] as const).map(
        (kind) => `-# Sample, nothing happened: ${en.alertKind[kind]}`,
      ),
    );
    for (const { mention_roles: roles, mentions, components } of samples) {
      expect([roles, mentions, components ?? []]).toEqual([[], [], []]);
    }
  });

  it('says so when Discord refuses them', async () => {
    expect(textOf(await ask('/alerts test channel:#no-permission'))).toContain(
      'Discord refuses my message',
    );
  });
});

describe('a channel that cannot be written to', () => {
  it('is told of in /alerts health, with what is missing', () => {
    const channels = health.split(/(?=<#\d+>\n)/);
    const of = (name: string) =>
      channels.find((each) => each.includes(`<#${ids.get(name)}>`)) ?? '';
    expect(of('no-permission')).toContain('give me Send Messages there');
    expect(of('no-permission')).toContain('Waiting to be sent');
    expect(of('no-access')).toContain('give me View Channel there');
    expect(of('mended-after')).toContain('give me Send Messages there');
  });

  it('is told once to whoever set it up', async () => {
    const direct = await stage.directWith(MODERATOR);
    const notices = recording
      .of(direct.id)
      .map(({ message }) => message?.embeds[0]?.description ?? '');
    for (const name of ['no-permission', 'no-access', 'mended-late']) {
      const own = notices.filter((notice) => notice.includes(`<#${ids.get(name)}>`));
      expect(own, name).toHaveLength(1);
    }
  });

  it('resumes by itself, with what is still news', () => {
    expect(toldIn(recording.of(ids.get('mended-after') ?? ''))).toEqual([
      ...['start', 'set', 'set', 'result'],
    ]);
    const late = toldIn(recording.of(ids.get('mended-late') ?? ''));
    expect(late).toContain('result');
    expect(late).not.toContain('start');
  });
});

describe('/alerts remove', () => {
  it('ends the alerts, and keeps what members follow under another channel', async () => {
    expect(recording.of(ids.get('removed') ?? '')).toEqual([]);
    expect(textOf(await stage.runIn('general', 'nora', '/follows'))).toContain('Elke De Backer');
  });
});

describe('two moderators at once', () => {
  const panel = async () => textOf(await ask('/alerts panel channel:#shared'));

  it('both change what they mean to change', async () => {
    await Promise.all([
      ask('/alerts set channel:#shared delay:30'),
      ask('/alerts set channel:#shared limit:10', 'tomas'),
      ask('/alerts set channel:#shared round:4'),
      ask('/alerts set channel:#shared quiet:22-8 zone:Europe/Madrid', 'tomas'),
    ]);
    const words = await panel();
    for (const setting of [
      '30 s later',
      'At most 10 posts',
      'Quarterfinal and later',
      'Europe/Madrid',
    ]) {
      expect(words).toContain(setting);
    }
  });

  it('who want different things leave what one of them chose', async () => {
    for (let time = 1; time <= 5; time += 1) {
      await Promise.all([
        ask('/alerts set channel:#shared preset:results category:women'),
        ask('/alerts set channel:#shared preset:everything category:men', 'tomas'),
      ]);
      const words = await panel();
      const ofOne = words.includes('**Results**') && words.includes('Women');
      const ofOther = words.includes('**Everything**') && words.includes('Men');
      expect([ofOne, ofOther].filter(Boolean), words).toHaveLength(1);
    }
  });

  it('press in one panel that is old by then, and lose nothing of each other', async () => {
    const [one, other] = [await openPanel(stage, 'shared'), await openPanel(stage, 'shared')];
    await usePanel(stage, one, 'preset', ['results']);
    await usePanel(stage, other, 'kinds', ['start']);
    expect(await panel()).toContain('Start of a match');
    expect(await panel()).toContain('30 s later');
  });
});

describe('a bot that is removed from the server', () => {
  it('keeps what was chosen, and is back with it', async () => {
    const before = textOf(await ask('/alerts panel channel:#late'));
    await stage.removeBot();
    await expect(ask('/alerts panel channel:#late')).rejects.toThrow();
    await stage.inviteBot();
    await expect
      .poll(async () => textOf(await ask('/alerts panel channel:#late')), PATIENCE)
      .toBe(before);
    const said = (
      await Promise.all(
        ['general', 'announcements', 'padel-alerts'].map((name) => stage.posts(name)),
      )
    ).flat();
    expect(said.map(({ embeds }) => embeds[0]?.title)).toEqual([en.welcome.back]);
  });
});

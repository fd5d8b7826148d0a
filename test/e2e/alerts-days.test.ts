import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownMessage } from '#sandbox/discord/shown-state.ts';
import { setUpAll, type Plan } from './alert-plan.ts';
import { startRecording, toldIn, type Recording, type Told } from './alert-record.ts';
import { openAlertStage, type AlertStage } from './alert-stage.ts';
import type { Alter } from './padel-proxy.ts';

/** Fagundes / Medina – Toledo / Mansilla, not before 13:30 in Paris: 12:30. */
const TIMED = 71626;
/** Cervera / Vera – Cantoni / Dávila: at 14:22 it goes from Court 1 to Court 2; no time is known. */
const MOVED = 71629;
/** Yegros / Rebollo – Villalba / Hartley, on Sunday: at 8:07 it is put off from 10:00 to 10:30 in Paris. */
const PUT_OFF = 71634;
/** The Paris Major, and the FIP Gold in Bordeaux, which is over on Sunday. */
const MAJOR = 358;
const GOLD = 357;
/** Bruxelles P2 and Rotterdam P1, more than a week away: on Sunday, one is called off, one put off. */
const CALLED_OFF = 359;
const LATER = 360;
const ON_SUNDAY: Readonly<Record<number, object>> = {
  [CALLED_OFF]: { status: 'cancelled' },
  [LATER]: { start_date: '2027-01-18', end_date: '2027-01-24' },
};

interface Row extends Plan {
  readonly told: readonly Told[];
  /** What the posts say, in their order. */
  readonly says: readonly RegExp[];
}

const only = (kind: string, follows: readonly string[], set?: string) =>
  ({
    choose: [['what', 'kinds', [kind]]],
    follows,
    ...(set === undefined ? {} : { set }),
  }) as const;

const LIST = /^Today's \d followed matches:$/;

const ROWS = {
  reminded: {
    ...only('reminder', [`match:${TIMED}`]),
    told: ['reminder'],
    says: [/^\*\*Fagundes \/ Medina\*\* – .* starts <t:\d+:R>\.$/],
  },
  'reminded-early': {
    ...only('reminder', [`match:${TIMED}`], 'reminder:60'),
    told: ['reminder'],
    says: [/starts/],
  },
  'reminded-without-a-time': { ...only('reminder', [`match:${MOVED}`]), told: [], says: [] },
  'another-court': {
    ...only('schedule', [`match:${MOVED}`]),
    told: ['schedule'],
    says: [/^New court for .*: Court 2 \(was Court 1\)\.$/],
  },
  'another-time': {
    ...only('schedule', [`match:${PUT_OFF}`]),
    told: ['schedule'],
    says: [/^New time for .* <t:1795339800:t> \(was .* <t:1795338000:t>\)\.$/],
  },
  'no-change': { ...only('schedule', [`match:${TIMED}`]), told: [], says: [] },
  tournament: {
    ...only('tournament', [`tournament:${GOLD}`]),
    told: ['tournament'],
    says: [/^\*\*Bordeaux FIP Gold\*\* is over \(/],
  },
  'tournament-of-a-level': {
    ...only('tournament', ['level:fip_gold']),
    told: ['tournament'],
    says: [/is over/],
  },
  'tournament-called-off': {
    ...only('tournament', [`tournament:${CALLED_OFF}`]),
    told: ['tournament'],
    says: [/^\*\*Bruxelles P2\*\* is cancelled \(/],
  },
  'tournament-put-off': {
    ...only('tournament', [`tournament:${LATER}`]),
    told: ['tournament'],
    says: [/^\*\*Rotterdam P1\*\* has new dates: Jan 18/],
  },
  'tournament-of-another': { ...only('tournament', [`tournament:${MAJOR}`]), told: [], says: [] },
  digest: {
    ...only('digest', ['category:women'], 'digest:8:00 zone:UTC'),
    told: ['digest', 'digest'],
    says: [LIST, LIST],
  },
  'morning-in-tokyo': {
    ...only('digest', ['category:women'], 'digest:8:00 zone:Asia/Tokyo'),
    told: ['digest', 'digest'],
    says: [LIST, LIST],
  },
  'morning-in-auckland': {
    ...only('digest', ['category:women'], 'digest:8:00 zone:Pacific/Auckland'),
    told: ['digest', 'digest'],
    says: [LIST, LIST],
  },
  'morning-of-nobody': {
    ...only('digest', ['player:7'], 'digest:8:00 zone:UTC'),
    told: ['digest', 'digest'],
    says: [/^No followed matches in today/, /./],
  },
  ranking: {
    ...only('ranking', ['player:1'], 'zone:Europe/Madrid'),
    told: ['ranking', 'ranking'],
    says: [/^Ranking of Nov 23, 2026 · Men$/, /Women$/],
  },
  'ranking-of-women': {
    ...only('ranking', ['player:1'], 'zone:Europe/Madrid category:women'),
    told: ['ranking'],
    says: [/Women$/],
  },
  'quiet-night': {
    set: 'preset:essentials quiet:22:00-11:00 zone:UTC',
    follows: [`match:${PUT_OFF}`],
    told: ['quiet-hours-digest'],
    says: [/^What happened meanwhile/],
  },
} as const satisfies Readonly<Record<string, Row>>;

/**
 * Matches that are still to be played when the schedule is read. In how many posts they are told, and
 * what is told beside them, depends on when else it is read: then each is told once, too.
 */
const TO_BE_PLAYED = {
  men: [
    'Herrero / Holloway – Orlando / Abdelaziz',
    'Dalmasso / Olmedo – Toledo / Cebrián',
    'Fagundes / Medina – Grassi / Peñalver',
    'Basualdo / Ferreyra – Cervera / Vera',
  ],
  women: ['N. Roselló / Lacasa – E. Roselló / Maddox', 'Dávila / Toledo – Valero / Gisbert'],
} as const;

const DRAWS = {
  'draw-of-all': {
    ...only('draw', [`tournament:${MAJOR}`]),
    rounds: /^New matches: Paris Major · (Men|Women) · Round of (32|16)$/,
    matches: [...TO_BE_PLAYED.men, ...TO_BE_PLAYED.women],
  },
  'draw-of-women': {
    ...only('draw', [`tournament:${MAJOR}`], 'category:women'),
    rounds: /^New matches: Paris Major · Women · Round of 16$/,
    matches: TO_BE_PLAYED.women,
  },
} as const;

type Drawn = keyof typeof DRAWS;
const drawn = Object.keys(DRAWS) as Drawn[];
type Name = keyof typeof ROWS;
const names = Object.keys(ROWS) as Name[];

let isSunday = false;

/** What the world would do another time: tournaments change long before they begin. */
const changingTournaments: Alter = (body, path) => {
  if (!isSunday || !path.startsWith('/tournaments?')) return body;
  const { data, ...rest } = JSON.parse(body) as { data: { id: number }[] };
  return JSON.stringify({
    ...rest,
    data: data.map((each) => ({ ...each, ...ON_SUNDAY[each.id] })),
  });
};

let stage: AlertStage;
let recording: Recording;
let ids: Map<string, string>;

const posted = (name: Name | Drawn): readonly ShownMessage[] =>
  recording
    .of(ids.get(name) ?? '')
    .flatMap(({ type, message }) =>
      type === 'message-create' && message !== null ? [message] : [],
    );

/**
 * The moments of the days; and whether the schedule is read anew then, for which a webhook waits half
 * a minute.
 */
const DAYS = [
  ['21T09:50'],
  ['21T11:30'],
  ['21T12:15'],
  ['21T14:40', 'read the schedule'],
  ['21T18:30', 'read the schedule'],
  ['21T18:32'],
  ['21T19:05'],
  ['21T23:05'],
  ['22T08:05'],
  ['22T08:20', 'read the schedule'],
  ['22T10:40', 'read the schedule'],
  ['22T11:05'],
  ['22T19:05', 'read the schedule'],
  ['22T23:20', 'read the schedule'],
  ['23T08:05'],
  ['23T10:30'],
] as const;

beforeAll(async () => {
  stage = await openAlertStage({ watched: [TIMED, MOVED, PUT_OFF], alter: changingTournaments });
  recording = await startRecording(stage.demo.discord.url, stage.now);
  await stage.startBot();
  for (const id of [TIMED, MOVED, PUT_OFF]) await stage.knows(id);
  // What happens on court is nobody's news here.
  await stage.demo.padel.steer({ feed: 'unplugged' });
  ids = await setUpAll(stage, { ...ROWS, ...DRAWS });
  for (const [at, and] of DAYS) {
    isSunday ||= at.startsWith('22');
    await stage.pass(`2026-11-${at}:00Z`, and);
  }
}, 180_000);

afterAll(async () => {
  await recording.stop();
  await stage.stop();
});

describe('of some days', () => {
  it.each(names)('%s is told', (name) => {
    const { told, says } = ROWS[name];
    const posts = posted(name).map(({ content }) => content);
    expect(toldIn(recording.of(ids.get(name) ?? '')), JSON.stringify(posts)).toEqual(told);
    says.forEach((words, index) => {
      expect(posts[index]).toMatch(words);
    });
  });

  it.each(drawn)('%s names each new match once', (name) => {
    const { rounds, matches } = DRAWS[name];
    const posts = posted(name);
    for (const { content } of posts) expect(content).toMatch(rounds);
    const told = posts.flatMap(({ embeds }) => embeds[0]?.description?.split('\n') ?? []);
    expect(told).toEqual(expect.arrayContaining([...matches]));
    expect(new Set(told).size).toBe(told.length);
  });

  it('the morning lists what is played that day where the channel is', () => {
    const listed = (name: Name) =>
      posted(name).map(({ embeds }) => embeds[0]?.description?.match(/\*\* – \*\*/g)?.length);
    expect(listed('digest')).toEqual([5, 4]);
    // From one morning to the next: at eight in Tokyo it is midnight in Paris, in Auckland eight in
    // the evening; what has no time counts as the evening's.
    expect(listed('morning-in-tokyo')).toEqual([5, 4]);
    expect(listed('morning-in-auckland')).toEqual([5, 4]);
  });

  it('a night is summed up with what is worth it', () => {
    const [summary] = posted('quiet-night');
    expect(summary?.embeds[0]?.description?.split('\n')).toEqual([
      expect.stringMatching(/New time for .* <t:1795339800:t>/),
      expect.stringMatching(/beat Villalba \/ Hartley 6-1 6-2\.$/),
    ]);
  });

  it('nobody is pinged who did not ask', () => {
    const pinged = [...names, ...drawn].flatMap(posted).filter((post) => post.mentions.length > 0);
    expect(pinged).toEqual([]);
  });
});

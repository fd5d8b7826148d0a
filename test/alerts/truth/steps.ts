import fc from 'fast-check';
import type { LiveSet } from '#src/domain/match/live-points.ts';
import type { Match, MatchStatus } from '#src/domain/match/match.ts';
import type { Team } from '#src/domain/terms.ts';
import { WEBHOOK_EVENTS } from '#src/domain/webhook.ts';
import { SECOND } from '#src/lib/time.ts';
import { aGame, sets } from '../../domain/written.ts';
import { pass, settle, type Stage } from '../stage.ts';
import type { Service } from './service.ts';

/** Where a step happens: the match that it is about, as it was first read. */
export interface Scene {
  readonly stage: Stage;
  readonly service: Service;
  readonly match: Match;
}

/** A step of an evening; its text is what a failure prints. */
export interface Step {
  readonly play: (scene: Scene) => Promise<void>;
  readonly [fc.toStringMethod]: () => string;
}

/** A kind of step: what may be drawn of it, and what happens then. */
export const aKind = <Drawn>(
  name: string,
  drawn: fc.Arbitrary<Drawn>,
  play: (scene: Scene, drawn: Drawn) => Promise<void> | void,
): fc.Arbitrary<Step> =>
  drawn.map((each) => ({
    play: async (scene) => {
      await play(scene, each);
      await settle();
    },
    [fc.toStringMethod]: () => `${name} ${JSON.stringify(each)}`,
  }));

const team = fc.constantFrom<Team>('team_1', 'team_2');
const aWonSet = fc.constantFrom('6-0', '6-4', '7-5', '0-6', '4-6', '5-7', '7-6', '6-7');
const wonSets = fc.array(aWonSet, { maxLength: 3 });

/** Any sets with any score, the last one open or not. */
export const aFrame = aKind(
  'frame',
  fc.record({
    status: fc.constantFrom<MatchStatus | null>('live', 'live', 'ended', 'finished', null),
    won: wonSets,
    open: fc.option(fc.constantFrom('0-0', '1-0', '3-2', '5-4', '4-5', '6-6')),
  }),
  async ({ stage, match }, { status, won, open }) => {
    const closed = won.map((score, index): LiveSet => ({
      number: index + 1,
      score: sets(score)[0] ?? null,
      games: [],
    }));
    const last = { number: won.length + 1, score: null };
    const played = open === null ? [] : [{ ...last, games: [aGame(open, '15:0 40:0')] }];
    await stage
      .observer()
      .points({ matchId: match.id, status, sets: [...closed, ...played] }, Date.now());
  },
);

/** What the record says, which may be wrong until the truth is known; null when it is gone. */
const aRecord = fc.option(
  fc.record({
    status: fc.constantFrom<MatchStatus>(
      'live',
      'ended',
      'finished',
      'retired',
      'walkover',
      'scheduled',
      'postponed',
      'suspended',
    ),
    won: fc.option(wonSets),
    winner: fc.option(team),
  }),
  { freq: 6 },
);

type RecordSaid = typeof aRecord extends fc.Arbitrary<infer Said> ? Said : never;

const say = ({ service, match }: Scene, said: RecordSaid): void => {
  if (said === null) {
    service.says(match.id, undefined);
    return;
  }
  const score = said.won === null ? null : said.won.flatMap((set) => sets(set));
  service.says(match.id, { ...match, status: said.status, winner: said.winner, score });
};

/** The sync reads the record: revised, withdrawn, postponed. */
const aRead = aKind('read', aRecord, async (scene, said) => {
  say(scene, said);
  scene.service.answersIn(0);
  await scene.service.read(scene.match.id);
});

const MATCH_EVENTS = WEBHOOK_EVENTS.filter((event) => event.startsWith('match.'));

/** A webhook about the match: doubled, late, out of order, forged, or followed by a slow answer. */
export const aWebhook = aKind(
  'webhook',
  fc.record({
    event: fc.constantFrom('match.updated', 'match.updated', 'match.deleted', ...MATCH_EVENTS),
    said: aRecord,
    copies: fc.integer({ min: 1, max: 3 }),
    lateSeconds: fc.constantFrom(0, 0, 5, 100, 240),
    answerSeconds: fc.constantFrom(0, 0, 0, 3, 40),
    isForged: fc.constantFrom(false, false, false, true),
  }),
  async (scene, { said, lateSeconds, answerSeconds, ...sent }) => {
    const { service, match } = scene;
    say(scene, said);
    service.answersIn(answerSeconds);
    const deliver = service.webhook({ ...sent, id: match.id });
    if (lateSeconds === 0) await deliver();
    else setTimeout(() => void deliver(), lateSeconds * SECOND);
  },
);

const aWait = aKind('wait', fc.integer({ min: 1, max: 400 }), (_scene, seconds) =>
  pass(seconds * SECOND),
);

/** Discord takes the next requests without an answer, takes none, or is as ever. */
const aDiscord = aKind(
  'discord',
  fc.constantFrom('silent', 'down', 'well'),
  ({ stage: { discord } }, is) => {
    discord.takes((request) => {
      if (is === 'well') return undefined;
      if (is === 'silent') discord.act(request);
      return { kind: 'failed', reason: 'no answer', retryAfterMs: 0 };
    });
  },
);

const aKill = aKind('kill', fc.constant(null), async ({ service }) => {
  await pass(SECOND);
  await service.restart();
});

/** Whatever else happens on an evening. */
export const TROUBLES = [
  { weight: 4, arbitrary: aWait },
  { weight: 3, arbitrary: aDiscord },
  { weight: 1, arbitrary: aKill },
];

/** A step about one match. A new kind of step has its row here. */
export const aMatchStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: aFrame },
  { weight: 4, arbitrary: aRead },
  { weight: 4, arbitrary: aWebhook },
  ...TROUBLES,
);

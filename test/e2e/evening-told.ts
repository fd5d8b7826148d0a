import { describe, expect, it } from 'vitest';
import { FANS_ROLE_ID, PEOPLE } from '#sandbox/discord/guild/accounts.ts';
import { kindOf, typesIn, type PostKind } from './alert-record.ts';
import { ROWS } from './evening-rows.ts';
import type { Evening } from './evening.ts';

const names = Object.keys(ROWS);

const idOf = (username: string): string =>
  PEOPLE.find((person) => person.username === username)?.id ?? '';

/** Tests of the posts that the channels got during an evening. */
export const describePosts = (evening: () => Evening): void => {
  describe('the kinds of alerts', () => {
    it.each(names)('are exactly those that the channel wants: %s', async (name) => {
      const contents = JSON.stringify(
        evening()
          .posted(name)
          .map(({ content }) => content),
      );
      expect(typesIn(evening().shownIn(name)), contents).toEqual(ROWS[name]?.expected);
      const [thread] = await evening().threadsOf(name);
      expect(thread === undefined ? [] : typesIn(evening().recording.of(thread.id))).toEqual(
        ROWS[name]?.expectedInThread ?? [],
      );
    });

    it('are all but what is upcoming in direct messages', () => {
      const expected = ROWS['everything']?.expected.filter((kind) => kind !== 'next');
      expect(typesIn(evening().shownIn('direct'))).toEqual(expected);
    });
  });

  describe('the texts', () => {
    it.each<[string, PostKind, RegExp]>([
      [
        'everything',
        'next',
        /^Next on Court Central: .*Izquierdo \/ Mertens.* The previous match (?:is over|could end in \d+ min)\.$/,
      ],
      [
        'everything',
        'start',
        /^\*\*Izquierdo \/ Mertens(?: \[\w+\])?\*\* – \*\*\\@everyone \/ Gisbert(?: \[\w+\])?\*\* has started$/,
      ],
      [
        'everything',
        'set',
        /^Set 1 to \*\*\\@everyone \/ Gisbert\*\* against Izquierdo \/ Mertens, 6-1/,
      ],
      [
        'everything',
        'correction',
        /beat Izquierdo \/ Mertens 6-1 6-0\. Previously posted: .*6-1 6-1\.$/,
      ],
      ['everything', 'draw', /^New matches: Paris Major · Women · Round of 16$/],
      ['spanish', 'start', /^Ha empezado \*\*Izquierdo/],
      ['spanish', 'result', /ganan a/],
    ])('say what happened, in the channel %s: %s', (name, kind, words) => {
      expect(evening().posted(name, kind)[0]?.content).toMatch(words);
    });

    it('correct a wrong result in place, and say so', async () => {
      expect(evening().seen.mistaken).toContain('6-1 6-1');
      const [result] = await evening().left('only-result');
      expect(result?.content).toContain('6-1 6-0. (corrected <t:');
    });

    it('show the result on the card in the end', async () => {
      const [card] = await evening().left('only-card');
      expect(card?.embeds[0]?.description).toContain('beat Izquierdo / Mertens 6-1 6-0');
    });
  });

  describe('pings', () => {
    const rolesAt = (name: string) =>
      evening()
        .posted(name)
        .map((message) => [kindOf(message), message.mention_roles]);
    const peopleAt = (name: string, kind: PostKind) =>
      evening()
        .posted(name, kind)
        .map(({ mentions }) => mentions.map(({ username }) => username).toSorted());

    it('go to a role only at the start and the result', () => {
      expect(rolesAt('role').filter(([, roles]) => roles?.length)).toEqual([
        ['start', [FANS_ROLE_ID]],
        ['result', [FANS_ROLE_ID]],
      ]);
    });

    it('go to a role for the chosen kinds', () => {
      expect(rolesAt('role-at-sets').filter(([, roles]) => roles?.length)).toEqual([
        ['set', [FANS_ROLE_ID]],
      ]);
    });

    it('go to followers only at the start and the result', () => {
      expect(peopleAt('members', 'start')).toEqual([['iker', 'nora']]);
      expect(peopleAt('members', 'result')).toEqual([['iker', 'nora']]);
      expect(peopleAt('members', 'set')).toEqual([[]]);
      expect(peopleAt('members-wide-too', 'start')).toEqual([['nora']]);
    });

    it('go to nobody else, even if a player is called @everyone', async () => {
      const pinging = new Set(['role', 'role-at-sets', 'members', 'members-wide-too']);
      const threads = await evening().threadsOf('threads');
      for (const name of [...names, 'direct', ...threads.map(({ id }) => id)]) {
        for (const message of evening().posted(name)) {
          expect(message.mention_everyone, `${name}: ${message.content}`).toBe(false);
          if (pinging.has(name)) continue;
          expect(message.mention_roles, `${name}: ${message.content}`).toEqual([]);
          expect(message.mentions, `${name}: ${message.content}`).toEqual([]);
        }
      }
      const pinged = [...pinging].flatMap((name) =>
        evening()
          .posted(name)
          .flatMap(({ mentions }) => mentions),
      );
      const allowed = [idOf('nora'), idOf('iker')];
      expect(pinged.filter(({ id }) => !allowed.includes(id))).toEqual([]);
    });

    it('send no push notification for a reposted card', () => {
      for (const { flags = 0 } of evening().posted('members', 'card'))
        expect(flags & 4096).toBe(4096);
    });
  });

  describe('the display settings', () => {
    it('cover every score with a spoiler', () => {
      for (const { message } of evening().shownIn('covered')) {
        const open = [message?.content, message?.embeds[0]?.description]
          .join('\n')
          .replace(/\|\|[^|]*\|\|/g, '');
        expect(open).not.toMatch(/\d-\d|beat|```|win/);
      }
      expect(evening().posted('covered', 'result')[0]?.content).toMatch(
        /: \|\|.*6-1 6-1\.(?: \(score not confirmed yet\))? .*\|\|$/,
      );
    });

    it('create one thread for a match, with its name, only if threads are on', async () => {
      const threads = await evening().threadsOf('threads');
      expect(threads.map(({ name }) => name)).toEqual([
        'Izquierdo / Mertens – @everyone / Gisbert · Paris Major',
      ]);
      expect(await evening().threadsOf('everything')).toEqual([]);
    });

    it('publish only the result of an announcement channel', async () => {
      const published = (await evening().left('news')).filter(
        ({ flags }) => ((flags ?? 0) & 1) === 1,
      );
      expect(published.map(kindOf)).toEqual(['result']);
    });

    it('repost a card that was pushed down', () => {
      const [start] = evening().posted('comes-back', 'start');
      const [card] = evening().posted('comes-back', 'card');
      expect(card?.mentions).toEqual([]);
      const early = evening()
        .shownIn('comes-back')
        .filter(
          ({ type, at }) => type === 'message-delete' && at < Date.parse('2026-11-21T12:46:00Z'),
        );
      expect(early.map(({ messageId }) => messageId)).toEqual([start?.id]);
    });
  });

  describe('the time settings', () => {
    it.each(['quiet-at-the-end', 'quiet-in-madrid'])(
      'end quiet hours with a digest of the missed result: %s',
      (name) => {
        const [summary] = evening().posted(name, 'quiet-hours-digest');
        expect(summary?.embeds[0]?.description).toContain('beat Izquierdo / Mertens [Q] 6-1 6-0');
        expect(summary?.mentions).toEqual([]);
        const at =
          evening()
            .shownIn(name)
            .find(({ messageId }) => messageId === summary?.id)?.at ?? 0;
        expect(at).toBeGreaterThanOrEqual(Date.parse('2026-11-21T13:40:00Z'));
      },
    );
  });
};

import { describe, expect, it } from 'vitest';
import { HOUR } from '#src/lib/time.ts';
import { FANS_ROLE_ID, PEOPLE } from '#sandbox/discord/guild/accounts.ts';
import { kindOf, toldIn, type Told } from './alert-record.ts';
import { ROWS } from './evening-rows.ts';
import type { Evening } from './evening.ts';

const names = Object.keys(ROWS);

const idOf = (username: string): string =>
  PEOPLE.find((person) => person.username === username)?.id ?? '';

/** What each channel was told of an evening, and how. */
export const describeTold = (evening: () => Evening): void => {
  describe('a channel is told what it wants, and nothing else', () => {
    it.each(names)('%s', async (name) => {
      const told = JSON.stringify(
        evening()
          .posted(name)
          .map(({ content }) => content),
      );
      expect(toldIn(evening().shownIn(name)), told).toEqual(ROWS[name]?.told);
      const [thread] = await evening().threadsOf(name);
      expect(thread === undefined ? [] : toldIn(evening().recording.of(thread.id))).toEqual(
        ROWS[name]?.inThread ?? [],
      );
    });

    it('and somebody by direct message, too', () => {
      expect(toldIn(evening().shownIn('direct'))).toEqual(ROWS['essentials']?.told);
    });
  });

  describe('the words', () => {
    it.each<[string, Told, RegExp]>([
      [
        'everything',
        'next',
        /^Next on Court Central: .*Izquierdo \/ Mertens.* The previous match (?:is over|could end in \d+ min)\.$/,
      ],
      [
        'everything',
        'start',
        /^\*\*Izquierdo \/ Mertens\*\* – \*\*\\@everyone \/ Gisbert(?: \[\d+\])?\*\* has started$/,
      ],
      ['everything', 'game', /take the game: 1-0 in set 1$/],
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
    ])('of %s: %s', (name, kind, words) => {
      expect(evening().posted(name, kind)[0]?.content).toMatch(words);
    });

    it('every game is told once, in its order', () => {
      const games = evening()
        .posted('only-game')
        .map(({ content }) => content);
      expect(new Set(games).size).toBe(games.length);
      expect(games.length).toBeGreaterThanOrEqual(10);
      // The last that was pushed: what came after it was read with the end.
      expect(games.filter((game) => game.endsWith('in set 2')).at(-1)).toContain('5-0');
    });

    it('a result that was wrong is mended where it stands, and says so', async () => {
      expect(evening().seen.mistaken).toContain('6-1 6-1');
      const [result] = await evening().left('only-result');
      expect(result?.content).toContain('6-1 6-0. (corrected <t:');
    });

    it('the card ends with the result', async () => {
      const [card] = await evening().left('only-card');
      expect(card?.embeds[0]?.description).toContain('beat Izquierdo / Mertens 6-1 6-0');
    });
  });

  describe('pings', () => {
    const rolesAt = (name: string) =>
      evening()
        .posted(name)
        .map((message) => [kindOf(message), message.mention_roles]);
    const peopleAt = (name: string, kind: Told) =>
      evening()
        .posted(name, kind)
        .map(({ mentions }) => mentions.map(({ username }) => username).toSorted());

    it('go to a role at start and result alone', () => {
      expect(rolesAt('role').filter(([, roles]) => roles?.length)).toEqual([
        ['start', [FANS_ROLE_ID]],
        ['result', [FANS_ROLE_ID]],
      ]);
    });

    it('go to a role at the kinds that were chosen', () => {
      expect(rolesAt('role-at-sets').filter(([, roles]) => roles?.length)).toEqual([
        ['set', [FANS_ROLE_ID]],
      ]);
    });

    it('go to members who follow at start and result alone', () => {
      expect(peopleAt('members', 'start')).toEqual([['iker', 'nora']]);
      expect(peopleAt('members', 'result')).toEqual([['iker', 'nora']]);
      expect(peopleAt('members', 'set')).toEqual([[]]);
      expect(peopleAt('members-wide-too', 'start')).toEqual([['nora']]);
    });

    it('go to nobody else, whatever a player is called', async () => {
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

    it('are no push for a card that is posted anew', () => {
      for (const { flags = 0 } of evening().posted('members', 'card'))
        expect(flags & 4096).toBe(4096);
    });
  });

  describe('the look', () => {
    it('covers every score until somebody presses on it', () => {
      for (const { message } of evening().shownIn('covered')) {
        const open = [message?.content, message?.embeds[0]?.description]
          .join('\n')
          .replace(/\|\|[^|]*\|\|/g, '');
        expect(open).not.toMatch(/\d-\d|beat|```|win/);
      }
      expect(evening().posted('covered', 'result')[0]?.content).toMatch(/: \|\|.*6-1 6-1\.\|\|$/);
    });

    it('has one thread for a match, with its name', async () => {
      const threads = await evening().threadsOf('threads');
      expect(threads.map(({ name }) => name)).toEqual([
        'Izquierdo / Mertens – @everyone / Gisbert · Paris Major',
      ]);
      expect(await evening().threadsOf('everything')).toEqual([]);
    });

    it('publishes results to those who follow an announcement channel, and nothing small', async () => {
      const published = (await evening().left('news')).filter(
        ({ flags }) => ((flags ?? 0) & 1) === 1,
      );
      expect(published.map(kindOf)).toEqual(['result']);
    });

    it('removes the card when the match is over, and leaves the result', async () => {
      const kinds = (await evening().left('removes')).map(kindOf);
      expect(kinds).toEqual(['set', 'result', 'correction']);
    });

    it('brings a card back that others have messages_below, unless told otherwise', () => {
      const [start] = evening().posted('comes-back', 'start');
      const [card] = evening().posted('comes-back', 'card');
      expect(card?.mentions).toEqual([]);
      const early = (name: string) =>
        evening()
          .shownIn(name)
          .filter(
            ({ type, at }) => type === 'message-delete' && at < Date.parse('2026-11-21T12:46:00Z'),
          );
      expect(early('comes-back').map(({ messageId }) => messageId)).toEqual([start?.id]);
      expect(early('stays-put')).toEqual([]);
    });

    it('posts a card anew before the hour is over in which it may be edited', () => {
      expect(evening().posted('stays-put', 'card')).toHaveLength(1);
      expect(evening().posted('stays-put', 'start')).toHaveLength(1);
    });
  });

  describe('the times', () => {
    it('never tells more in an hour than the limit', () => {
      const times = evening()
        .shownIn('three-an-hour')
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
      const [summary] = evening().posted(name, 'quiet-hours-digest');
      expect(summary?.embeds[0]?.description).toContain('beat Izquierdo / Mertens 6-1 6-0');
      expect(summary?.mentions).toEqual([]);
      const at =
        evening()
          .shownIn(name)
          .find(({ messageId }) => messageId === summary?.id)?.at ?? 0;
      expect(at).toBeGreaterThanOrEqual(Date.parse('2026-11-21T13:40:00Z'));
    });
  });
};

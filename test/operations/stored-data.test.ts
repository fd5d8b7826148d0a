import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commands } from '#commands/index.ts';
import { formatted } from '../formatted.ts';
import { aStore } from '../store/migrated.ts';

const SECURITY = 'docs/security.md';
const POLICY = 'docs/legal/privacy-policy.md';
const TERMS = 'docs/legal/terms-of-service.md';

/** The rows of the table of stored data. */
const ROWS = readFileSync(SECURITY, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.split('|').length === 6)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, what = '', about = '', kept = '', places = '']) => ({ what, about, kept, places }))
  .filter(({ places }) => places.startsWith('`'));

/** `members.member_id`, or `cards` for a whole table. */
const PLACES = ROWS.flatMap(({ places }) => [...places.matchAll(/`([\w.]+)`/g)]).map(
  ([, place = '']) => place,
);

/** Columns with these names identify a user or a direct message channel. */
const OF_PEOPLE = /^(member_id|user_id|discord_id|\w+_by|pinged_to)$/;

describe('docs/security.md', () => {
  it('lists every table and every id of a person, and how long it is kept', async () => {
    const { db, close } = await aStore();
    onTestFinished(close);
    const tables = await db.introspection.getTables();
    const columns = tables.flatMap((table) => table.columns.map(({ name }) => [table.name, name]));
    const known = new Set(columns.flatMap(([table = '', column]) => [table, `${table}.${column}`]));
    expect(PLACES.filter((place) => !known.has(place))).toEqual([]);

    const named = new Set(PLACES.map((place) => place.split('.')[0]));
    expect(tables.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
    const ids = columns.filter(([, column = '']) => OF_PEOPLE.test(column));
    expect(ids.length).toBeGreaterThan(5);
    expect(ids.map((id) => id.join('.')).filter((id) => !PLACES.includes(id))).toEqual([]);
    expect(ROWS.filter(({ what, about, kept }) => [what, about, kept].includes(''))).toEqual([]);
  });
});

describe('the legal texts', () => {
  // When this fails, run `npm run check -- docs`.
  it('have the same table in the privacy policy', async () => {
    const rows = ROWS.filter(({ about }) => about !== 'nobody').map(
      ({ what, about, kept }) => `| ${what} | ${about} | ${kept} |`,
    );
    const table = ['| what | about | for how long |', '| - | - | - |', ...rows].join('\n');
    const page = readFileSync(POLICY, 'utf8').replace(
      /(check -- docs -->\n).*(<!-- end -->)/s,
      (_all, before: string, after: string) => `${before}\n${table}\n\n${after}`,
    );
    await expect(await formatted(POLICY, page)).toMatchFileSnapshot(`../../${POLICY}`);
  });

  it.each([POLICY, TERMS])(
    'can be published once the blanks at their top are filled: %s',
    (file) => {
      const [top = '', ...sections] = readFileSync(file, 'utf8').split('\n## ');
      const text = sections.join('\n## ');
      expect([...top.matchAll(/\*\*\[(.+?)\]\*\*/g)].map(([, blank]) => blank)).toEqual(
        expect.arrayContaining(['name of the operator', 'e-mail address', 'date', 'country']),
      );
      expect(text).not.toContain('**[');
      const links = [...`${top}${text}`.matchAll(/\]\((.+?)\)/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !link.startsWith('https://'))).toEqual([]);
      const names = new Set(commands.map(({ definition }) => definition.name));
      const named = [...text.matchAll(/`\/(\w+)/g)].map(([, name = '']) => name);
      expect(named).toContain('settings');
      expect(named.filter((name) => !names.has(name))).toEqual([]);
    },
  );
});

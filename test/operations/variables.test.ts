import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environment } from '#src/config/environment.ts';
import { instructionsOf } from './dockerfile.ts';

const KNOWN = new Set(Object.keys(environment.shape));

/** Variables of Node itself, of PostgreSQL's image, of glibc, and of compose.yaml. */
const OF_OTHERS = new Set([
  ...['NODE_ENV', 'POSTGRES_PASSWORD', 'NODE_IMAGE', 'POSTGRES_IMAGE', 'HTTP_PORTS'],
  ...['MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'],
]);

const names = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const read = (file: string): string => readFileSync(file, 'utf8');

describe('the variables', () => {
  it.each([
    ['.env.example', names(read('.env.example'), /^(?:# )?([A-Z][A-Z_]+)=/gm)],
    ['README.md', names(read('README.md'), /`([A-Z]+(?:_[A-Z]+)+)`/g)],
  ])('of the configuration are all in %s', (_file, listed) => {
    expect([...KNOWN].filter((name) => !listed.includes(name))).toEqual([]);
  });

  it.each([
    ['.env.example', names(read('.env.example'), /^(?:# )?([A-Z][A-Z_]+)=/gm)],
    ['compose.yaml', names(read('compose.yaml'), /(?:^ +|\$\{)([A-Z][A-Z_]+)(?=:)/gm)],
    [
      'the Dockerfile',
      instructionsOf('Dockerfile')
        .filter(({ name }) => name === 'ENV')
        .flatMap(({ rest }) => names(rest, /(?:^| )(\w+)=/g)),
    ],
    ['the unit', names(read('docs/operations/bandeja.service'), /^Environment=(\w+)=/gm)],
  ])('that %s sets are all known', (_file, given) => {
    expect(given.length).toBeGreaterThan(0);
    for (const name of given) {
      expect([name, KNOWN.has(name) || OF_OTHERS.has(name)]).toEqual([name, true]);
    }
  });
});

describe('the settings that are shown as lines of .env', () => {
  it.each([
    '.env.example',
    'docs/operators.md',
    'docs/operations/README.md',
    'docs/operations/bandeja.service',
  ])(
    'have no comment behind them, which Docker and systemd take for a part of the value: %s',
    (file) => {
      const lines = read(file)
        .split('\n')
        .filter((line) => /^(# |Environment=)?[A-Z_]+=/.test(line));
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.filter((line) => /\s#/.test(line.slice(2)))).toEqual([]);
    },
  );
});

describe('the allocator', () => {
  it('has the same settings in the Dockerfile and in the unit', () => {
    const settingsIn = (file: string) => read(file).match(/\bMALLOC_\w+=\d+/g);
    expect(settingsIn('Dockerfile')).toEqual([
      'MALLOC_ARENA_MAX=2',
      'MALLOC_MMAP_THRESHOLD_=16384',
    ]);
    expect(settingsIn('docs/operations/bandeja.service')).toEqual(settingsIn('Dockerfile'));
  });
});

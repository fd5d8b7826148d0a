import { describe, expect, it } from 'vitest';
import { commands } from '#commands/index.ts';
import { accept } from '#sandbox/discord/validation/accept.ts';
import { commandRules } from '#sandbox/discord/validation/command-rules.ts';
import { PUBLISHED } from '#sandbox/discord/validation/published.ts';

const LOCALES = ['es-ES', 'es-419', 'it', 'fr', 'pt-BR'] as const;

/** Discord's rule for names of commands and options, in every language. */
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

const definitions = commands.map(({ definition }) => definition);

interface Named {
  readonly name: string;
  readonly name_localizations?: Partial<Record<string, string | null>> | null | undefined;
  readonly options?: readonly Named[] | undefined;
}

/** A command or option and everything below it. */
const allIn = (named: Named): Named[] => [named, ...(named.options ?? []).flatMap(allIn)];

describe.each(definitions)('/$name', (definition) => {
  it('is accepted by Discord', () => {
    expect(() => accept(PUBLISHED.commandCreate, definition, commandRules)).not.toThrow();
  });

  it('and its options have names that Discord accepts in every language', () => {
    const everything = definition.options?.flatMap((option): Named[] => allIn(option)) ?? [];
    for (const { name, name_localizations: others } of [definition, ...everything]) {
      const names = [name, ...LOCALES.map((locale) => others?.[locale])];
      expect(names).not.toContain(undefined);
      for (const each of names) {
        expect(each).toMatch(NAME);
        expect(each).toBe(each?.toLowerCase());
      }
    }
  });
});

it('no two commands have the same name in any language', () => {
  expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length);
  for (const locale of LOCALES) {
    const names = definitions.map(({ name_localizations: names }) => names?.[locale]);
    expect(new Set(names).size).toBe(definitions.length);
  }
});

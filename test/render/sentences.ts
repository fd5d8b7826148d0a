import { expect } from 'vitest';
import type { Locale } from '#src/i18n/i18n.ts';

/** Compares texts, each below what it is about, with the file of their language; `--update` writes it. */
export const expectSentences = (
  part: string,
  locale: Locale,
  texts: readonly (readonly [what: string, text: string])[],
): Promise<void> =>
  expect(texts.map(([what, text]) => `# ${what}\n${text}\n`).join('\n')).toMatchFileSnapshot(
    `sentences/${part}.${locale}.txt`,
  );

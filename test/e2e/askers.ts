import { expect } from 'vitest';
import { commands } from '#commands/index.ts';
import type { Answer, AutocompleteAnswer, RunRequest } from '#sandbox/discord/control-contract.ts';
import type { ShownChannel } from '#sandbox/discord/shown-state.ts';
import { problemIn, tellingWordsOf, wordsOf, type Language } from './language.ts';
import type { Stage } from './stage.ts';

/** Somebody who asks somewhere, and what they read. */
export interface Asker {
  readonly who: string;
  readonly place: 'server' | 'direct message' | 'conversation';
  readonly language: Language;
  /** What everybody in the place reads. */
  readonly publicLanguage: Language;
  /** Refused by the local Discord when the command is not offered to them. */
  readonly run: (line: string, files?: RunRequest['files']) => Promise<Answer>;
  readonly press: (
    message: string,
    customId: string,
    values?: readonly string[],
  ) => Promise<Answer>;
  /** Sends an open form as it is. */
  readonly submit: (modalId: string) => Promise<Answer>;
  readonly complete: (line: string) => Promise<AutocompleteAnswer>;
}

/** Members and moderators of the server, and members in direct messages, in two languages each. */
export const PLACES = [
  ['member', 'nora', 'en', 'server'],
  ['member', 'iker', 'es', 'server'],
  ['moderator', 'clara', 'en', 'server'],
  ['moderator', 'tomas', 'es', 'server'],
  ['member', 'nora', 'en', 'direct message'],
  ['member', 'iker', 'es', 'direct message'],
  // Two people among themselves, one of whom has added the app. Her client's language is not ours.
  ['member', 'svea', 'en', 'conversation'],
  // The owner of the application; the one row for whom `/webhook` is.
  ['operator', 'clara', 'en', 'direct message'],
] as const;

/** Somebody in the server of a stage, whose language is English, or in a direct message. */
export const anAsker = async (
  stage: Stage,
  [role, as, language, place]: (typeof PLACES)[number],
): Promise<Asker> => {
  const send = async <T>(method: string, path: string, body: object): Promise<T> => {
    const response = await fetch(new URL(`/sandbox${path}`, stage.demo.discord.url), {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    if (!response.ok) throw new Error(await response.text());
    // The answers of the control API, as its contract says.
    return (await response.json()) as T;
  };
  const post = <T>(path: string, body: object): Promise<T> => send('POST', path, { as, ...body });
  const openPlace = async (): Promise<string> => {
    if (place === 'server') return 'padel-alerts';
    if (place === 'direct message') return (await post<ShownChannel>('/direct', {})).id;
    await send('PUT', `/people/${as}/app`, { hasApp: true });
    return (await post<ShownChannel>('/direct', { with: 'nora' })).id;
  };
  const channel = await openPlace();
  return {
    who: `${role} ${as} in ${place}`,
    place,
    language,
    publicLanguage: place === 'server' ? 'en' : language,
    run: (command, files) => post('/run', { channel, command, files }),
    submit: (modalId) => post('/submit', { modalId, values: {} }),
    press: (message, customId, values = []) => post('/press', { message, customId, values }),
    complete: (command) => post('/autocomplete', { channel, command }),
  };
};

/** Where in a message there is something to read; the `value` of a menu's entry is not. */
const READ: ReadonlySet<string> = new Set([
  ...['content', 'title', 'description', 'name', 'text', 'label', 'placeholder'],
]);

const stringsUnder = (
  value: unknown,
  key: string,
  read: ReadonlySet<string>,
): readonly string[] => {
  if (typeof value === 'string') return read.has(key) ? [value] : [];
  return Object.entries(value ?? {}).flatMap(([inner, each]) =>
    stringsUnder(each, Array.isArray(value) ? key : inner, read),
  );
};

/** Everything in a message that is read, its embeds and controls too; commands' names apart. */
export const textOf = ({ message }: Answer): string =>
  [
    message?.content ?? '',
    ...stringsUnder(message?.embeds, '', new Set([...READ, 'value'])),
    ...stringsUnder(message?.components, '', READ),
  ]
    .filter((text) => text !== '')
    .join('\n')
    .replace(/<\/[^:>]+:\d+>/g, '');

/** Discord's patience: until an interaction is acknowledged, ms. */
const ACKNOWLEDGED_WITHIN = 3_000;

/** How a text is told to somebody: by whom it is read, and whether it tells of a problem. */
export const readAs = (asker: Asker, answer: Answer) => {
  const language = answer.ephemeral ? asker.language : asker.publicLanguage;
  const text = textOf(answer);
  return { language, text, problem: problemIn(language, text) };
};

/** Answered in time, in words of the right language, and nothing that only an accident would say. */
export const expectGoodManners = (asker: Asker, answer: Answer, asked: string): string | null => {
  const told = `${asker.who}: ${asked}`;
  expect(['answered', 'updated'], told).toContain(answer.status);
  expect(answer.acknowledgedAfter, told).toBeLessThan(ACKNOWLEDGED_WITHIN);
  const { language, text, problem } = readAs(asker, answer);
  expect(problem, `${told}\n${text}`).not.toBe('unexpected');
  expect(text, told).not.toMatch(/\{\{|\bundefined\b|\bNaN\b|\[object |Invalid Date/);
  expect(wordsOf(language, text), `${told} in ${language}\n${text}`).not.toEqual([]);
  const foreign = language === 'en' ? 'es' : 'en';
  expect(tellingWordsOf(foreign, text), `${told} in ${language}\n${text}`).toEqual([]);
  return problem;
};

/** A problem is told to the asker alone, an answer to those whom the command is declared for. */
export const expectDeclaredPrivacy = (answer: Answer, line: string, problem: string | null) => {
  const name = /^\/(\S+)/.exec(line)?.[1];
  const command = commands.find(({ definition }) => definition.name === name);
  expect(answer.ephemeral, `${line}\n${textOf(answer)}`).toBe(
    problem !== null || command?.visibility === 'private',
  );
};

import { expect } from 'vitest';
import { commands } from '#commands/index.ts';
import type { Answer, AutocompleteAnswer, RunRequest } from '#sandbox/discord/control-contract.ts';
import type { ShownChannel } from '#sandbox/discord/shown-state.ts';
import { longWordsOf, problemIn, wordsOf, type Language } from './language.ts';
import type { Stage } from './stage.ts';

/** A user in the place where they run commands, with their languages. */
export interface Asker {
  readonly who: string;
  readonly place: 'server' | 'direct message' | 'conversation';
  readonly language: Language;
  /** The language of public responses in the place. */
  readonly publicLanguage: Language;
  /** Rejects when the local Discord does not offer them the command. */
  readonly run: (line: string, files?: RunRequest['files']) => Promise<Answer>;
  readonly press: (
    message: string,
    customId: string,
    values?: readonly string[],
  ) => Promise<Answer>;
  /** Submits an open modal unchanged. */
  readonly submit: (modalId: string) => Promise<Answer>;
  readonly complete: (line: string) => Promise<AutocompleteAnswer>;
}

/** Members and moderators of the server, and members in direct messages, in English and Spanish. */
export const PLACES = [
  ['member', 'nora', 'en', 'server'],
  ['member', 'iker', 'es', 'server'],
  ['moderator', 'clara', 'en', 'server'],
  ['moderator', 'tomas', 'es', 'server'],
  ['member', 'nora', 'en', 'direct message'],
  ['member', 'iker', 'es', 'direct message'],
  // A direct message between two people, one of whom has installed the app. The bot does not have
  // the language of her client, so it responds in English.
  ['member', 'svea', 'en', 'conversation'],
] as const;

/** A user in the server of a stage, whose language is English, or in a direct message. */
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
    // The control API guarantees this type.
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

/** The keys of a message whose texts are visible; the `value` of a menu entry is not. */
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

/** All visible text of a message, including embeds and components, without command mentions. */
export const textOf = ({ message }: Answer): string =>
  [
    message?.content ?? '',
    ...stringsUnder(message?.embeds, '', new Set([...READ, 'value'])),
    ...stringsUnder(message?.components, '', READ),
  ]
    .filter((text) => text !== '')
    .join('\n')
    .replace(/<\/[^:>]+:\d+>/g, '')
    // A remark of the service, in its own words.
    .replaceAll('Possible Court Change', '');

/** Discord's time limit for the acknowledgement of an interaction, milliseconds. */
const ACKNOWLEDGED_WITHIN = 3_000;

/** The language and text of a response, and the problem it reports; null when it reports none. */
const readAs = (asker: Asker, answer: Answer) => {
  const language = answer.ephemeral ? asker.language : asker.publicLanguage;
  const text = textOf(answer);
  // Beside an error there may be a menu of what was meant.
  const { message } = answer;
  const said =
    message === null ? text : textOf({ ...answer, message: { ...message, components: [] } });
  return { language, text, problem: problemIn(language, said) };
};

/**
 * Expects a response in time, in the right language, and without signs of a bug (`undefined`).
 * @returns the problem that the response reports; null when it reports none
 */
export const expectGoodManners = (asker: Asker, answer: Answer, asked: string): string | null => {
  const step = `${asker.who}: ${asked}`;
  expect(['answered', 'updated'], step).toContain(answer.status);
  expect(answer.acknowledgedAfter, step).toBeLessThan(ACKNOWLEDGED_WITHIN);
  const { language, text, problem } = readAs(asker, answer);
  expect(problem, `${step}\n${text}`).not.toBe('unexpected');
  expect(text, step).not.toMatch(/\{\{|\bundefined\b|\bNaN\b|\[object |Invalid Date/);
  expect(wordsOf(language, text), `${step} in ${language}\n${text}`).not.toEqual([]);
  const foreign = language === 'en' ? 'es' : 'en';
  expect(longWordsOf(foreign, text), `${step} in ${language}\n${text}`).toEqual([]);
  return problem;
};

/** Expects that a problem is private, and that any other response is as private as declared. */
export const expectDeclaredPrivacy = (answer: Answer, line: string, problem: string | null) => {
  const name = /^\/(\S+)/.exec(line)?.[1];
  const command = commands.find(({ definition }) => definition.name === name);
  expect(answer.ephemeral, `${line}\n${textOf(answer)}`).toBe(
    problem !== null || command?.visibility === 'private',
  );
};

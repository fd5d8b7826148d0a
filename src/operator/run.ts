import { parseArgs } from 'node:util';
import { ConfigError, readDatabaseUrl, readServiceConfig } from '../config.ts';
import { sentenceOf } from '../entry.ts';
import { UserError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { utcDate } from '../lib/time.ts';
import { orUsageError, UsageError } from '../lib/usage-error.ts';
import { createPadelApi } from '../padel-api/client.ts';
import type { WebhookEndpoints } from '../padel-api/endpoints/webhooks.ts';
import { NotFound, RequestRefused } from '../padel-api/errors.ts';
import { addBlock, allBlocks, removeBlock } from '../store/channels/blocks.ts';
import { changeDatabase, readDatabase } from '../store/connection/database.ts';
import { troubleOf } from '../store/trouble.ts';
import { statusText } from './status.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
} from './webhooks.ts';

interface Operation {
  readonly variables: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly log: Logger;
}

const OPTIONS = {
  help: { type: 'boolean' },
  url: { type: 'string' },
  reason: { type: 'string' },
} as const;

interface Given {
  readonly url?: string;
  readonly reason?: string;
}

interface Subcommand {
  /** As it is typed, at most with one word after its name; what stands in brackets may be missing. */
  readonly usage: string;
  readonly says: string;
  /** @returns the text to print */
  readonly run: (operation: Operation, word: string, given: Given) => Promise<string>;
}

/** Requests to the data service are not counted in the database, like those of the doctor. */
const ofWebhooks =
  (
    ask: (api: WebhookEndpoints, word: string, url?: string) => Promise<string>,
  ): Subcommand['run'] =>
  async ({ variables, now, log }, word, { url }) => {
    const { padel, supportUrl: contact } = readServiceConfig(variables);
    const { apiUrl: baseUrl, token, quota: limits } = padel;
    const random = Math.random;
    const api = createPadelApi({ baseUrl, token, contact, limits, now, random, log });
    try {
      return await ask(api, word, url);
    } finally {
      await api.close();
    }
  };

/** @throws UsageError for anything but the id of a user or a server, or a mention */
const discordIdIn = (typed: string): string => {
  const [, id] = /^(?:<@!?)?(\d{17,20})>?$/.exec(typed) ?? [];
  if (id === undefined) throw new UsageError(`"${typed}" is no Discord id of a user or a server`);
  return id;
};

const REASON_MAX = 200;

const SUBCOMMANDS: readonly Subcommand[] = [
  {
    usage: 'webhook create URL',
    says: 'Creates a webhook at the data service and prints its secret, once.',
    run: ofWebhooks(createWebhook),
  },
  {
    usage: 'webhook list',
    says: 'Lists the webhooks: number, address, events.',
    run: ofWebhooks(listWebhooks),
  },
  {
    usage: 'webhook pause [NUMBER]',
    says: 'Pauses delivery; address and secret stay the same.',
    run: ofWebhooks(pauseWebhook),
  },
  {
    usage: 'webhook resume [NUMBER] [--url URL]',
    says: 'Resumes delivery of all events, to another address with --url.',
    run: ofWebhooks(resumeWebhook),
  },
  {
    usage: 'webhook delete NUMBER',
    says: 'Deletes it for good, with its secret. To stop it for a while, pause it.',
    run: ofWebhooks(deleteWebhook),
  },
  {
    usage: 'block ID [--reason TEXT]',
    says: 'Blocks a user, or a server, which the bot leaves. TEXT is a note for you.',
    run: async ({ variables, now }, typed, { reason = '' }) => {
      const discordId = discordIdIn(typed);
      const block = { discordId, reason: reason.slice(0, REASON_MAX), since: now() };
      await changeDatabase(readDatabaseUrl(variables), (db) => addBlock(db, block));
      return `${discordId} is blocked; a running bot knows within a minute.`;
    },
  },
  {
    usage: 'unblock ID',
    says: 'Unblocks a user or a server.',
    run: async ({ variables }, typed) => {
      const id = discordIdIn(typed);
      const url = readDatabaseUrl(variables);
      const wasThere = await changeDatabase(url, (db) => removeBlock(db, id));
      if (!wasThere) throw new Error(`${id} is not blocked`);
      return `${id} is no longer blocked; a running bot knows within a minute.`;
    },
  },
  {
    usage: 'blocked',
    says: 'Lists who is blocked, since when and why.',
    run: async ({ variables }) => {
      const blocks = await readDatabase(readDatabaseUrl(variables), allBlocks);
      const lines = blocks.map(({ discordId, reason, since }) =>
        `${discordId}  ${utcDate(since)}  ${reason}`.trimEnd(),
      );
      return lines.join('\n') || 'No one is blocked.';
    },
  },
  {
    usage: 'status',
    says: 'Says what is left of the quotas, what waits, and how good the predictions were.',
    run: ({ variables, now }) => statusText(variables, now()),
  },
];

const LINE = 'npm run operator -- ';

const USAGE = `${LINE}SUBCOMMAND

  The operator's own work: webhooks at the data service, blocked users and servers, figures. The bot may
  run. SUBCOMMAND --help says what it does:

${SUBCOMMANDS.map(({ usage }) => `  ${usage}`).join('\n')}

  Exits with 0 when it is done, 1 when it failed, 2 for wrong arguments.`;

/** The name of a subcommand is in lower case, the word after it is not. */
const nameOf = ({ usage }: Subcommand): string => /^[a-z ]*[a-z]/.exec(usage)?.[0] ?? '';

/** The word of a subcommand. @throws UsageError for words and options that it does not take */
const wordOf = ({ usage }: Subcommand, rest: readonly string[], given: Given): string => {
  const [, bracket, name] = /^[a-z ]+(\[?)([A-Z]+)/.exec(usage) ?? [];
  const [word = '', ...more] = name === undefined ? ['', ...rest] : rest;
  const options = Object.keys(given).filter((option) => !usage.includes(`--${option} `));
  const surplus = [...more, ...options];
  if (surplus.length > 0) throw new UsageError(`"${surplus.join('", "')}" is not expected`);
  if (word === '' && bracket === '') throw new UsageError(`${name ?? ''} is missing`);
  return word;
};

const notFound = (typed: string): string => {
  if (typed === '') return 'a subcommand is missing';
  const longer = SUBCOMMANDS.map(nameOf).filter((name) => name.startsWith(`${typed} `));
  return longer.length === 0
    ? `there is no subcommand "${typed}"`
    : `"${typed}" is not complete: ${longer.join(', ')}`;
};

const whyFailed = (error: unknown): string => {
  if (error instanceof RequestRefused) {
    // The words of another system go to a terminal.
    return `the data service does not accept that: ${error.reason.replaceAll(/\p{C}/gu, ' ')}`;
  }
  if (error instanceof NotFound) return 'the data service has no webhook of that number';
  if (error instanceof UserError) {
    return `the data service could not be asked (${error.name}). npm run doctor tells more`;
  }
  const { says, next } = troubleOf(error, '');
  if (says !== '') return `the database cannot be used. ${says} ${next}`;
  return error instanceof ConfigError ? error.problems.join('; ') : sentenceOf(error);
};

const parsed = (args: readonly string[]) =>
  orUsageError(() => parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true }));

/**
 * Runs a subcommand of `npm run operator`. Never rejects.
 * @returns the exit code, and what to print
 */
export const runOperator = async (args: readonly string[], operation: Operation) => {
  let usage = USAGE;
  try {
    const { values, positionals } = parsed(args);
    const { help = false, ...given } = values;
    if (help && positionals.length === 0) return { code: 0, text: USAGE };
    const typed = `${positionals.join(' ')} `;
    const found = SUBCOMMANDS.find((each) => typed.startsWith(`${nameOf(each)} `));
    if (found === undefined) throw new UsageError(notFound(positionals.join(' ')));
    usage = `${LINE}${found.usage}`;
    if (help) return { code: 0, text: `${usage}\n\n  ${found.says}` };
    const word = wordOf(found, positionals.slice(nameOf(found).split(' ').length), given);
    return { code: 0, text: await found.run(operation, word, given) };
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, text: `${error.message}\n\n${usage}` };
    return { code: 1, text: `Bandeja: ${whyFailed(error)}` };
  }
};

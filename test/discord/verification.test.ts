import { expect, it } from 'vitest';
import { DAY, HOUR } from '#src/lib/time.ts';
import { createVerificationReminder } from '#src/discord/verification.ts';
import { aLog } from '../lib/log.ts';
import { aRest } from './bot.ts';
import { aRestServer } from './rest-server.ts';

const WARNING =
  'warn Discord allows an unverified bot 100 servers, apply for verification now: npm run doctor tells how';

it('logs once a day, from 75 servers on, that an unverified bot must apply', async () => {
  const server = await aRestServer();
  const log = aLog();
  let at = 0;
  const { rest } = aRest({ apiUrl: server.apiUrl, token: 'a.b.c' });
  const remind = createVerificationReminder({ rest, monotonic: () => at, log });
  /** The log lines of a call for which Discord returns this application. */
  const reminded = async (application: object, status = 200) => {
    const reminding = remind();
    (await server.next()).answer(status, { id: '1', ...application });
    await reminding;
    return log.lines.splice(0);
  };

  expect(await reminded({}, 403)).toEqual(['info number of servers unread, retrying in an hour']);
  await remind();
  at += HOUR;
  expect(await reminded({ approximate_guild_count: 75 })).toEqual([WARNING]);
  await remind();
  expect([log.lines, server.waiting]).toEqual([[], []]);
  at += DAY;
  expect(await reminded({ approximate_guild_count: 80, bot: { public_flags: 0 } })).toEqual([
    WARNING,
  ]);
  for (const silent of [
    { approximate_guild_count: 74 },
    { approximate_guild_count: 900, bot: { public_flags: 1 << 16 } },
    {},
  ]) {
    at += DAY;
    expect(await reminded(silent)).toEqual([]);
  }
});

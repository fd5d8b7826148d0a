import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from '#sandbox/padel-service/command-line.ts';

const MAIN = new URL('../../padel-service/main.ts', import.meta.url).pathname;

const run = (...args: string[]) => {
  const process_ = spawn(process.execPath, [MAIN, ...args]);
  return { process: process_, exit: once(process_, 'exit') };
};

describe('the command line', () => {
  it('parses its arguments', () => {
    const args = ['--port', '4100', '--speed', '20', '--seed', '7', '--rate-limit', '90'];
    expect(readCommandLine(args)).toEqual({ port: 4100, speed: 20, seed: 7, rateLimit: 90 });
    expect(readCommandLine(['--day', '2026-02-28'])).toMatchObject({ day: '2026-02-28' });
    expect(readCommandLine([])).toEqual({ port: 4100 });
    const specified = { port: 4100, profile: 'specification', rateLimit: 60 };
    expect(readCommandLine(['--profile', 'specification'])).toEqual(specified);
    expect(readCommandLine(['--help'])).toBe('help');
  });

  it('parses profile and opening, and leaves the rate limit to the plans', () => {
    const args = ['--profile', 'today', '--opening', 'team-event'];
    expect(readCommandLine(args)).toEqual({ port: 4100, profile: 'today', opening: 'team-event' });
  });

  it('parses the webhook URL and its secret', () => {
    const url = 'http://127.0.0.1:3000/hook';
    const given = ['--webhook-url', url, '--webhook-secret', 'ours', '--allow-loopback-webhooks'];
    expect(readCommandLine(given)).toMatchObject({
      webhook: { url, secret: 'ours' },
      allowLoopbackWebhooks: true,
    });
  });

  it.each([
    [['--webhook-url', 'http://127.0.0.1/hook'], 'add --allow-loopback-webhooks'],
    [['--webhook-url', 'bot'], '--webhook-url must be a public HTTPS URL, not "bot".'],
    [['--webhook-secret', ''], '--webhook-secret must not be empty.'],
    [['--port', 'x'], '--port must be a whole number from 0 to 65535, not "x".'],
    [['--port', '70000'], '--port must be a whole number from 0 to 65535, not "70000".'],
    [['--speed', ''], '--speed must be a number from 0 to 1000, not "".'],
    [['--speed=-3'], '--speed must be a number from 0 to 1000, not "-3".'],
    [['--seed', '1.5'], '--seed must be a whole number from 0 on, not "1.5".'],
    [
      ['--day', 'today'],
      '--day must be a date YYYY-MM-DD from 2000-01-01 to 2099-12-31, not "today".',
    ],
    [['--day', '2026-02-29'], 'not "2026-02-29"'],
    [['--day', '1999-12-31'], 'not "1999-12-31"'],
    [['--rate-limit', '0'], '--rate-limit must be a whole number from 1 on, not "0".'],
    [['--profile', 'now'], '--profile must be specification, today, not "now".'],
    [['--profile', 'specification', '--opening', 'team-event'], '--opening needs --profile today.'],
    [['--prot', '1'], "Unknown option '--prot'"],
    [['4100'], 'Unexpected argument'],
  ])('rejects %j with a sentence that says why', (args, sentence) => {
    expect(() => readCommandLine(args)).toThrow(sentence);
  });

  it('starts, prints its URL and the settings for a bot, and stops cleanly on SIGTERM', async () => {
    const { process: child, exit } = run('--port', '0', '--speed', '0');
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as string[];
    expect(line).toMatch(/^Padel data service at http:\/\/127\.0\.0\.1:\d+\/api\. /);
    for (const name of ['PADEL_API_URL', 'PADEL_API_TOKEN=sandbox-pro', 'REALTIME_TLS=no']) {
      expect(line).toContain(`\n  ${name}`);
    }
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  });

  it('exits with 1 and says so when its port is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { process: child, exit } = run('--port', String(port));
    const [errors, [code]] = await Promise.all([text(child.stderr), exit as Promise<unknown[]>]);
    taken.close();
    expect(code).toBe(1);
    expect(errors).toBe(`Port ${port} is in use: choose another one with --port.\n`);
  });
});

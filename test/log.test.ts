import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withDetails } from '#src/lib/logger.ts';
import packageFile from '../package.json' with { type: 'json' };
import { MINUTE } from '#src/lib/time.ts';
import { aRealLog } from './log-lines.ts';

/** An error as the log writes it. */
const written = (error: unknown): unknown => {
  const { log, lines } = aRealLog();
  log.error({ err: error }, 'something failed');
  expect(lines).toHaveLength(1);
  return (JSON.parse(lines[0] ?? '') as { readonly err: unknown }).err;
};

const failure = (fields: object): Error => Object.assign(new Error('it failed'), fields);

/** An object of a library to which an error refers. */
class Connection {
  readonly secretKey = 'secret';
  readonly itself = this;
}

describe('a log line', () => {
  it('contains the process that wrote it, and its release', () => {
    const { log, lines } = aRealLog();
    log.warn({}, 'something happened');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      pid: process.pid,
      version: packageFile.version,
      msg: 'something happened',
    });
  });

  it('contains the details of its log, overridden by its own', () => {
    const { log, lines } = aRealLog();
    const ofCommand = withDetails(log, { command: 'follow', guildId: '1' });
    ofCommand.error({ guildId: '2' }, 'it failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ command: 'follow', guildId: '2' });
  });
});

describe('an error in the log', () => {
  it('keeps its message, its stack and its plain data', () => {
    const wrong = { embeds: { 0: { fields: { 1: { value: { _errors: [{ code: 'LONG' }] } } } } } };
    expect(written(failure({ code: 50_035, rawError: { errors: wrong } }))).toMatchObject({
      type: 'Error',
      message: 'it failed',
      stack: expect.stringContaining('log.test.ts') as unknown,
      code: 50_035,
      rawError: { errors: wrong },
    });
  });

  it('has no stack in a warning, which repeats as long as an outage lasts', () => {
    const { log, lines } = aRealLog();
    const cause = failure({ code: 'ECONNRESET' });
    const err = new AggregateError([cause], 'no address', { cause });
    log.warn({ err, channel: '1' }, 'something failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      channel: '1',
      msg: 'something failed',
      err: {
        type: 'AggregateError',
        message: 'no address: it failed',
        aggregateErrors: [{ message: 'it failed', code: 'ECONNRESET' }],
      },
    });
    expect(lines[0]).not.toContain('stack');
    expect(lines[0]).not.toContain('log.test.ts');
  });

  it('keeps its cause, and its aggregated errors', () => {
    const cause = failure({ code: 'ECONNRESET' });
    expect(written(new Error('no answer', { cause }))).toMatchObject({
      message: 'no answer: it failed',
    });
    expect(written(new AggregateError([cause], 'no address'))).toMatchObject({
      aggregateErrors: [{ message: 'it failed', code: 'ECONNRESET' }],
    });
  });

  it('leaves out everything that is not plain data', () => {
    const error = failure({ client: new Connection(), within: { client: new Connection() } });
    expect(written(error)).toMatchObject({
      client: '[left out]',
      within: { client: '[left out]' },
    });
  });

  it('leaves out circular references', () => {
    const around: Record<string, unknown> = { name: 'around' };
    around['itself'] = around;
    expect(written(failure({ around }))).toMatchObject({
      around: { name: 'around', itself: '[left out]' },
    });
  });

  it('is cut at a great depth', () => {
    const depth = 100_000;
    let deep: object = {};
    for (let level = 0; level < depth; level += 1) deep = { deep };
    expect(JSON.stringify(written(failure({ deep }))).length).toBeLessThan(5_000);
  });

  it('contains no interaction token, at any depth', () => {
    const url = 'https://discord.com/api/v10/interactions/1/aW50ZXJhY3Rpb24/callback';
    const error = failure({ url, tries: [{ url }] });
    expect(JSON.stringify(written(error))).not.toContain('aW50ZXJhY3Rpb24');
    expect(written(error)).toMatchObject({
      tries: [{ url: 'https://discord.com/api/v10/interactions/1/[secret]/callback' }],
    });
  });
});

describe('a storm of errors', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const STORM = 300;

  it('is limited to a few lines a minute, and one with the number of those held back', () => {
    const { log, lines } = aRealLog();
    for (let n = 0; n < STORM; n += 1) log.error({ err: failure({ n }) }, 'a post failed');
    expect(lines).toHaveLength(5);
    vi.advanceTimersByTime(MINUTE);
    expect(lines).toHaveLength(6);
    expect(JSON.parse(lines[5] ?? '')).toMatchObject({
      level: 50,
      msg: 'a post failed',
      heldBack: STORM - 5,
    });
    log.error({ err: failure({}) }, 'a post failed');
    expect(lines).toHaveLength(7);
  });

  it('hides no line with another message or of a lower level', () => {
    const { log, lines } = aRealLog('info');
    for (let n = 0; n < STORM; n += 1) log.error({}, 'a post failed');
    log.warn({}, 'a card failed');
    log.error({ err: failure({}) });
    for (let n = 0; n < 10; n += 1) log.info({}, 'bandeja started');
    vi.advanceTimersByTime(MINUTE);
    expect(lines).toHaveLength(5 + 1 + 1 + 10 + 1);
  });

  it('adds no line when nothing was held back', () => {
    const { log, lines } = aRealLog();
    log.error({}, 'a post failed');
    vi.advanceTimersByTime(MINUTE);
    expect(lines).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

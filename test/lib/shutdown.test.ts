import { describe, expect, it } from 'vitest';
import { createShutdown } from '#src/lib/shutdown.ts';
import { aLog } from './log.ts';

const aShutdown = () => {
  const log = aLog();
  const closed: string[] = [];
  const shutdown = createShutdown(log);
  const open = (name: string, close: () => Promise<void> | void = () => undefined): void => {
    shutdown.add(name, async () => {
      await close();
      closed.push(name);
    });
  };
  return { log, closed, shutdown, open };
};

describe('a shutdown', () => {
  it('closes everything, last opened first, one after the other', async () => {
    const { shutdown, open, closed, log } = aShutdown();
    open('database');
    open('service', () => Promise.resolve());
    open('discord');
    await shutdown.run();
    expect(closed).toEqual(['discord', 'service', 'database']);
    expect(log.lines).toEqual([]);
  });

  it('closes everything once, whoever asks again', async () => {
    const { shutdown, open, closed } = aShutdown();
    open('database');
    await shutdown.run();
    await shutdown.run();
    expect(closed).toEqual(['database']);
  });

  it('asked for twice at a time keeps its order, and both wait for the end', async () => {
    const { shutdown, open, closed } = aShutdown();
    let end: () => void = () => undefined;
    open('database');
    open(
      'service',
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    const both = [shutdown.run(), shutdown.run()];
    await Promise.resolve();
    expect(closed).toEqual([]);
    end();
    await both[1];
    expect(closed).toEqual(['service', 'database']);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
  ])('goes on when something %s, and says so', async (_how, fail) => {
    const { shutdown, open, closed, log } = aShutdown();
    open('database');
    shutdown.add('service', fail);
    await shutdown.run();
    expect(closed).toEqual(['database']);
    expect(log.lines).toEqual(['warn could not be closed cleanly']);
  });

  it('goes on without something that does not close in time, and says so', async () => {
    const log = aLog();
    const closed: string[] = [];
    const shutdown = createShutdown(log, 5);
    shutdown.add('database', () => {
      closed.push('database');
    });
    shutdown.add('service', () => new Promise(() => undefined));
    await shutdown.run();
    expect(closed).toEqual(['database']);
    expect(log.lines).toEqual(['warn did not close in time']);
  });
});

import { describe, expect, it } from 'vitest';
import { createUseLimits, type InteractionRates } from '#src/discord/interactions/use-limits.ts';

const RATES: InteractionRates = {
  member: {
    command: { capacity: 2, refillMs: 1_000 },
    share: { capacity: 1, refillMs: 1_000 },
    autocomplete: { capacity: 3, refillMs: 100 },
  },
  server: {
    command: { capacity: 3, refillMs: 500 },
    share: { capacity: 1, refillMs: 500 },
    autocomplete: { capacity: 9, refillMs: 10 },
  },
};

const ANA = { userId: 'ana', guildId: 'club' };
const BEA = { userId: 'bea', guildId: 'club' };

const aClock = () => {
  let at = 0;
  return { now: () => at, pass: (ms: number) => (at += ms) };
};

const limitsWith = (clock = aClock()) => createUseLimits(clock.now, RATES);

describe('the use limits', () => {
  it('allow a number of uses at once, and more as time passes', () => {
    const clock = aClock();
    const limits = limitsWith(clock);
    const alone = { userId: 'ana', guildId: null };
    expect([1, 2, 3].map(() => limits.take('command', alone) === null)).toEqual([
      true,
      true,
      false,
    ]);
    clock.pass(999);
    expect(limits.take('command', alone)).not.toBeNull();
    clock.pass(1);
    expect(limits.take('command', alone)).toBeNull();
  });

  it('report the time to wait in seconds, rounded up', () => {
    const limits = limitsWith();
    for (let use = 0; use < 2; use += 1) limits.take('command', ANA);
    expect(limits.take('command', ANA)).toMatchObject({
      problem: 'cooldown',
      values: { seconds: '1' },
    });
  });

  it('count all users of a server together, too', () => {
    const limits = limitsWith();
    for (const user of [ANA, ANA, BEA]) expect(limits.take('command', user)).toBeNull();
    expect(limits.take('command', BEA)).toMatchObject({ problem: 'cooldown' });
    expect(limits.take('command', { userId: 'cleo', guildId: 'elsewhere' })).toBeNull();
  });

  it('count autocomplete requests apart from commands', () => {
    const limits = limitsWith();
    for (let use = 0; use < 3; use += 1) expect(limits.take('autocomplete', ANA)).toBeNull();
    expect(limits.take('autocomplete', ANA)).not.toBeNull();
    expect(limits.take('command', ANA)).toBeNull();
  });
});

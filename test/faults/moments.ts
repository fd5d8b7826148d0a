import { pickWeighted, wholeBetween, type Random } from '#sandbox/padel-service/world/random.ts';
import { isWrite, NO_TROUBLE, type Trouble } from './http-proxy.ts';
import type { World } from './world.ts';

/** The moment at which a process is killed. */
export type Moment =
  /** At its n-th write request to Discord: before it arrives, or when Discord has handled it. */
  | { readonly kind: 'asks Discord' | 'has asked Discord'; readonly nth: number }
  /** At its n-th request to the data service. */
  | { readonly kind: 'asks the service'; readonly nth: number }
  /** So many milliseconds after the world moved on. */
  | { readonly kind: 'after'; readonly milliseconds: number };

export interface MomentWatch {
  /** Picks a moment, most often between a write to Discord and its record: the hardest case. */
  readonly pick: () => Moment;
  /** Resolves when the moment has come; never for a moment of the kind `after`. */
  readonly arm: (moment: Moment) => Promise<void>;
  readonly disarm: () => void;
}

/** What happens to a write to Discord: now and then a failure, so that nonces are needed. */
const writeTrouble = (random: Random): Trouble => {
  const dice = random();
  if (dice < 0.005) return { kind: 'unanswered' };
  if (dice < 0.0075) return { kind: 'reset' };
  if (dice < 0.01) return { kind: 'lost' };
  return dice < 0.02 ? { kind: 'answer', status: 502 } : NO_TROUBLE;
};

/** Watches the bot's requests for the armed moment, and lets some writes to Discord fail. */
export const watchForMoment = ({ trouble }: World, random: Random): MomentWatch => {
  let armed: Moment | undefined;
  let count = 0;
  let fire = (): void => undefined;

  /** Counts a request towards the armed moment; true when the moment has come. */
  const strikes = (kind: Moment['kind']): boolean => {
    if (armed?.kind !== kind || armed.kind === 'after') return false;
    count += 1;
    if (count < armed.nth) return false;
    fire();
    return true;
  };

  trouble.discord = (passing) => {
    if (!isWrite(passing)) return NO_TROUBLE;
    return strikes('asks Discord') ? { kind: 'swallowed' } : writeTrouble(random);
  };
  trouble.discordDone = (passing) => {
    if (isWrite(passing)) strikes('has asked Discord');
  };
  trouble.padel = () => (strikes('asks the service') ? { kind: 'swallowed' } : NO_TROUBLE);

  return {
    pick: () => {
      const kind = pickWeighted(random, [
        ['asks Discord', 2],
        ['has asked Discord', 4],
        ['asks the service', 1],
        ['after', 2],
      ]);
      if (kind === 'after') return { kind, milliseconds: wholeBetween(random, 0, 300) };
      return { kind, nth: wholeBetween(random, 1, kind === 'asks the service' ? 25 : 4) };
    },
    arm: (moment) => {
      armed = moment;
      count = 0;
      return new Promise((resolve) => {
        fire = resolve;
      });
    },
    disarm: () => {
      armed = undefined;
    },
  };
};

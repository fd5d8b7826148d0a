import { createLog } from '#src/log.ts';
import { startDemo, type Demo, type DemoOptions } from '#sandbox/demo/world.ts';
import { PROFILES, type Profile } from '#sandbox/padel-service/world/profile.ts';

/** What the data service speaks; the other one with `PADEL_PROFILE=today`. */
const PROFILE: Profile =
  PROFILES.find((profile) => profile === process.env['PADEL_PROFILE']) ?? 'specification';

/** A demo in which nothing happens by itself, on free ports, and whose service counts no requests. */
export const startStillDemo = (
  folder: string,
  more: Partial<Pick<DemoOptions, 'day' | 'log'>> = {},
): Promise<Demo> =>
  startDemo({
    folder,
    port: 0,
    padelPort: 0,
    speed: 0,
    profile: PROFILE,
    seed: 1,
    requestsPerMinute: 100_000,
    log: createLog('silent'),
    ...more,
  });

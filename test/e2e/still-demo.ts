import { createLog } from '#src/log.ts';
import { startDemo, type Demo, type DemoOptions } from '#sandbox/demo/world.ts';
import { DEFAULT_PROFILE, PROFILES, type Profile } from '#sandbox/padel-service/world/profile.ts';

/** The data service's profile; `PADEL_PROFILE=specification` selects the other one. */
const PROFILE: Profile =
  PROFILES.find((profile) => profile === process.env['PADEL_PROFILE']) ?? DEFAULT_PROFILE;

/** A demo on free ports whose clock stands still and whose service has no effective rate limit. */
export const startStillDemo = (
  folder: string,
  more: Partial<Pick<DemoOptions, 'day' | 'log' | 'profile'>> = {},
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

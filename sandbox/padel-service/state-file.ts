import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { PROFILES } from './world/profile.ts';
import { subscriptionSchema } from './webhooks/subscription.ts';

const stored = z.object({
  version: z.literal(1),
  seed: z.number().int(),
  /** The day of the first start, `YYYY-MM-DD`; the calendar is arranged around it. */
  anchor: z.iso.date(),
  /** Missing in files from before there were several. */
  profile: z.enum(PROFILES).optional(),
  clock: z.object({
    real: z.number().int(),
    world: z.number().int(),
    speed: z.number().nonnegative(),
  }),
  /** Null after it was removed; missing in files from before there was one. */
  webhook: subscriptionSchema.nullable().optional(),
});

/** What must survive a restart: everything else follows from it. */
export type StoredState = Readonly<z.infer<typeof stored>>;

/** The state file cannot be used; the message says why and what to do. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

const parsedFile = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Reads a state file; null when there is none.
 * @throws StateFileError when the file is something else
 */
export const readState = (path: string): StoredState | null => {
  if (!existsSync(path)) return null;
  const result = stored.safeParse(parsedFile(path));
  if (result.success) return result.data;
  throw new StateFileError(
    `${path} is not a state file of the padel service. Move it away to begin a new world.`,
  );
};

/** Writes a state file at once and in one step: a crash leaves the old or the new one. */
export const writeState = (path: string, state: StoredState): void => {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(draft, path);
};

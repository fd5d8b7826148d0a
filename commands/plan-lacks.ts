import type { Services } from '../src/discord/command.ts';
import type { PlanLacks } from '../src/render/match-controls.ts';

/** What the plan lacks, from the service's recent refusals. */
export const planLacks = ({ api }: Services): PlanLacks => ({
  points: api.lacksLive(),
  stats: api.lacksStats(),
});

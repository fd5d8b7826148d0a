import type { Services } from '../src/discord/command.ts';
import type { PlanLacks } from '../src/render/match-controls.ts';

/** What the plan lacks of matches, as far as the service has refused it lately. */
export const planLacks = ({ api }: Services): PlanLacks => ({
  points: api.lacksLive(),
  stats: api.lacksStats(),
});

import type { Command } from '../src/discord/command.ts';
import { alerts } from './alerts.ts';
import { follow } from './follow.ts';
import { helpFor } from './help.ts';
import { h2h } from './h2h.ts';
import { live } from './live.ts';
import { match } from './match.ts';
import { pair } from './pair.ts';
import { player } from './player.ts';
import { ranking } from './ranking.ts';
import { schedule } from './schedule.ts';
import { simulate } from './simulate.ts';
import { settings } from './settings.ts';
import { tournament } from './tournament.ts';

const listed: readonly Command[] = [
  live,
  match,
  schedule,
  h2h,
  simulate,
  player,
  pair,
  ranking,
  tournament,
  follow,
  alerts,
  settings,
];

/** Every command, for dispatch and registration alike. */
export const commands: readonly Command[] = [...listed, helpFor(listed)];

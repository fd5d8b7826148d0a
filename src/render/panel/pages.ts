import { dayRows } from './day-page.ts';
import { followsRows } from './follows-page.ts';
import { lookRows } from './look-page.ts';
import { matchesRows } from './matches-page.ts';
import { pingsRows } from './pings-page.ts';
import { promiseRows } from './promise-page.ts';
import { timesRows } from './times-page.ts';
import type { PageRows, PanelPage } from './view.ts';
import { whatRows } from './what-page.ts';

/** The menus of each page of a panel: three rows at most, between those of every page. */
export const PANEL_MENUS: Readonly<Record<PanelPage, PageRows>> = {
  what: whatRows,
  follows: followsRows,
  matches: matchesRows,
  promise: promiseRows,
  times: timesRows,
  day: dayRows,
  pings: pingsRows,
  look: lookRows,
};

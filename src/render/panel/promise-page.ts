import { menuRow } from '../controls.ts';
import { withCurrent } from './menus.ts';
import { panelControl, type PageRows } from './view.ts';

const LEAST = [30, 40, 50, 60, 70, 80, 90] as const;

/** How much a match has to promise to be told. */
export const promiseRows: PageRows = ({ t }, { channel: { key, settings } }) =>
  menuRow(panelControl('watchability', key, 'promise'), t('panel.watchability'), [
    {
      value: 'none',
      label: t('settings.anyWatchability'),
      isChosen: settings.minWatchability === null,
    },
    ...withCurrent<number>(LEAST, settings.minWatchability ?? LEAST[0]).map((least) => ({
      value: String(least),
      label: t('settings.watchability', { least }),
      isChosen: least === settings.minWatchability,
    })),
  ]);

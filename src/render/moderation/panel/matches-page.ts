import { MENU_OPTIONS_MAX } from '../../../discord/message-limits.ts';
import { isPastLevel, TOURNAMENT_LEVELS } from '../../../domain/tournament/levels.ts';
import { CATEGORIES, ROUNDS } from '../../../domain/terms.ts';
import { menuRow } from '../../controls.ts';
import { panelControl, type PageRows } from './view.ts';
import { withCurrent } from './menus.ts';

const ANY = 'any';

/** Filters for followed matches. */
export const matchesRows: PageRows = ({ t }, { channel: { key, settings } }) => [
  ...menuRow(panelControl('round', key, 'matches'), t('panel.round'), [
    { value: ANY, label: t('settings.anyRound'), isChosen: settings.smallestRound === null },
    ...ROUNDS.map((round) => ({
      value: String(round),
      label: t('settings.from', { round: t(`round.${round}`) }),
      isChosen: settings.smallestRound === round,
    })),
  ]),
  ...menuRow(
    panelControl('levels', key, 'matches'),
    t('panel.levels'),
    TOURNAMENT_LEVELS.filter((level) => !isPastLevel(level)).map((level) => ({
      value: level,
      label: t(`level.${level}`),
      isChosen: settings.levels.length === 0 || settings.levels.includes(level),
    })),
    MENU_OPTIONS_MAX,
  ),
  ...menuRow(panelControl('category', key, 'matches'), t('panel.category'), [
    { value: ANY, label: t('settings.bothCategories'), isChosen: settings.category === null },
    ...CATEGORIES.map((category) => ({
      value: category,
      label: t(`category.${category}`),
      isChosen: settings.category === category,
    })),
  ]),
];

const LEAST = [30, 40, 50, 60, 70, 80, 90] as const;

/** The minimum watchability of a match. */
export const watchabilityRows: PageRows = ({ t }, { channel: { key, settings } }) =>
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

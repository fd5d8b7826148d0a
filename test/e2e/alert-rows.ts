import type { Asker } from './askers.ts';
import { EVERYTHING, UNKNOWN, type Line, type Row } from './question-rows.ts';

/** The alert channel of a language: responses show its alerts, so each language has its own. */
export const alertChannelIn = (language: string): string => `sala-${language}`;

const here = ({ language }: Asker): string => `channel:#${alertChannelIn(language)}`;

/** A channel for one user alone, to be set up and removed. */
export const ownChannelOf = ({ who }: Pick<Asker, 'who'>): string =>
  `sala-de-${who.split(' ')[1] ?? ''}`;

/** The problem that a member gets for a command that only moderators may use. */
const forModerators = (problem: string): Pick<Row, 'refuses'> => ({
  refuses: ({ who, place }) => (place === 'server' && who.startsWith('member') ? problem : null),
});

const MODERATED = { offered: 'moderator' } as const;

const elsewhere: Line = () => 'channel:#general';

const sub = (name: string, options: Line = () => ''): Row => ({
  asked: (facts, asker) => `/alerts ${name} ${here(asker)} ${options(facts, asker)}`.trim(),
  none: [
    [
      (facts, asker) =>
        `/alerts ${name} ${elsewhere(facts, asker)} ${options(facts, asker)}`.trim(),
      'no-alerts-there',
    ],
  ],
  isExplored: false,
  ...MODERATED,
});

const ofMatch = (name: string): Row => {
  const row = sub(name, ({ matchIn }) => `match:${matchIn('finished')}`);
  const unknown: Line = (_facts, asker) => `/alerts ${name} ${here(asker)} match:${UNKNOWN}`;
  return { ...row, none: [...(row.none ?? []), [unknown, 'unknown-match']] };
};

/** Every command for follows and alert settings. */
export const ALERT_ROWS: Readonly<Record<string, Row>> = {
  '/follow': {
    asked: ({ man }) => `/follow player:${man(0)}`,
    none: [
      [() => '/follow', 'nothing-to-follow'],
      [({ finishedTournament }) => `/follow tournament:${finishedTournament}`, 'tournament-over'],
      [({ matchIn }) => `/follow match:${matchIn('finished')}`, 'match-over'],
      [() => '/follow country:Antarctica', 'unknown-country'],
    ],
  },
  '/follow of everything': { asked: EVERYTHING },
  '/follow by direct message': { asked: ({ man }) => `/follow player:${man(1)} who:direct` },
  '/follow for the channel': {
    asked: ({ man }) => `/follow player:${man(2)} who:channel`,
    ...forModerators('channel-follow-needs-permission'),
  },
  '/follows': { asked: () => '/follows' },
  '/alerts setup': {
    asked: (_facts, asker) => `/alerts setup ${here(asker)} language:${asker.language}`,
    isExplored: false,
    ...MODERATED,
  },
  '/alerts panel': { ...sub('panel'), isExplored: true },
  '/alerts set': {
    ...sub(
      'set',
      (_facts, { language }) =>
        `language:${language} preset:results add-kinds:start,set quiet:23-8 zone:madrid limit:20`,
    ),
    none: [
      [(_facts, asker) => `/alerts set ${here(asker)} quiet:${UNKNOWN}`, 'unknown-time'],
      [(_facts, asker) => `/alerts set ${here(asker)} zone:${UNKNOWN}`, 'unknown-zone'],
      [(_facts, asker) => `/alerts set ${here(asker)} add-kinds:${UNKNOWN}`, 'unknown-kind'],
      [(_facts, asker) => `/alerts set ${here(asker)} levels:${UNKNOWN}`, 'unknown-level'],
    ],
  },
  '/alerts pause': sub('pause'),
  '/alerts resume': sub('resume'),
  '/alerts test': sub('test'),
  '/alerts why': ofMatch('why'),
  '/alerts preview': ofMatch('preview'),
  '/alerts health': { asked: () => '/alerts health', isExplored: false, ...MODERATED },
  '/alerts export': { asked: () => '/alerts export', isExplored: false, ...MODERATED },
  '/alerts remove': {
    ...sub('remove'),
    before: (_facts, asker) => `/alerts setup channel:#${ownChannelOf(asker)}`,
    asked: (_facts, asker) => `/alerts remove channel:#${ownChannelOf(asker)}`,
  },
};

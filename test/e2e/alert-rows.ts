import type { Asker } from './askers.ts';
import { UNKNOWN, type Line, type Row } from './question-rows.ts';

/** The alert channel of a language: responses show its alerts, so each language has its own. */
export const alertChannelIn = (language: string): string => `sala-${language}`;

const here = ({ language }: Asker): string => `channel:#${alertChannelIn(language)}`;

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
  return { ...row, none: [...(row.none ?? []), [unknown, 'unknown-name']] };
};

/** Every command for follows and alert settings. */
export const ALERT_ROWS: Readonly<Record<string, Row>> = {
  '/follow': {
    asked: ({ man }) => `/follow name:${man(0)}`,
    none: [
      [({ finishedTournament }) => `/follow name:tournament:${finishedTournament}`, 'already-over'],
      [({ matchIn }) => `/follow name:match:${matchIn('finished')}`, 'already-over'],
      [() => '/follow name:Antarctica', 'unknown-name'],
    ],
  },
  '/follow of a pair and a level': {
    asked: ({ partners: [one, other] }) => `/follow name:${one} / ${other} what:major`,
  },
  '/follow by direct message': { asked: ({ man }) => `/follow name:${man(1)} who:direct` },
  '/follow for the channel': {
    asked: ({ man }) => `/follow name:${man(2)} who:channel`,
    ...forModerators('channel-follow-needs-permission'),
  },
  '/follow without an option': { asked: () => '/follow' },
  '/alerts setup': {
    asked: (_facts, asker) => `/alerts setup ${here(asker)} language:${asker.language}`,
    isExplored: false,
    ...MODERATED,
  },
  '/alerts panel': { ...sub('panel'), isExplored: true },
  '/alerts why': ofMatch('why'),
  '/alerts health': { asked: () => '/alerts health', isExplored: false, ...MODERATED },
  '/alerts file': { asked: () => '/alerts file', isExplored: false, ...MODERATED },
};

import type { Row } from './question-rows.ts';

/** What is stored about somebody; asked last, because its buttons delete what the others need. */
export const PRIVACY_ROWS: Readonly<Record<string, Row>> = {
  // Its menus change the language of those who ask.
  '/settings': { asked: () => '/settings', isExplored: false },
  '/privacy me': { asked: () => '/privacy me' },
  '/privacy server': {
    asked: () => '/privacy server',
    refuses: ({ who, place }) => {
      if (place !== 'server') return 'privacy-server-only';
      return who.startsWith('moderator') ? null : 'no-permission';
    },
    // The alerts of everybody would end.
    isExplored: false,
  },
};

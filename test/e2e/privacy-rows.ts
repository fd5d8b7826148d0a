import type { Row } from './question-rows.ts';

/** The commands about stored data; they run last, because their buttons delete what others need. */
export const PRIVACY_ROWS: Readonly<Record<string, Row>> = {
  // Its menus would change the user's language.
  '/settings': { asked: () => '/settings', isExplored: false },
  '/privacy me': { asked: () => '/privacy me' },
  '/privacy server': {
    asked: () => '/privacy server',
    refuses: ({ who, place }) => {
      if (place !== 'server') return 'privacy-server-only';
      return who.startsWith('moderator') ? null : 'no-permission';
    },
    // Its buttons would end all alerts of the server.
    isExplored: false,
  },
};

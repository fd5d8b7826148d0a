import type { HeldMatch } from '../domain/held-match.ts';
import type { Reader } from '../i18n/i18n.ts';
import { matchContext } from './match-line.ts';
import { COLOURS, NO_MENTIONS, type MessageBody } from './message.ts';
import { teamName } from './names.ts';

/** Why something of a match is not there: the plan, the level, not yet, or nobody noted it. */
export type Lack = 'notInPlan' | 'notCovered' | 'notYet' | 'none';

/** Says what of a match there is not, and why. */
export const lackMessage = (
  { t }: Reader,
  held: HeldMatch,
  what: 'stats' | 'points',
  lack: Lack,
): MessageBody => {
  const { match } = held;
  const reason = what === 'stats' ? t(`match.noStats.${lack}`) : t(`match.noPoints.${lack}`);
  return {
    embeds: [
      {
        author: { name: matchContext(t, held) },
        description: [`${teamName(match, 'team_1')} – ${teamName(match, 'team_2')}`, reason].join(
          '\n',
        ),
        color: COLOURS.scheduled,
      },
    ],
    allowed_mentions: NO_MENTIONS,
  };
};

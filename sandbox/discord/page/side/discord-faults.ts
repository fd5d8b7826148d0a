import { html, nothing, type TemplateResult } from 'lit';

import type { Faults } from '../../shown-state.ts';
import type { PageView } from '../view.ts';
import { isDirect } from './channel-groups.ts';
import { toggle } from './controls.ts';

const FAULTS: readonly {
  readonly key: Exclude<keyof Faults, 'refuses' | 'blockedWords'>;
  readonly label: string;
  readonly seen: string;
}[] = [
  {
    key: 'serverErrors',
    label: 'Server errors',
    seen: 'Discord answers 500: posts wait and come later, once.',
  },
  {
    key: 'resets',
    label: 'Connections break',
    seen: 'Every request breaks off before it is done: posts wait and come later, once.',
  },
  {
    key: 'loseAnswers',
    label: 'Answers get lost',
    seen: 'The message is made, its answer never arrives: still no post twice.',
  },
  {
    key: 'unanswered',
    label: 'No answers',
    seen: 'The message is made, and the bot waits in vain to be told: still no post twice.',
  },
  {
    key: 'routeLimited',
    label: 'Too many messages',
    seen: 'Every channel answers 429: the bot holds back, then catches up.',
  },
  {
    key: 'rateLimited',
    label: 'Too many requests',
    seen: 'Everything is answered 429: the bot holds back, then catches up.',
  },
];

const AUTOMOD = 200_000;

/** Discord's own faults: a channel that refuses the bot, and failing requests. */
export function discordFaults({ server, channel, me, act }: PageView): TemplateResult {
  const refused = channel.deniedToBot.includes('SendMessages');
  return html`<h4 class="world-part">Discord</h4>
    ${
      isDirect(channel) || channel.thread !== null
        ? nothing
        : toggle({
            label: `#${channel.name} refuses the bot`,
            on: refused,
            seen: refused
              ? 'The bot may not write here: /follow says so, and what waits is posted later.'
              : 'Takes “Send Messages” from the bot in this channel.',
            flip: (on) => void act.steering.letBot(channel.id, 'SendMessages', !on),
          })
    }
    ${toggle({
      label: `${server.bot.username} is your app`,
      on: me.hasApp,
      seen: me.hasApp
        ? 'Its commands go where you go: try one in a conversation with another member.'
        : 'Adds it for you alone, as “Add to my apps” does.',
      flip: (on) => void act.steering.addApp(me.id, on),
    })}
    ${toggle({
      label: 'You take direct messages',
      on: me.takesDirectMessages,
      seen: me.takesDirectMessages
        ? 'Bots may write to you.'
        : 'Closed: what a bot writes to you is refused. Commands are still answered.',
      flip: (on) => void act.steering.takeDirect(me.id, on),
    })}
    ${toggle({
      label: 'AutoMod blocks posts',
      on: server.faults.refuses.post === AUTOMOD,
      seen: 'Posts are refused (200000): they wait, and /alerts health says why.',
      flip: (on) => void act.steering.fault({ refuses: on ? { post: AUTOMOD } : {} }),
    })}
    ${FAULTS.map(({ key, label, seen }) =>
      toggle({
        label,
        on: server.faults[key],
        seen,
        flip: (on) => void act.steering.fault({ [key]: on }),
      }),
    )}`;
}

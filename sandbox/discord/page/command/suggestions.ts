import { ApplicationCommandOptionType as Kind, ChannelType } from 'discord-api-types/v10';

import type { ControlState, ShownChannel } from '../../shown-state.ts';
import type { CommandOption } from './catalogue.ts';

/** One line of the list above the composer: what is shown, and what is written when taken. */
export interface Suggestion {
  readonly label: string;
  readonly text: string;
  readonly hint: string;
}

/** The channels and people of a server. */
interface Offering extends Pick<ControlState, 'channels' | 'people'> {
  readonly bot: Pick<ControlState['bot'], 'username'>;
}

const THREAD_TYPES: readonly number[] = [
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
];

/** Offered for a channel option that names no types: everything of the server, not categories. */
const ORDINARY_TYPES: readonly number[] = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ...THREAD_TYPES,
];

/** The line that Enter takes: the one that was typed out, else the first; -1 without any. */
export function preselect(items: readonly Suggestion[], typed: string): number {
  const exact = items.findIndex(({ label }) => bare(label) === bare(typed));
  return exact === -1 ? Math.min(0, items.length - 1) : exact;
}

/**
 * What the client itself can offer for an option: fixed choices, true and false, channels, people.
 * Null when it has no list of its own: free text, numbers, and what the bot completes.
 */
export function ownSuggestions(
  option: CommandOption,
  typed: string,
  server: Offering,
): readonly Suggestion[] | null {
  const all = listFor(option, server);
  if (all === null) return null;
  if (all.some((each) => each.text === typed)) return all;
  const wanted = bare(typed);
  const begins = ({ label }: Suggestion) => Number(bare(label).startsWith(wanted));
  return all
    .filter(({ label, text }) => `${bare(label)} ${bare(text)}`.includes(wanted))
    .toSorted((a, b) => begins(b) - begins(a));
}

function listFor(option: CommandOption, server: Offering): readonly Suggestion[] | null {
  switch (option.type) {
    case Kind.String:
    case Kind.Integer:
    case Kind.Number: {
      if (option.choiceNames.size === 0) return null;
      return [...option.choiceNames.keys()].map((label) => ({ label, text: label, hint: '' }));
    }
    case Kind.Boolean:
      return ['True', 'False'].map((name) => ({ label: name, text: name, hint: '' }));
    case Kind.Channel: {
      const wanted: readonly number[] | undefined = option.channel_types;
      return server.channels
        .filter(({ type }) => (wanted ?? ORDINARY_TYPES).includes(type))
        .map((channel) => ({
          label: `#${channel.name}`,
          text: `#${channel.name}`,
          hint: kindOfChannel(channel),
        }));
    }
    case Kind.User:
    case Kind.Mentionable:
      return [
        ...server.people.map(({ displayName, username, role }) => ({
          label: `@${displayName}`,
          text: `@${username}`,
          hint: role,
        })),
        { label: `@${server.bot.username}`, text: `@${server.bot.username}`, hint: 'bot' },
      ];
    default:
      return null;
  }
}

function kindOfChannel({ type }: ShownChannel): string {
  if (THREAD_TYPES.includes(type)) return 'thread';
  const announces: number = ChannelType.GuildAnnouncement;
  return type === announces ? 'announcements' : '';
}

/** Lower case without accents, `@` and `#`: who types `galan` means Galán. */
function bare(text: string): string {
  const letters = text.trim().replace(/^[@#]/, '');
  return letters.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

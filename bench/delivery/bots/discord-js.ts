import { ChannelType, Client, type TextChannel } from 'discord.js';
import { machineNow } from '../clock.ts';
import { channelId, guildId } from '../world/server-ids.ts';
import { textOf, type News } from '../world/news.ts';
import { editAnswer } from './answers.ts';
import type { Bot, BotOptions } from './bot.ts';

/** How a simple bot hands a message to discord.js. */
type Send = (send: () => Promise<unknown>) => void;

/**
 * A client that knows channels as if the gateway had told it of them: discord.js has no other way to
 * fill its caches, and `channel.send` needs them.
 */
const createKnowingClient = ({ apiUrl, token }: BotOptions) => {
  const client = new Client({ intents: [], rest: { api: apiUrl, version: '10' } });
  client.rest.setToken(token);
  // As discord.js itself calls it (src/client/actions); it is in no type.
  const guilds = client.guilds as unknown as { _add: (data: object) => unknown };
  const know = ([first, last]: News['channels']): void => {
    for (let n = first; n <= last; n += 1) {
      guilds._add({
        id: guildId(n),
        name: `Server ${n}`,
        channels: [{ id: channelId(n), type: ChannelType.GuildText, name: 'alerts', position: 0 }],
        roles: [],
        members: [],
      });
    }
  };
  const channel = (n: number): TextChannel => {
    const known = client.channels.cache.get(channelId(n));
    if (known?.type !== ChannelType.GuildText) throw new Error(`channel ${n} is not known`);
    return known;
  };
  return { client, know, channel };
};

/** A bot of discord.js that holds its channels in memory and tells news in a loop over them. */
export const startDiscordJs = (options: BotOptions, send: Send): Bot => {
  const { client, know, channel } = createKnowingClient(options);

  const tell = (news: News): void => {
    const [first, last] = news.channels;
    const content = textOf(news);
    for (let n = first; n <= last; n += 1) send(() => channel(n).send(content));
  };

  return {
    prepare: (channels) => {
      know(channels);
      return Promise.resolve();
    },
    tell: (news) => {
      tell(news);
      return Promise.resolve();
    },
    frame: (text, news) => {
      const at = machineNow();
      JSON.parse(text);
      tell(news);
      return Promise.resolve(at);
    },
    answer: () => editAnswer(client.rest, options.token),
    stop: () => client.destroy(),
  };
};

/** A loop of `channel.send`; what cannot be sent is passed over, as in most bots. */
export const startLoop = (options: BotOptions): Bot =>
  startDiscordJs(options, (send) => void send().catch(() => undefined));

import { ChannelType, Client, type TextChannel } from 'discord.js';
import { machineNow } from '../clock.ts';
import { channelId, guildId } from '../world/server-ids.ts';
import { textOf, type News } from '../world/news.ts';
import { editAnswer } from './answers.ts';
import type { Bot, BotOptions } from './bot.ts';

/** Sends a message with discord.js as a simple bot does. */
type Send = (send: () => Promise<unknown>) => void;

/**
 * A client whose caches have channels as if from the gateway: discord.js has no other way to fill them,
 * and `channel.send` needs them.
 */
const createKnowingClient = ({ apiUrl, token }: BotOptions) => {
  const client = new Client({ intents: [], rest: { api: apiUrl, version: '10' } });
  client.rest.setToken(token);
  // As discord.js itself calls it (src/client/actions); its types omit it.
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

/** A discord.js bot that keeps its channels in memory and posts news in a loop over them. */
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

/** A loop of `channel.send` that ignores failures, as in most bots. */
export const startLoop = (options: BotOptions): Bot =>
  startDiscordJs(options, (send) => void send().catch(() => undefined));

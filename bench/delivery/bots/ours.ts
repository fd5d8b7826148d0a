import { pino } from 'pino';
import { startAlerts } from '#test/alerts/start-alerts.ts';
import { newAlertEvent } from '#src/alerts/ingest/news.ts';
import { createInvalidRequestCounter } from '#src/discord/rest/invalid-request-counter.ts';
import { createRest } from '#src/discord/rest/rest.ts';
import { createSender } from '#src/discord/rest/sender.ts';
import { startIntake } from '#src/live/intake.ts';
import { createReadOrder } from '#src/live/read-order.ts';
import { createPadelApi } from '#src/padel-api/client.ts';
import { parseLive } from '#src/padel-api/wire/live.ts';
import { openStore } from '#src/store/connection/database.ts';
import { addEvents } from '#src/store/outbox/events.ts';
import { machineNow } from '../clock.ts';
import { openCardsIn, trailingCards } from '../world/cards.ts';
import { followMatch } from '../world/followers.ts';
import { aLiveMatch, framesOf, hold } from '../world/matches.ts';
import { eventOf, playersIn, type News } from '../world/news.ts';
import { editAnswer } from './answers.ts';
import type { Bot, BotOptions } from './bot.ts';
import { drawPicture } from '#src/render/pictures/draw.ts';

export interface OurOptions extends BotOptions {
  /** The database, a file. */
  readonly file: string;
  readonly now?: () => number;
}

export interface OurBot extends Bot {
  readonly openCards: (news: News) => Promise<void>;
  /** The number of stale cards. */
  readonly trailing: () => Promise<number>;
}

const LAST_FRAME = framesOf(0).length - 1;

/** Our delivery, composed as in the application, without gateway and sources. */
export const startOurs = async (options: OurOptions): Promise<OurBot> => {
  const { file, apiUrl, token, now = Date.now } = options;
  const log = pino({ level: 'fatal' });
  const { db, close } = await openStore(`file:${file}`, log);
  const sender = createSender({ apiUrl, token, now: () => performance.now() });
  const alerts = startAlerts({ db, sender, now, draw: drawPicture, log });
  const invalidRequests = createInvalidRequestCounter({ now: () => performance.now() });
  const rest = createRest({ apiUrl, token, invalidRequests });
  // The matches here are complete: nothing is requested.
  const nowhere = { baseUrl: 'http://127.0.0.1:9/api', token, now, random: Math.random, log };
  const api = createPadelApi(nowhere);
  const intake = startIntake({
    order: createReadOrder(),
    api,
    requestOptions: { priority: 'live' },
    observer: alerts.observer,
    monotonic: machineNow,
    log,
    hasList: () => true,
    isFollowed: () => true,
    listed: () => undefined,
  });

  return {
    // Channels are rows: nothing is cached.
    prepare: () => Promise.resolve(),
    tell: async (news) => {
      const { matchId, channels } = news;
      const frame = framesOf(matchId)[LAST_FRAME];
      if (frame === undefined) throw new Error('a match without frames');
      await hold(db, aLiveMatch(matchId, playersIn(news), now()), frame, now());
      await followMatch(db, matchId, channels);
      await addEvents(db, [newAlertEvent(eventOf(news), now())], now());
      alerts.wake();
    },
    frame: (text) => {
      const at = machineNow();
      const update = parseLive(JSON.parse(text));
      if (update === null) throw new Error('a frame of ours cannot be read');
      intake.take(update);
      return Promise.resolve(at);
    },
    openCards: async (news) => {
      await openCardsIn(db, news, now());
      alerts.wake();
    },
    trailing: () => trailingCards(db),
    answer: () => editAnswer(rest, token),
    stop: async () => {
      await intake.stop();
      await alerts.stop();
      await sender.stop();
      await rest.close();
      await api.close();
      await close();
    },
  };
};

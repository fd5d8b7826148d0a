import { LRUCache } from 'lru-cache';
import { UserError } from '../../errors.ts';
import type { Reader } from '../../i18n/i18n.ts';
import type { hide } from '../../render/conceal.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Command } from '../command.ts';

/** How scores are hidden from a user who wants that. */
export interface Hiding {
  readonly hide: typeof hide;
}

/** The custom id of the button that shows what an answer hides. */
export const SHOW = 'show';

/** Answers whose button works; one more ends that of the one unused for longest. */
const ANSWERS_MAX = 2_000;

type Render = () => Promise<MessageBody>;

/** The answers of users who hide scores: each hides what tells a result until its user asks for it. */
export const createHiddenAnswers = (hiding: Pick<Hiding, 'hide'>) => {
  const hidden = new LRUCache<string, Render>({ max: ANSWERS_MAX });
  const shown = new LRUCache<string, true>({ max: ANSWERS_MAX });
  return {
    /** An answer as its user wants it. @param key the same for all that is shown in one message */
    present: async (
      key: string,
      reader: Pick<Reader, 't' | 'hidesScores'>,
      render: Render,
      command?: Pick<Command, 'isScoreless'>,
    ): Promise<MessageBody> => {
      const body = await render();
      const hides = reader.hidesScores === true && command?.isScoreless !== true;
      const rest = hides && !shown.has(key) ? hiding.hide(reader, body, SHOW) : null;
      if (rest !== null) hidden.set(key, render);
      return rest ?? body;
    },
    /** All of an answer; its message hides nothing from then on. @throws UserError once it is forgotten */
    show: async (key: string): Promise<MessageBody> => {
      const render = hidden.get(key);
      if (render === undefined) throw new UserError('outdated-control');
      shown.set(key, true);
      return await render();
    },
  };
};

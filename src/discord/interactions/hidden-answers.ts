import { LRUCache } from 'lru-cache';
import { UserError } from '../../errors.ts';
import type { Reader } from '../../i18n/i18n.ts';
import type { MessageBody } from '../../render/message.ts';
import type { Command } from '../command.ts';
import type { Rendering } from './request.ts';

/** The custom id of the button that shows what an answer hides. */
export const SHOW = 'show';

/** Answers whose button works; one more ends that of the one unused for longest. */
const ANSWERS_MAX = 2_000;

type Render = () => Promise<MessageBody>;

interface Hidden {
  readonly render: Render;
  readonly name: string;
}

/** The answers of users who hide scores: each hides what tells a result until its user asks for it. */
export const createHiddenAnswers = ({ hide }: Pick<Rendering, 'hide'>) => {
  const hidden = new LRUCache<string, Hidden>({ max: ANSWERS_MAX });
  /** The command of each answer that hides nothing. */
  const shown = new LRUCache<string, string>({ max: ANSWERS_MAX });
  return {
    /**
     * An answer as its user wants it.
     * @param key the same for all that is shown in one message
     * @param from the key of the message with the control: where it hides nothing, nor do its command's answers
     */
    present: async (
      key: string,
      reader: Pick<Reader, 't' | 'hidesScores'>,
      render: Render,
      command?: Pick<Command, 'isScoreless' | 'definition'>,
      from = key,
    ): Promise<MessageBody> => {
      const body = await render();
      const name = command?.definition.name ?? '';
      if (body.reveals === true || shown.get(from) === name) shown.set(key, name);
      const hides = reader.hidesScores === true && command?.isScoreless !== true;
      const rest = hides && !shown.has(key) ? hide(reader, body, SHOW) : null;
      if (rest !== null) hidden.set(key, { render, name });
      return rest ?? body;
    },
    /** All of an answer; its message hides nothing from then on. @throws UserError once it is forgotten */
    show: async (key: string): Promise<MessageBody> => {
      const answer = hidden.get(key);
      if (answer === undefined) throw new UserError('outdated-control');
      shown.set(key, answer.name);
      return await answer.render();
    },
  };
};

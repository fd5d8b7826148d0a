import { LRUCache } from 'lru-cache';
import { partsOf } from '../../lib/text.ts';
import { FormRefused, Unclear } from '../../errors.ts';
import { outside } from '../../i18n/text.ts';
import type { Reader } from '../../i18n/i18n.ts';
import type { MessageBody } from '../../render/message.ts';
import type { ComponentInteraction } from './interaction.ts';
import type { Rendering } from './request.ts';

/** The first part of the custom id of a menu that says what a typed text means. */
const PICK = 'pick';

/** As many names as a command has. */
const NAMES_MAX = 4;

/** Menus that work, each with its interaction; one more ends that of the one unused for longest. */
const MENUS_MAX = 500;

export interface Texts {
  readonly text: (name: string) => string | null;
}

/** A typed text with all or one of its names replaced. */
const replaced = (text: string, typed: string, value: string): string => {
  if (text.trim() === typed.trim()) return value;
  const parts = partsOf(text);
  return parts.includes(typed)
    ? parts.map((part) => (part === typed ? value : part)).join(' / ')
    : text;
};

/** A request with another text in place of a typed one. */
export const withText = <R extends Texts>(request: R, typed: string, value: string): R => ({
  ...request,
  text: (name: string) => {
    const text = request.text(name);
    return text === null ? null : replaced(text, typed, value);
  },
});

interface Answered {
  readonly body: MessageBody;
  /** The texts that were taken for the first of their choices. */
  readonly meant: readonly Unclear[];
}

/** Runs with what each unclear text means in its place. @throws Unclear where that is not known */
export const runAsMeant = async <R extends Texts>(
  request: R,
  run: (request: R) => Promise<MessageBody>,
): Promise<Answered> => {
  const meant: Unclear[] = [];
  let filled = request;
  for (;;) {
    try {
      return { body: await run(filled), meant };
    } catch (error) {
      if (!(error instanceof Unclear) || error.meant === undefined) throw error;
      if (meant.length === NAMES_MAX) throw error;
      meant.push(error);
      filled = withText(filled, error.typed, error.meant.value);
    }
  }
};

/** What an unclear text may mean, as lines: for a form whose other mistakes make a menu of no use. */
export const choiceLines = (error: unknown): readonly string[] =>
  error instanceof Unclear
    ? error.choices.map(
        ({ shown, value }) => `- ${outside(typeof shown === 'string' ? shown : value, 100)}`,
      )
    : [];

/** Repeats what was typed with the chosen text. */
type Repeat = (interaction: ComponentInteraction, value: string) => Promise<void>;

/**
 * Texts that are typed and not picked. An answer says what each unclear one was taken for, with a menu of
 * the others; where nothing is meant, the answer is the menu. Lost with the process.
 */
export const createTypedNames = (rendering: Pick<Rendering, 'again' | 'menu' | 'withMeant'>) => {
  const repeats = new LRUCache<string, Repeat>({ max: MENUS_MAX });
  return {
    /** What the menu with this custom id repeats; undefined for another control, or once it is forgotten. */
    repeatOf: (customId: string): Repeat | undefined => repeats.get(customId),
    /** The menus of the answer to one interaction. */
    menusOf: (
      interactionId: string,
      repeat: (typed: string, interaction: ComponentInteraction, value: string) => Promise<void>,
    ) => {
      // The choices are not kept: a thousand menus would keep many matches as they were.
      const idOf = ({ typed }: Unclear, number: number): string => {
        const id = [PICK, interactionId, number].join(':');
        repeats.set(id, (interaction, value) => repeat(typed, interaction, value));
        return id;
      };
      return {
        ask: (reader: Reader, error: unknown): MessageBody['components'] => {
          if (error instanceof FormRefused) return rendering.again(reader, error.again);
          return error instanceof Unclear
            ? rendering.menu(reader, error.choices, idOf(error, 0))
            : [];
        },
        note: (reader: Reader, { body, meant }: Answered): MessageBody =>
          meant.reduce(
            (noted, unclear, index) =>
              rendering.withMeant(reader, noted, unclear, idOf(unclear, index)),
            body,
          ),
      };
    },
  };
};

import { ComponentType, type APIMessage } from 'discord-api-types/v10';
import type { Answer } from '#sandbox/discord/control-contract.ts';
import type { Asker } from './askers.ts';

/** A button that can be pressed, or an entry of a menu that can be chosen. */
export interface Control {
  readonly id: string;
  readonly values: readonly string[];
}

/**
 * What can be pressed or chosen in a message, an entry at a time. Of a menu the first and the last entry
 * stand for all, but for those that lead to pages with other controls.
 */
export const controlsOf = (message: Pick<APIMessage, 'components'> | null): readonly Control[] =>
  (message?.components ?? [])
    .flatMap((row) => (row.type === ComponentType.ActionRow ? row.components : []))
    .flatMap((component): Control[] => {
      if (component.type === ComponentType.StringSelect) {
        const { custom_id: id, options } = component;
        return options
          .filter((_, index) => isPageMenu(id) || index === 0 || index === options.length - 1)
          .map(({ value }) => ({ id, values: [value] }));
      }
      const isButton = component.type === ComponentType.Button && component.disabled !== true;
      return isButton && 'custom_id' in component ? [{ id: component.custom_id, values: [] }] : [];
    });

const isPageMenu = (id: string): boolean => id.includes(':page:');

/** What a control does, whomever it is about: ids and pages differ, the way through the code not. */
const kindOf = ({ id, values }: Control): string => [id, ...values].join(' ').replace(/\d+/g, '#');

/** What a press has changed may offer something else: a paused channel can be resumed. */
const offers = ({ message }: Answer, { id, values }: Control): boolean =>
  controlsOf(message).some((each) => each.id === id && each.values[0] === values[0]);

const nameOf = ({ id, values }: Control): string => [id, ...values].join(' ');

/**
 * Runs a command, uses one of each kind of what is in its answer, and then of what those answers bring:
 * breadth first. What a press changes is brought back by asking anew.
 *
 * @param heard is told of each answer and how it came about
 * @param known the kinds that were used before, and are not again; those of this answer are added
 */
export const explore = async (
  asker: Asker,
  line: string,
  heard: (answer: Answer, asked: string) => void,
  known: Set<string>,
): Promise<void> => {
  const use = async (at: Answer, control: Control, way: string): Promise<Answer> => {
    const pressed = await asker.press(at.message?.id ?? '', control.id, control.values);
    // A form is sent as it opens.
    const { modalId } = pressed;
    const answer = modalId === null ? pressed : await asker.submit(modalId);
    heard(answer, `${way} > ${nameOf(control)}`);
    return answer;
  };

  /** Uses these controls of the message that `reach` leads to, each on the message as it was. */
  const useAll = async (
    reach: () => Promise<Answer>,
    reached: Answer,
    controls: readonly Control[],
    way: string,
  ): Promise<readonly (readonly [Control, Answer])[]> => {
    const answers: (readonly [Control, Answer])[] = [];
    let at = reached;
    for (const control of controls) {
      if (!offers(at, control)) continue;
      const answer = await use(at, control, way);
      answers.push([control, answer]);
      if (answer.status === 'updated') at = await reach();
    }
    return answers;
  };

  const ask = () => asker.run(line);
  const first = await ask();
  heard(first, line);
  /** One control of each kind that is new. */
  const freshOf = ({ message }: Answer): readonly Control[] => {
    const fresh = controlsOf(message).filter((each) => !known.has(kindOf(each)));
    fresh.forEach((each) => known.add(kindOf(each)));
    return [...new Map(fresh.map((each) => [kindOf(each), each])).values()];
  };
  for (const [control, answer] of await useAll(ask, first, freshOf(first), line)) {
    const fresh = freshOf(answer);
    if (fresh.length === 0) continue;
    // Where the way there is gone, its press has been noted: the answer is as it left it.
    const again = async () => {
      const at = await ask();
      return offers(at, control)
        ? asker.press(at.message?.id ?? '', control.id, control.values)
        : at;
    };
    await useAll(again, await again(), fresh, `${line} > ${nameOf(control)}`);
  }
};

import { ComponentType, type APIMessage } from 'discord-api-types/v10';
import type { Answer } from '#sandbox/discord/control-contract.ts';
import type { Asker } from './askers.ts';

/** A button, or one entry of a menu. */
export interface Control {
  readonly id: string;
  readonly values: readonly string[];
}

/**
 * The buttons and menu entries of a message. Only the first and the last entry of a menu are
 * included, unless its entries lead to pages with other controls.
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

/** A control without its numbers: ids and pages differ, but the code path is the same. */
const kindOf = ({ id, values }: Control): string => [id, ...values].join(' ').replace(/\d+/g, '#');

const ENDS_ALERTS = /^alerts:(?:remove:|data:delete$)/;

/** Whether a message still has a control: after a press, a paused channel offers resume instead. */
const offers = ({ message }: Answer, { id, values }: Control): boolean =>
  controlsOf(message).some((each) => each.id === id && each.values[0] === values[0]);

const nameOf = ({ id, values }: Control): string => [id, ...values].join(' ');

/**
 * Runs a command and uses one control of each kind in its response, then one of each new kind in
 * the responses to those: breadth first. Running the command again undoes what a press has changed.
 *
 * @param onAnswer called with each response and the steps that led to it
 * @param known the kinds that were used before and are skipped; the kinds used here are added
 */
export const explore = async (
  asker: Asker,
  line: string,
  onAnswer: (answer: Answer, asked: string) => void,
  known: Set<string>,
): Promise<void> => {
  const use = async (at: Answer, control: Control, way: string): Promise<Answer> => {
    const pressed = await asker.press(at.message?.id ?? '', control.id, control.values);
    // A modal is submitted unchanged.
    const { modalId } = pressed;
    const answer = modalId === null ? pressed : await asker.submit(modalId);
    onAnswer(answer, `${way} > ${nameOf(control)}`);
    return answer;
  };

  /** Uses these controls of a message; after each change `reach` brings the message back. */
  const useAll = async (
    reach: () => Promise<Answer>,
    reached: Answer,
    controls: readonly Control[],
    way: string,
  ): Promise<readonly (readonly [Control, Answer])[]> => {
    const answers: (readonly [Control, Answer])[] = [];
    let at = reached;
    for (const control of controls) {
      // Others still ask about the channel whose alerts it would remove.
      if (!offers(at, control) || ENDS_ALERTS.test(control.id)) continue;
      const answer = await use(at, control, way);
      answers.push([control, answer]);
      if (answer.status === 'updated') at = await reach();
    }
    return answers;
  };

  const ask = () => asker.run(line);
  const first = await ask();
  onAnswer(first, line);
  /** One control of each new kind. */
  const freshOf = ({ message }: Answer): readonly Control[] => {
    const fresh = controlsOf(message).filter((each) => !known.has(kindOf(each)));
    fresh.forEach((each) => known.add(kindOf(each)));
    return [...new Map(fresh.map((each) => [kindOf(each), each])).values()];
  };
  for (const [control, answer] of await useAll(ask, first, freshOf(first), line)) {
    const fresh = freshOf(answer);
    if (fresh.length === 0) continue;
    // When the press removed the control itself, the response to the command is used instead.
    const again = async () => {
      const at = await ask();
      return offers(at, control)
        ? asker.press(at.message?.id ?? '', control.id, control.values)
        : at;
    };
    await useAll(again, await again(), fresh, `${line} > ${nameOf(control)}`);
  }
};

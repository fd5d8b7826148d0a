import { ComponentType, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { customIdIssues, placedComponents } from './component-tree.ts';
import { lengthIssueIf, requiredIf, type FormIssue } from './form-errors.ts';

const MOST_PARTS = 5;

/** Rules of a form (modal) that Discord's published schema lacks. */
export const modalRules = (modal: APIModalInteractionResponseCallbackData): FormIssue[] => {
  const placed = placedComponents(modal.components);
  return [
    ...lengthIssueIf(modal.components.length > MOST_PARTS, ['components'], 1, MOST_PARTS),
    ...customIdIssues(placed),
    // In a row a text input has its own label; in a label component that has it.
    ...placed
      .filter(({ path, component }) => isTextInput(component) && !path.includes('component'))
      .flatMap(({ path, component }) => requiredIf(!component['label'], [...path, 'label'])),
  ];
};

const isTextInput = ({ type }: Readonly<Record<string, unknown>>): boolean =>
  type === ComponentType.TextInput;

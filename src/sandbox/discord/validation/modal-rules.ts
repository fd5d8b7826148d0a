import { ComponentType, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { placedComponents } from './component-tree.ts';
import type { FormIssue } from './form-errors.ts';

const MOST_PARTS = 5;

/** Rules of a form (modal) that Discord's published schema lacks. */
export const modalRules = (modal: APIModalInteractionResponseCallbackData): FormIssue[] => {
  const placed = placedComponents(modal.components);
  const customIds = placed.map(({ component }) => component['custom_id']);
  const twice = placed.filter(
    ({ component }, at) =>
      component['custom_id'] !== undefined && customIds.indexOf(component['custom_id']) < at,
  );
  const unlabelled = placed.filter(
    ({ path, component }) =>
      component['type'] === ComponentType.TextInput &&
      !path.includes('component') &&
      !component['label'],
  );
  return [
    ...(modal.components.length > MOST_PARTS
      ? [
          {
            path: ['components'],
            code: 'BASE_TYPE_BAD_LENGTH',
            message: `Must be between 1 and ${MOST_PARTS} in length.`,
          },
        ]
      : []),
    ...twice.map(({ path }) => ({
      path: [...path, 'custom_id'],
      code: 'COMPONENT_CUSTOM_ID_DUPLICATED',
      message: 'Component custom id cannot be duplicated',
    })),
    ...unlabelled.map(({ path }) => ({
      path: [...path, 'label'],
      code: 'BASE_TYPE_REQUIRED',
      message: 'This field is required',
    })),
  ];
};

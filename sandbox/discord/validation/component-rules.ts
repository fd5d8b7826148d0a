import { ComponentType } from 'discord-api-types/v10';
import { KIND_RULES } from './component-kind-rules.ts';
import {
  customIdIssues,
  duplicateIssues,
  placedComponents,
  type PlacedComponent,
} from './component-tree.ts';
import { issueIf, lengthIssueIf, type FormIssue } from './form-errors.ts';

const MOST_COMPONENTS = 40;
const MOST_ROWS = 5;
const TEXT_LENGTH = 4_000;

/** Rules for a message's components that Discord's published schema does not state. */
export const componentRules = (components: readonly unknown[], isV2: boolean): FormIssue[] => {
  const placed = placedComponents(components);
  return [
    ...(isV2 ? totals(placed) : onlyRows(placed)),
    ...customIdIssues(placed),
    ...duplicateIssues(
      placed,
      'id',
      'COMPONENT_ID_DUPLICATED',
      'Component id cannot be duplicated',
    ),
    ...placed.flatMap((one) => KIND_RULES[Number(one.component['type'])]?.(one) ?? []),
  ];
};

const onlyRows = (placed: readonly PlacedComponent[]): FormIssue[] => {
  const topLevel = placed.filter(({ path }) => path.length === 2);
  return [
    ...lengthIssueIf(topLevel.length > MOST_ROWS, ['components'], 1, MOST_ROWS),
    ...topLevel.flatMap(({ path, component }) =>
      issueIf(
        component['type'] !== ComponentType.ActionRow,
        [...path, 'type'],
        'UNION_TYPE_CHOICES',
        'Value of field "type" must be one of (1,).',
      ),
    ),
  ];
};

const totals = (placed: readonly PlacedComponent[]): FormIssue[] => {
  const text = placed
    .filter(({ component }) => component['type'] === ComponentType.TextDisplay)
    .reduce((sum, { component }) => sum + String(component['content']).length, 0);
  return [
    ...issueIf(
      placed.length > MOST_COMPONENTS,
      ['components'],
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      `The total number of components cannot exceed ${MOST_COMPONENTS}`,
    ),
    ...issueIf(
      text > TEXT_LENGTH,
      ['components'],
      'COMPONENT_MAX_TOTAL_TEXT_LENGTH_EXCEEDED',
      `The total displayable text size cannot exceed ${TEXT_LENGTH} characters`,
    ),
  ];
};

import { isObject } from '../json.ts';
import { issueIf, type FormIssue } from './form-errors.ts';

/** A component somewhere in a message or a form, and the path that leads to it. */
export interface PlacedComponent {
  readonly path: readonly PropertyKey[];
  readonly component: Readonly<Record<string, unknown>>;
}

const CHILD_KEYS = ['components', 'component', 'accessory'];

/** All components of a tree, parents before their children, in the order they are shown. */
export const placedComponents = (
  components: unknown,
  path: readonly PropertyKey[] = ['components'],
): PlacedComponent[] => {
  if (Array.isArray(components)) {
    return components.flatMap((part, at) => placedComponents(part, [...path, at]));
  }
  if (!isObject(components)) return [];
  const children = CHILD_KEYS.flatMap((key) => placedComponents(components[key], [...path, key]));
  return [{ path, component: components }, ...children];
};

/** The component with this custom id, or undefined. */
export const componentOf = (components: unknown, customId: string): PlacedComponent | undefined =>
  placedComponents(components).find(({ component }) => component['custom_id'] === customId);

/** An issue for each component that repeats an earlier value under `key`. */
export const duplicateIssues = (
  placed: readonly PlacedComponent[],
  key: string,
  code: string,
  message: string,
): FormIssue[] => {
  const values = placed.map(({ component }) => component[key] ?? null);
  return placed.flatMap(({ path }, at) => {
    const value = values[at] ?? null;
    const isTwice = value !== null && values.indexOf(value) < at;
    return issueIf(isTwice, [...path, key], code, message);
  });
};

/** The issues of custom ids that are not their component's own. */
export const customIdIssues = (placed: readonly PlacedComponent[]): FormIssue[] =>
  duplicateIssues(
    placed,
    'custom_id',
    'COMPONENT_CUSTOM_ID_DUPLICATED',
    'Component custom id cannot be duplicated',
  );

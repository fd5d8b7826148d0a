import { isObject } from '../json.ts';

/** A component somewhere in a message or a modal, and the path that leads to it. */
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

import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { placedComponents, type PlacedComponent } from './component-tree.ts';
import type { FormIssue } from './form-errors.ts';

const MOST_COMPONENTS = 40;
const MOST_ROWS = 5;
const TEXT_LENGTH = 4_000;

/** Rules for components that Discord's published schema does not state. */
export const componentRules = (components: readonly unknown[], isV2: boolean): FormIssue[] => {
  const placed = placedComponents(components);
  return [
    ...(isV2 ? totals(placed) : legacyLayout(components, placed)),
    ...duplicates(
      placed,
      'custom_id',
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    ),
    ...duplicates(placed, 'id', 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated'),
    ...placed.flatMap((one) => RULES[Number(one.component['type'])]?.(one) ?? []),
  ];
};

const legacyLayout = (
  components: readonly unknown[],
  placed: readonly PlacedComponent[],
): FormIssue[] => {
  const tooMany =
    components.length > MOST_ROWS
      ? [
          issue(
            ['components'],
            'BASE_TYPE_BAD_LENGTH',
            `Must be between 1 and ${MOST_ROWS} in length.`,
          ),
        ]
      : [];
  const notRows = placed
    .filter(
      ({ path, component }) => path.length === 2 && component['type'] !== ComponentType.ActionRow,
    )
    .map(({ path }) =>
      issue([...path, 'type'], 'UNION_TYPE_CHOICES', 'Value of field "type" must be one of (1,).'),
    );
  return [...tooMany, ...notRows];
};

const totals = (placed: readonly PlacedComponent[]): FormIssue[] => {
  const text = placed
    .filter(({ component }) => component['type'] === ComponentType.TextDisplay)
    .reduce((sum, { component }) => sum + String(component['content']).length, 0);
  return [
    ...(placed.length > MOST_COMPONENTS
      ? [
          issue(
            ['components'],
            'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
            `The total number of components cannot exceed ${MOST_COMPONENTS}`,
          ),
        ]
      : []),
    ...(text > TEXT_LENGTH
      ? [
          issue(
            ['components'],
            'COMPONENT_MAX_TOTAL_TEXT_LENGTH_EXCEEDED',
            `The total displayable text size cannot exceed ${TEXT_LENGTH} characters`,
          ),
        ]
      : []),
  ];
};

const duplicates = (
  placed: readonly PlacedComponent[],
  key: string,
  code: string,
  message: string,
): FormIssue[] => {
  const seen = new Set<unknown>();
  return placed.flatMap(({ path, component }) => {
    const value = component[key];
    if (value === undefined || value === null || !seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [issue([...path, key], code, message)];
  });
};

const rowRules = ({ path, component }: PlacedComponent): FormIssue[] => {
  const children = Array.isArray(component['components']) ? component['components'] : [];
  const buttons = placedComponents(children).filter(
    (one) => one.component['type'] === ComponentType.Button,
  );
  const onlyOneKind = buttons.length === children.length || children.length === 1;
  return onlyOneKind
    ? []
    : [
        issue(
          [...path, 'components'],
          'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
          'The specified component exceeds the maximum width',
        ),
      ];
};

const buttonRules = ({ path, component }: PlacedComponent): FormIssue[] => {
  const { style, url, custom_id: customId, label, emoji, sku_id: sku } = component;
  if (style === ButtonStyle.Premium) {
    return sku ? [] : [issue([...path, 'sku_id'], 'BASE_TYPE_REQUIRED', 'This field is required')];
  }
  const isLink = style === ButtonStyle.Link;
  const wanted = isLink ? 'url' : 'custom_id';
  const unwanted = isLink ? customId : url;
  return [
    ...(component[wanted]
      ? []
      : [issue([...path, wanted], 'BASE_TYPE_REQUIRED', 'This field is required')]),
    ...(unwanted
      ? [
          issue(
            path,
            'BUTTON_COMPONENT_CUSTOM_ID_AND_URL',
            'A custom id and url cannot both be specified',
          ),
        ]
      : []),
    ...(label || emoji
      ? []
      : [
          issue(
            path,
            'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
            'A button needs a label or an emoji',
          ),
        ]),
  ];
};

const selectRules = ({ path, component }: PlacedComponent): FormIssue[] => {
  const least = Number(component['min_values'] ?? 1);
  const most = Number(component['max_values'] ?? 1);
  const options = Array.isArray(component['options']) ? component['options'].length : Infinity;
  return [
    ...(least > most
      ? [
          issue(
            [...path, 'min_values'],
            'SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES',
            'min_values must not be greater than max_values',
          ),
        ]
      : []),
    ...(most > options
      ? [
          issue(
            [...path, 'max_values'],
            'SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS',
            'max_values must not be greater than the number of options',
          ),
        ]
      : []),
  ];
};

const stringSelectRules = (one: PlacedComponent): FormIssue[] => {
  const options: unknown[] = Array.isArray(one.component['options'])
    ? one.component['options']
    : [];
  const placed = options.map((option, at) => ({
    path: [...one.path, 'options', at],
    component: Object(option) as PlacedComponent['component'],
  }));
  return [
    ...selectRules(one),
    ...duplicates(
      placed,
      'value',
      'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
      'The specified option value is already used',
    ),
  ];
};

const RULES: Readonly<Record<number, (one: PlacedComponent) => FormIssue[]>> = {
  [ComponentType.ActionRow]: rowRules,
  [ComponentType.Button]: buttonRules,
  [ComponentType.StringSelect]: stringSelectRules,
  [ComponentType.UserSelect]: selectRules,
  [ComponentType.RoleSelect]: selectRules,
  [ComponentType.MentionableSelect]: selectRules,
  [ComponentType.ChannelSelect]: selectRules,
};

const issue = (path: readonly PropertyKey[], code: string, message: string): FormIssue => ({
  path,
  code,
  message,
});

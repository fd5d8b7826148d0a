import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import { duplicateIssues, placedComponents, type PlacedComponent } from './component-tree.ts';
import { issueIf, lengthIssueIf, requiredIf, type FormIssue } from './form-errors.ts';

type Rule = (one: PlacedComponent) => FormIssue[];

const row: Rule = ({ path, component }) => {
  const children = Array.isArray(component['components']) ? component['components'] : [];
  const buttons = placedComponents(children).filter(
    (one) => one.component['type'] === ComponentType.Button,
  );
  return issueIf(
    children.length > 1 && buttons.length < children.length,
    [...path, 'components'],
    'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    'The specified component exceeds the maximum width',
  );
};

const button: Rule = ({ path, component }) => {
  const { style, url, custom_id: customId, label, emoji, sku_id: sku } = component;
  if (style === ButtonStyle.Premium) return requiredIf(!sku, [...path, 'sku_id']);
  const isLink = style === ButtonStyle.Link;
  const wanted = isLink ? 'url' : 'custom_id';
  return [
    ...requiredIf(!component[wanted], [...path, wanted]),
    ...issueIf(
      Boolean(isLink ? customId : url),
      path,
      'BUTTON_COMPONENT_CUSTOM_ID_AND_URL',
      'A custom id and url cannot both be specified',
    ),
    ...issueIf(
      !label && !emoji,
      path,
      'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
      'A button needs a label or an emoji',
    ),
  ];
};

const select: Rule = ({ path, component }) => {
  const least = Number(component['min_values'] ?? 1);
  const most = Number(component['max_values'] ?? 1);
  const options = Array.isArray(component['options']) ? component['options'].length : Infinity;
  const defaults = component['default_values'];
  const preset = Array.isArray(defaults) ? defaults.length : 0;
  return [
    ...lengthIssueIf(
      preset > 0 && (preset < least || preset > most),
      [...path, 'default_values'],
      least,
      most,
    ),
    ...issueIf(
      least > most,
      [...path, 'min_values'],
      'SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES',
      'min_values must not be greater than max_values',
    ),
    ...issueIf(
      most > options,
      [...path, 'max_values'],
      'SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS',
      'max_values must not be greater than the number of options',
    ),
  ];
};

const stringSelect: Rule = (one) => [
  ...select(one),
  ...duplicateIssues(
    placedComponents(one.component['options'], [...one.path, 'options']),
    'value',
    'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    'The specified option value is already used',
  ),
];

/** Rules of a single component, by its type. */
export const KIND_RULES: Readonly<Record<number, Rule>> = {
  [ComponentType.ActionRow]: row,
  [ComponentType.Button]: button,
  [ComponentType.StringSelect]: stringSelect,
  [ComponentType.UserSelect]: select,
  [ComponentType.RoleSelect]: select,
  [ComponentType.MentionableSelect]: select,
  [ComponentType.ChannelSelect]: select,
};

import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import {
  FIELD_DESCRIPTION_MAX,
  FIELD_LABEL_MAX,
  FIELD_PLACEHOLDER_MAX,
  FORM_FIELDS_MAX,
  FORM_TITLE_MAX,
} from '../discord/message-limits.ts';
import { shortened } from '../i18n/text.ts';
import { menuOptions, type MenuEntry } from './controls.ts';

/** A form for Discord's API: a modal. */
export type Form = APIModalInteractionResponseCallbackData;

interface FieldSpec {
  /** Its custom id, by which the answer is read. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
}

interface TextFieldSpec extends FieldSpec {
  /** What is set now; empty for nothing. */
  readonly value: string;
  readonly most: number;
  /** Shown while nothing is typed: what that means. Without it, something must be typed. */
  readonly empty?: string;
}

const labelled = (
  { label, description }: FieldSpec,
  component: APILabelComponent['component'],
): APILabelComponent => ({
  type: ComponentType.Label,
  label: shortened(label, FIELD_LABEL_MAX),
  ...(description === undefined
    ? {}
    : { description: shortened(description, FIELD_DESCRIPTION_MAX) }),
  component,
});

export const textField = (spec: TextFieldSpec): APILabelComponent =>
  labelled(spec, {
    type: ComponentType.TextInput,
    style: TextInputStyle.Short,
    custom_id: spec.id,
    max_length: spec.most,
    required: spec.empty === undefined,
    ...(spec.empty === undefined
      ? {}
      : { placeholder: shortened(spec.empty, FIELD_PLACEHOLDER_MAX) }),
    ...(spec.value === '' ? {} : { value: spec.value.slice(0, spec.most) }),
  });

/** A field for one of these entries; one of them is chosen already. */
export const choiceField = (spec: FieldSpec, entries: readonly MenuEntry[]): APILabelComponent =>
  labelled(spec, {
    type: ComponentType.StringSelect,
    custom_id: spec.id,
    options: menuOptions(entries),
  });

/** @param id the custom id: the command that reads the form, and its arguments */
export const form = (id: string, title: string, ...fields: readonly APILabelComponent[]): Form => ({
  custom_id: id,
  title: shortened(title, FORM_TITLE_MAX),
  components: fields.slice(0, FORM_FIELDS_MAX),
});

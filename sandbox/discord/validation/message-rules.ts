import {
  MessageFlags,
  type APIEmbed,
  type APIMessageTopLevelComponent,
} from 'discord-api-types/v10';
import { lengthOf } from '../text-length.ts';
import { componentRules } from './component-rules.ts';
import { embedRules } from './embed-rules.ts';
import { issueIf, type FormIssue } from './form-errors.ts';

const CONTENT_LENGTH = 2_000;

/** The parts of a message that these rules check, in any request. */
export interface MessageForm {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly APIEmbed[] | null | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | null | undefined;
  readonly flags?: number | null | undefined;
  readonly poll?: unknown;
  readonly sticker_ids?: readonly string[] | null | undefined;
  readonly allowed_mentions?:
    | {
        readonly parse?: readonly string[] | null | undefined;
        readonly users?: readonly string[] | null | undefined;
        readonly roles?: readonly string[] | null | undefined;
      }
    | null
    | undefined;
}

/** Documented limits of a bot's message that Discord's published schema lacks. */
export const messageRules = (form: MessageForm): FormIssue[] => {
  const isV2 = ((form.flags ?? 0) & MessageFlags.IsComponentsV2) !== 0;
  return [
    // The schema allows 4,000, which is for people who pay.
    ...issueIf(
      lengthOf(form.content ?? '') > CONTENT_LENGTH,
      ['content'],
      'BASE_TYPE_MAX_LENGTH',
      `Must be ${CONTENT_LENGTH} or fewer in length.`,
    ),
    ...embedRules(form.embeds ?? []),
    ...mentionRules(form),
    ...issueIf(Boolean(form.poll), ['poll'], 'NOT_SUPPORTED', 'The local Discord has no polls.'),
    ...issueIf(
      (form.sticker_ids?.length ?? 0) > 0,
      ['sticker_ids'],
      'NOT_SUPPORTED',
      'The local Discord has no stickers.',
    ),
    ...(isV2 ? legacyFields(form) : []),
    ...componentRules(form.components ?? [], isV2),
  ];
};

/** The rules of an edit: a message that shows components V2 keeps to theirs. */
export const editRules =
  (flagsBefore: number | undefined) =>
  (form: MessageForm): FormIssue[] =>
    messageRules({
      ...form,
      flags: (form.flags ?? 0) | ((flagsBefore ?? 0) & MessageFlags.IsComponentsV2),
    });

const mentionRules = ({ allowed_mentions: allowed }: MessageForm): FormIssue[] =>
  (['users', 'roles'] as const).flatMap((kind) =>
    issueIf(
      Boolean(allowed?.parse?.includes(kind)) && (allowed?.[kind]?.length ?? 0) > 0,
      ['allowed_mentions'],
      'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
      `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
    ),
  );

const legacyFields = (form: MessageForm): FormIssue[] =>
  (['content', 'embeds', 'poll', 'sticker_ids'] as const).flatMap((field) => {
    const value = form[field];
    return issueIf(
      Array.isArray(value) ? value.length > 0 : Boolean(value),
      [field],
      'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
      `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    );
  });

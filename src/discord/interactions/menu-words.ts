import { inMenuWords } from '../../i18n/command-words.ts';
import { localeOf } from '../../i18n/i18n.ts';
import type { MessageBody } from '../../render/message.ts';

/** Commands as the user's Discord lists them, whatever language they read here. */
export const menuWordsIn = (body: MessageBody, { locale }: { readonly locale: string }) => {
  const { content, embeds } = body;
  const named = (text: string): string => inMenuWords(text, localeOf(locale));
  return {
    ...body,
    ...(content === undefined ? {} : { content: named(content) }),
    ...(embeds === undefined
      ? {}
      : {
          embeds: embeds.map(({ description, fields, ...embed }) => ({
            ...embed,
            ...(description === undefined ? {} : { description: named(description) }),
            ...(fields === undefined
              ? {}
              : { fields: fields.map((field) => ({ ...field, value: named(field.value) })) }),
          })),
        }),
  };
};

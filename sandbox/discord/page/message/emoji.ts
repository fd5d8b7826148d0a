import type { APIPartialEmoji } from 'discord-api-types/v10';

/** An emoji as text: itself, or the name of a custom one, whose picture only Discord has. */
export function emojiText(emoji: Partial<APIPartialEmoji> | undefined): string {
  const name = emoji?.name ?? '';
  const custom = (emoji?.id ?? null) !== null;
  return custom && name !== '' ? `:${name}:` : name;
}

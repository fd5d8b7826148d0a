import { ComponentType, type APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { isObject } from '../json.ts';
import type { StoredFile, StoredMessage } from '../state/state.ts';
import { placedComponents } from '../validation/component-tree.ts';

const SELECT = { min_values: 1, max_values: 1 };
const MEDIA = { description: null, spoiler: false };

/** What Discord adds to a component where the bot did not say it. */
const DEFAULTS: Readonly<Record<number, object>> = {
  [ComponentType.StringSelect]: SELECT,
  [ComponentType.UserSelect]: SELECT,
  [ComponentType.RoleSelect]: SELECT,
  [ComponentType.MentionableSelect]: SELECT,
  [ComponentType.ChannelSelect]: SELECT,
  [ComponentType.Thumbnail]: MEDIA,
  [ComponentType.File]: { spoiler: false },
  [ComponentType.Separator]: { divider: true, spacing: 1 },
  [ComponentType.Container]: { accent_color: null, spoiler: false },
};

/** The components of a message as Discord's API objects: with defaults, and what their pictures are. */
export const presentComponents = (
  { body, files }: StoredMessage,
  addressOf: (url: string) => string,
): APIMessageTopLevelComponent[] => {
  const components = structuredClone(body.components ?? []);
  for (const { component } of placedComponents(components)) {
    const items = Array.isArray(component['items']) ? component['items'].filter(isObject) : [];
    for (const item of items) Object.assign(item, { ...MEDIA, ...item });
    for (const holder of [component, ...items]) {
      for (const key of ['media', 'file']) {
        const media = holder[key];
        if (!isObject(media)) continue;
        const file = files.find(({ filename }) => media['url'] === `attachment://${filename}`);
        const url = addressOf(String(media['url']));
        Object.assign(holder, { [key]: { ...mediaOf(file, body.id), url, proxy_url: url } });
        if (key === 'file')
          Object.assign(holder, { name: file?.filename ?? null, size: file?.size ?? null });
      }
    }
    Object.assign(component, { ...DEFAULTS[Number(component['type'])], ...component });
  }
  return components;
};

/** What is known of a picture: of a file everything, of an address elsewhere nothing. */
const mediaOf = (file: StoredFile | undefined, messageId: string) =>
  file === undefined
    ? { id: messageId }
    : {
        id: file.id,
        attachment_id: file.id,
        width: file.width,
        height: file.height,
        content_type: file.contentType,
      };

/**
 * Discord's limits, each once, under the titles of its API documentation. Every folder may import this
 * file; it imports nothing.
 */

// "Create Message", "Embed Limits", "Attachment Object", "Get Channel Messages"
export const CONTENT_MAX = 2_000;
export const EMBEDS_MAX = 10;
export const EMBED_TITLE_MAX = 256;
export const DESCRIPTION_MAX = 4_096;
export const FIELD_MAX = 1_024;
export const ALT_TEXT_MAX = 1_024;
export const NONCE_MAX = 25;
export const MESSAGES_PER_REQUEST = 100;

// "Component Reference"
export const MESSAGE_ROWS_MAX = 5;
export const BUTTONS_PER_ROW = 5;
export const BUTTON_LABEL_MAX = 80;
export const BUTTON_URL_MAX = 512;
export const MENU_OPTIONS_MAX = 25;
/** Of a menu's placeholder, and of an option's label, description and value. */
export const MENU_TEXT_MAX = 100;
export const CUSTOM_ID_MAX = 100;

// "Modal", "Label", "Text Input"
export const FORM_TITLE_MAX = 45;
export const FORM_FIELDS_MAX = 5;
export const FIELD_LABEL_MAX = 45;
export const FIELD_DESCRIPTION_MAX = 100;
export const FIELD_PLACEHOLDER_MAX = 100;

// "Application Command Option Choice Structure"
export const CHOICES_MAX = 25;
/** Of a choice's name, and of its value. */
export const CHOICE_TEXT_MAX = 100;

// "Channel Object", "Guild Scheduled Event"
export const THREAD_NAME_MAX = 100;
export const EVENT_NAME_MAX = 100;
export const EVENT_DESCRIPTION_MAX = 1_000;

/** The permissions that matter to a bot which posts, with the names that Discord's client shows. */
export const BOT_PERMISSIONS = [
  { name: 'ViewChannel', label: 'View Channels' },
  { name: 'SendMessages', label: 'Send Messages' },
  { name: 'SendMessagesInThreads', label: 'Send Messages in Threads' },
  { name: 'CreatePublicThreads', label: 'Create Public Threads' },
  { name: 'ManageThreads', label: 'Manage Threads' },
  { name: 'ManageMessages', label: 'Manage Messages' },
  { name: 'PinMessages', label: 'Pin Messages' },
  { name: 'EmbedLinks', label: 'Embed Links' },
  { name: 'AttachFiles', label: 'Attach Files' },
  { name: 'AddReactions', label: 'Add Reactions' },
  { name: 'ReadMessageHistory', label: 'Read Message History' },
  { name: 'MentionEveryone', label: 'Mention Everyone' },
] as const;

/** Those that hold in the whole server only. */
export const SERVER_PERMISSIONS = [
  ...BOT_PERMISSIONS,
  { name: 'CreateEvents', label: 'Create Events' },
  { name: 'ManageEvents', label: 'Manage Events' },
  { name: 'ManageChannels', label: 'Manage Channels' },
  { name: 'ManageRoles', label: 'Manage Roles' },
] as const;

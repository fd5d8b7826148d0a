import type { PermissionName } from '../domain/alert-channel.ts';
import { all } from '../i18n/format.ts';
import type { Reader } from '../i18n/i18n.ts';

/** Permissions as Discord calls them: `Send Messages and Embed Links`; empty for none. */
export const permissionWords = (
  { t, locale }: Reader,
  permissions: readonly PermissionName[],
): string =>
  all(
    locale,
    permissions.map((name) => t(`permission.${name}`)),
  );

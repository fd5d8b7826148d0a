import { ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { MENU_OPTIONS_MAX } from '../../../discord/message-limits.ts';
import { ALERT_KINDS, type AlertKind } from '../../../domain/alerts/kinds.ts';
import { ROLES_MAX } from '../../../domain/alerts/settings.ts';
import { menuRow } from '../../controls.ts';
import { emptiable, kindEntries } from './menus.ts';
import { panelControl, type PageRows } from './view.ts';

/** A live card is edited, and edits ping nobody. */
export const PINGABLE: readonly AlertKind[] = ALERT_KINDS.filter((kind) => kind !== 'card');

/** Who is pinged, and for which kinds. */
export const pingsRows: PageRows = (reader, { channel: { key, settings } }) => {
  const { t } = reader;
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.RoleSelect,
          custom_id: panelControl('roles', key, 'pings'),
          placeholder: t('panel.roles'),
          min_values: 0,
          max_values: ROLES_MAX,
          default_values: settings.roles.slice(0, ROLES_MAX).map((id) => ({
            id,
            type: SelectMenuDefaultValueType.Role,
          })),
        },
      ],
    },
    ...emptiable(
      menuRow(
        panelControl('roleKinds', key, 'pings'),
        t('panel.roleKinds'),
        kindEntries(reader, settings.roleKinds, PINGABLE),
        MENU_OPTIONS_MAX,
      ),
    ),
    ...emptiable(
      menuRow(
        panelControl('memberKinds', key, 'pings'),
        t('panel.memberKinds'),
        kindEntries(reader, settings.memberKinds, PINGABLE),
        MENU_OPTIONS_MAX,
      ),
    ),
  ];
};

import { DESCRIPTION_MAX, FIELD_MAX } from '../../discord/message-limits.ts';
import type { FollowTarget } from '../../domain/alerts/follows.ts';
import type { ImportPlan, PlannedChange, StoredServer } from '../../domain/alerts/import-plan.ts';
import type { SettingChange } from '../../domain/alerts/setting-changes.ts';
import { SETTINGS_FILE, SETTINGS_FILE_BYTES_MAX } from '../../domain/alerts/settings-file.ts';
import type { Instant } from '../../domain/terms.ts';
import { localeOf, type Reader } from '../../i18n/i18n.ts';
import { outside, shortened } from '../../i18n/text.ts';
import { buttonRow, controlId } from '../controls.ts';
import { cutList, joinedLines, joinedWithin, linesWithin, moreLine } from '../lines/lines.ts';
import { changedTexts } from '../lines/settings-text.ts';
import { COLOURS, embedReply, reply, type AnswerFile, type MessageBody } from '../message.ts';
import { changeText } from './panel/changes-page.ts';
import { panelControl } from './panel/view.ts';
import { written } from './privacy-file.ts';
import type { NameOf } from './privacy.ts';

const NAME_MAX = 100;

interface Exported {
  readonly guildId: string;
  readonly stored: StoredServer;
  readonly nameOf: NameOf;
  readonly at: Instant;
}

/** What moderators have chosen in a server as a file that `/alerts file` reads. */
export const exportMessage = ({ t }: Reader, exported: Exported): MessageBody =>
  reply({
    content: t('import.exported'),
    files: [fileOf(t, dataOf(exported))],
  });

/** The file of an export, or again the one that somebody wants to import. */
export const fileOf = (t: Reader['t'], data: Uint8Array): AnswerFile => ({
  name: 'bandeja-settings.json',
  description: t('import.file'),
  data,
});

const dataOf = ({ guildId, stored, nameOf, at }: Exported): Uint8Array => {
  const document = {
    ...SETTINGS_FILE,
    server: guildId,
    exportedAt: new Date(at).toISOString(),
    managers: stored.managers,
    channels: stored.channels.map(({ channel, follows }) => {
      const { snoozedUntil: _, ...settings } = channel.settings;
      return {
        channel: channel.discordId,
        language: localeOf(channel.locale),
        isPaused: channel.pausedAt !== null,
        settings,
        follows: follows.map(({ kind, id }) => ({
          kind,
          id,
          name: shortened(nameOf({ kind, id }), NAME_MAX),
        })),
      };
    }),
  };
  const data = written(document);
  return data.length <= SETTINGS_FILE_BYTES_MAX ? data : written(document, 0);
};

interface ImportPreview {
  readonly plan: ImportPlan;
  readonly nameOf: NameOf;
  /** Tells this list of changes from any other. */
  readonly digest: string;
  /** Kept in the message until somebody presses Apply. */
  readonly file: AnswerFile;
  /** What is stored has changed since another preview. */
  readonly isOutdated: boolean;
}

/** Leaves room for the count before the lines, and after them. */
const LINES_MAX = DESCRIPTION_MAX - 300;

/** What a file would change, and what of it is left out. */
export const importPreview = (reader: Reader, preview: ImportPreview): MessageBody => {
  const { t } = reader;
  const { plan, digest, file, isOutdated } = preview;
  const untouched = plan.untouched.map(({ discordId }) => `<#${discordId}>`);
  const rest = {
    color: isOutdated ? COLOURS.warning : COLOURS.scheduled,
    fields: [
      { name: t('import.leftOut'), value: leftOutText(reader, preview) },
      { name: t('import.untouched'), value: listed(reader, untouched) },
    ].filter(({ value }) => value !== ''),
    content: isOutdated ? t('import.outdated') : undefined,
  };
  if (plan.changes.length === 0) return embedReply({ description: t('import.nothing'), ...rest });
  return embedReply({
    title: t('import.title'),
    description: changesText(reader, preview),
    ...rest,
    components: buttonRow(
      { id: controlId('alerts', 'import', digest), label: t('import.apply'), style: 'primary' },
      { id: controlId('alerts', 'discard'), label: t('import.cancel') },
    ),
    files: [file],
  });
};

export const importedMessage = (reader: Reader, changes: readonly PlannedChange[]): MessageBody => {
  const { t } = reader;
  const channel = changes.find((each) => each.channel !== null)?.channel ?? null;
  return reply({
    content: t('import.applied', { count: textsOf(reader, changes).length }),
    components:
      channel === null
        ? []
        : buttonRow({
            id: panelControl('show', channel.key, 'changes'),
            label: t('panel.page.changes'),
          }),
  });
};

/** The changes of each channel under its name, as many as fit. */
const changesText = (reader: Reader, { plan, nameOf }: ImportPreview): string => {
  const { t } = reader;
  const texts = textsOf(reader, plan.changes, nameOf);
  const lines = texts.map(({ channel, text }, index) => {
    if (index > 0 && texts[index - 1]?.channel === channel) return `- ${text}`;
    const place = channel === null ? t('import.everyone') : `<#${channel.discordId}>`;
    return `**${place}**\n- ${text}`;
  });
  const shown = linesWithin(lines, LINES_MAX);
  const more = moreLine(t, lines.length - shown.length);
  return joinedLines([t('import.count', { count: lines.length }), '', ...shown, more]);
};

/** Changes in words, with the channel of each. */
const textsOf = (reader: Reader, changes: readonly PlannedChange[], nameOf: NameOf = () => '') =>
  changes.flatMap(({ channel, change }) =>
    planTexts(reader, nameOf, change).map((text) => ({ channel, text })),
  );

/** What a change would do, in words; of several settings a text for each. */
const planTexts = (reader: Reader, nameOf: NameOf, change: SettingChange): readonly string[] =>
  change.what === 'settings'
    ? changedTexts(reader, change.before, change.after)
    : [changeText(reader, nameOf, change)];

const leftOutText = (
  reader: Reader,
  { plan: { leftOut }, nameOf }: Pick<ImportPreview, 'plan' | 'nameOf'>,
): string => {
  const { t } = reader;
  const channels = leftOut.channels.map((id) => `<#${id}>`);
  const roles = leftOut.roles.map((id) => `\`${id}\``);
  const names = leftOut.follows.map((target) => nameInFile(t, target, nameOf(target)));
  const lines = [
    channels.length === 0
      ? null
      : t('error.no-alerts-there', { channel: listed(reader, channels) }),
    roles.length === 0 ? null : t('import.noRoles', { roles: listed(reader, roles) }),
    names.length === 0 ? null : t('import.noFollows', { names: listed(reader, names) }),
    leftOut.areManagers ? t('error.managers-need-permission') : null,
  ].flatMap((line) => (line === null ? [] : [`- ${line}`]));
  return joinedWithin(lines, FIELD_MAX);
};

/** A target as the file names it, so that it is found there: `player 999`; its name, if it has one. */
const nameInFile = (t: Reader['t'], { kind, id }: FollowTarget, name: string): string => {
  const written = `\`${kind} ${id}\``;
  return name === t('follow.unknownName', { id }) ? written : `${outside(name, 40)} (${written})`;
};

/** A field has room for three lists of so many. */
const LISTED_MAX = 6;

const listed = ({ t }: Reader, names: readonly string[]): string => cutList(t, names, LISTED_MAX);

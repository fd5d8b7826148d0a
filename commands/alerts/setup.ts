import type { CommandUser, ChosenChannel, Services } from '../../src/discord/command.ts';
import { alters, type SettingChange } from '../../src/domain/alerts/setting-changes.ts';
import { PRESETS, type AlertType } from '../../src/domain/alerts/alert-types.ts';
import type { AlertSettings } from '../../src/domain/alerts/settings.ts';
import { UserError } from '../../src/errors.ts';
import { localeOf, readerIn, type Locale } from '../../src/i18n/i18n.ts';
import { setupConfirmation, sampleEmbed, testPost } from '../../src/render/posts/samples.ts';
import { type MessageBody, reply } from '../../src/render/message.ts';
import { permissionList } from '../../src/render/moderation/health.ts';
import type { PanelPage } from '../../src/render/moderation/panel/view.ts';
import { changeSettings } from '../../src/store/channels/channel-settings.ts';
import { recordChange } from '../../src/store/channels/setting-changes.ts';
import {
  findChannel,
  MAX_CHANNELS,
  setUpChannel,
  TooManyChannels,
  type Channel,
} from '../../src/store/channels/channels.ts';
import { transferFromDeletedChannel } from '../../src/store/channels/guild-channels.ts';
import { findAlertChannel } from './channel.ts';
import { panelOf } from './view.ts';
import { isNeededToPost } from '../../src/domain/alerts/channel.ts';
import { markBroken, recordDeclined } from '../../src/store/channels/channel-failures.ts';

type User = CommandUser & { readonly guildId: string };

interface Wishes {
  readonly language?: Locale | undefined;
  readonly preset?: keyof typeof PRESETS | undefined;
}

/** The default time zone of each language; changed in the panel. */
const USUAL_ZONE: Readonly<Record<Locale, string>> = {
  en: 'Europe/London',
  es: 'Europe/Madrid',
  it: 'Europe/Rome',
  fr: 'Europe/Paris',
  pt: 'America/Sao_Paulo',
};

/** A channel's time zone if it was chosen: one that differs from its language's default. */
const chosenZone = (channel: Channel | undefined): string | undefined => {
  if (channel === undefined) return undefined;
  const { locale, settings } = channel;
  return settings.timeZone === USUAL_ZONE[localeOf(locale)] ? undefined : settings.timeZone;
};

/**
 * Sets up an alert channel and confirms it with a message there.
 * @throws UserError when the bot cannot post there: with the missing permissions, or Discord's
 * reason.
 */
const setUp = async (
  user: User,
  channel: ChosenChannel | null,
  { language, preset }: Wishes,
  services: Services,
): Promise<Channel> => {
  const { db, now, channelReady, greetingAnswered, postIn } = services;
  if (channel === null) throw new UserError('outdated-control');
  refuseTimeOut(user.guildId, services);
  refuseMissing(user, channel);
  if (channel.kind === null) {
    throw new UserError('not-for-alerts', { channel: { channelId: channel.id } });
  }
  const { guildId, userId } = user;
  const known = await findChannel(db, channel.id);
  const sibling = await findAlertChannel(
    { ...user, channelId: channel.id, parentId: null },
    services,
  );
  const locale = language ?? localeOf((known ?? sibling)?.locale ?? user.locale);
  const timeZone = chosenZone(known) ?? chosenZone(sibling) ?? USUAL_ZONE[locale];
  const settings = { timeZone, ...(preset === undefined ? {} : { types: PRESETS[preset] }) };
  const setup = { discordId: channel.id, guildId, kind: channel.kind, locale };
  const made = await setUpChannel(
    db,
    { ...setup, configuredBy: userId, settings },
    now(),
    services.maxChannels,
  ).catch((error: unknown) => {
    if (!(error instanceof TooManyChannels)) throw error;
    throw new UserError('too-many-channels', { max: `${MAX_CHANNELS}` });
  });
  const changes = changesOfSetup(known, made, settings);
  if (changes.some(({ what }) => what === 'settings')) {
    await changeSettings(db, made.key, (before) => ({ ...before, ...settings }), now());
  }
  const sent = await postIn(made, setupConfirmation(readerIn(locale)));
  await requireArrival(user, made, sent, services);
  // Transfers the settings and follows of a deleted channel.
  await transferFromDeletedChannel(db, made);
  const author = { guildId, channelKey: made.key, memberId: userId };
  for (const change of changes) await recordChange(db, author, change, now());
  await channelReady(made.key);
  await greetingAnswered(user, channel.id);
  return (await findChannel(db, channel.id)) ?? made;
};

/**
 * What setting up changes: a channel that has alerts keeps its settings, and is resumed.
 * @param known as it was before; another moderator may have set it up, or changed it, since
 */
const changesOfSetup = (
  known: Channel | undefined,
  { discordId, locale, settings: before }: Channel,
  settings: Partial<AlertSettings>,
): readonly SettingChange[] => {
  const changes: readonly SettingChange[] = [
    { what: 'channel', before: known?.discordId ?? null, after: discordId },
    { what: 'pause', before: (known?.pausedAt ?? null) !== null, after: false },
    { what: 'language', before: known?.locale ?? locale, after: locale },
    { what: 'settings', before, after: { ...before, ...settings } },
  ];
  return changes.filter(alters);
};

const refuseMissing = (
  user: CommandUser,
  { id, missing }: Pick<ChosenChannel, 'id' | 'missing'>,
): void => {
  if (missing.length === 0) return;
  const permissions = permissionList(user, missing);
  throw new UserError('missing-channel-permissions', { channel: { channelId: id }, permissions });
};

/** Sets up an alert channel and shows its panel, with the permissions that Discord sent along. */
export const setUpAndShow = async (
  user: User,
  chosen: ChosenChannel | null,
  { page, ...wishes }: Wishes & { readonly page: PanelPage },
  services: Services,
): Promise<MessageBody> => {
  const channel = await setUp(user, chosen, wishes, services);
  const note = user.t('setup.done', { channel: `<#${channel.discordId}>` });
  const missingFor = chosen?.missingFor;
  const informed: Services =
    missingFor === undefined
      ? services
      : { ...services, missingIn: (_channel, more = []) => missingFor(more) };
  return await panelOf(user, channel, informed, { note, page });
};

/** @throws UserError while the bot has a time-out in a server: until when. */
const refuseTimeOut = (
  guildId: string,
  { timedOutUntil }: Pick<Services, 'timedOutUntil'>,
): void => {
  const until = timedOutUntil(guildId);
  if (until !== null) throw new UserError('timed-out', { until: { at: until } });
};

/**
 * Notes what became of a message in a channel.
 * @throws UserError when it did not arrive: with what to do.
 */
const requireArrival = async (
  user: CommandUser,
  place: Channel,
  sent: Awaited<ReturnType<Services['postIn']>>,
  { db, now, missingIn, timedOutUntil }: Services,
): Promise<void> => {
  if (sent.kind === 'sent') return;
  const channel = { channelId: place.discordId };
  if (sent.kind === 'declined') {
    await recordDeclined(db, place.key, sent.code, now());
    throw new UserError('proof-declined', { channel, code: String(sent.code) });
  }
  if (sent.kind !== 'refused') throw new UserError('proof-failed', { channel });
  await markBroken(db, place.key, sent.reason, now());
  refuseTimeOut(place.guildId, { timedOutUntil });
  const missing = missingIn(place).filter((name) => isNeededToPost(name, place.kind));
  refuseMissing(user, { id: place.discordId, missing });
  throw new UserError('proof-refused', { channel });
};

/** The most important types: the first that a channel has is posted there. */
const FIRST: readonly AlertType[] = ['start', 'result', 'set'];

/**
 * Posts a sample in a channel, at a lower priority than live alerts, and shows the
 * moderator one of each type.
 * @throws UserError when Discord refuses the channel, or the sample did not arrive.
 */
export const testAlerts = async (user: CommandUser, channel: Channel, services: Services) => {
  const { t } = user;
  const { discordId, settings, locale } = channel;
  const { types } = settings;
  const place = { channel: `<#${discordId}>` };
  const first = FIRST.find((type) => types.includes(type)) ?? types[0];
  if (first === undefined) return reply({ content: t('sample.none', place) });
  const { now, postIn } = services;
  const told = readerIn(locale);
  const sent = await postIn(channel, testPost(told, first, settings, now()), { priority: 'card' });
  await requireArrival(user, channel, sent, services);
  return reply({
    content: t('sample.done', place),
    // Discord takes two more than there are types.
    embeds: types.map((type) => ({
      ...sampleEmbed(told, type, settings, now()),
      title: t(`alertType.${type}`),
    })),
  });
};

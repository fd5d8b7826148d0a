import type { Command, CommandUser, Services } from '../src/discord/command.ts';
import { snoozeEnd, SNOOZES } from '../src/domain/alerts/quiet-hours.ts';
import type { AlertSettings } from '../src/domain/alerts/settings.ts';
import { isTimeZone } from '../src/domain/local-time.ts';
import { NO_CHOICES } from '../src/domain/member-settings.ts';
import { UserError } from '../src/errors.ts';
import { LOCALES, readerIn } from '../src/i18n/i18n.ts';
import { memberSettingsMessage, zoneForm } from '../src/render/moderation/member-settings.ts';
import type { MessageBody } from '../src/render/message.ts';
import { changeSettings, setLocale } from '../src/store/channels/channel-settings.ts';
import { findDirect } from '../src/store/channels/channels.ts';
import { changeMember, findMember } from '../src/store/follows/members.ts';
import { handlerOf, wordIn } from './options/control-values.ts';
import { ANYWHERE, labels } from './options/labels.ts';
import { onDataControl, showsData } from './alerts/stored-data.ts';
import { parseTimeZone } from './alerts/zone.ts';

/** `/settings`: what a member chooses for their own answers and direct messages, and all their data. */
export const settings: Command = {
  definition: { ...labels((texts) => texts.command.settings), ...ANYWHERE },
  visibility: 'private',
  isScoreless: true,
  run: (request, services) => show(request, services),
  present: async (request, services) => {
    // A question about their data is another message.
    if (request.values[0] === 'data') throw new UserError('outdated-control');
    return await show(request, services);
  },
  component: {
    // The button on a direct message leaves that as it is.
    answer: (values) => (values[0] === 'pause' || showsData(values) ? 'private' : 'update'),
    run: async (request, services) => {
      const [control, value] = request.values;
      if (control === 'data') return await onDataControl(request, 'me', value, services);
      await handlerOf(CHANGES, control)(request, services, request.chosen[0] ?? value);
      return await show(request, services);
    },
  },
  form: {
    opens: ([control]) => control === 'city',
    show: (request) => Promise.resolve(zoneForm(request)),
    submit: async (request, services) => {
      const zone = parseTimeZone(request.text('zone') ?? '', services.now(), request);
      await handlerOf(CHANGES, 'zone')(request, services, zone);
      return await show(request, services);
    },
  },
};

/** Shown in the language that was chosen a moment ago, too. */
const show = async (user: CommandUser, { db, now }: Services): Promise<MessageBody> => {
  const chosen = (await findMember(db, user.userId)) ?? NO_CHOICES;
  const direct = await findDirect(db, user.userId);
  const snoozedUntil = direct?.settings.snoozedUntil ?? null;
  return memberSettingsMessage(readerIn(chosen.locale ?? user.discordLocale), {
    chosen,
    hasDirect: direct !== undefined,
    snoozedUntil: snoozedUntil !== null && snoozedUntil > now() ? snoozedUntil : null,
  });
};

type Change = (user: CommandUser, services: Services, value: string | undefined) => Promise<void>;

/** For the menu entry that takes a choice back. */
const AUTO = 'auto';

const changeDirect = async (
  { userId }: CommandUser,
  { db, now, settingsChanged }: Services,
  change: (before: AlertSettings) => AlertSettings,
): Promise<void> => {
  const direct = await findDirect(db, userId);
  if (direct === undefined) return;
  await changeSettings(db, direct.key, change, now());
  await settingsChanged(direct.key);
};

const snooze: Change = async (user, services, value) => {
  const kind = wordIn([...SNOOZES, 'off'], value);
  await changeDirect(user, services, (before) => ({
    ...before,
    snoozedUntil: kind === 'off' ? null : snoozeEnd(kind, before.timeZone, services.now()),
  }));
};

const CHANGES: Readonly<Record<string, Change>> = {
  language: async (user, services, value) => {
    const locale = value === AUTO ? null : wordIn(LOCALES, value);
    await changeMember(services.db, user.userId, { locale });
    const direct = await findDirect(services.db, user.userId);
    if (direct !== undefined)
      await setLocale(services.db, direct.key, locale ?? user.discordLocale);
  },
  zone: async (user, services, value) => {
    if (value === undefined || (value !== AUTO && !isTimeZone(value))) {
      throw new UserError('outdated-control');
    }
    const timeZone = value === AUTO ? null : value;
    await changeMember(services.db, user.userId, { timeZone });
    await changeDirect(user, services, (before) => ({ ...before, timeZone: timeZone ?? 'UTC' }));
  },
  scores: async (user, services, value) => {
    const hidesScores = wordIn(['hide', 'show'], value) === 'hide';
    const { discordLocale } = user;
    await changeMember(services.db, user.userId, { hidesScores, discordLocale });
    await changeDirect(user, services, (before) => ({ ...before, coverScores: hidesScores }));
  },
  snooze,
  pause: snooze,
};

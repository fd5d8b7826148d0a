import { ApplicationWebhookEventStatus, ApplicationWebhookEventType } from 'discord-api-types/v10';
import { definitionsOf, type Command } from '../discord/command.ts';
import type { Application, DiscordInspection, Sessions } from '../discord/inspection.ts';
import { enabledPrivilegedIntents, INTENT_NAMES } from '../discord/gateway/intents.ts';
import { inviteLink } from '../discord/invite.ts';
import { differencesOf, type Registered } from '../discord/registered.ts';
import { HOUR } from '../lib/time.ts';
import { warned, passed, failed, errorSummary, type Finding } from './finding.ts';

const TOKEN = 'Discord token';
const CHECK_URL = 'check the network, and DISCORD_API_URL if it is set';

type DiscordResponse = Extract<DiscordInspection, { readonly kind: 'answered' }>;

export const discordFindings = (
  inspection: DiscordInspection,
  commands: readonly Command[],
): readonly Finding[] =>
  inspection.kind === 'answered' ? answered(inspection, commands) : [trouble(inspection)];

const trouble = (inspection: Exclude<DiscordInspection, DiscordResponse>): Finding => {
  switch (inspection.kind) {
    case 'refused':
      return failed(
        TOKEN,
        'Discord refuses it.',
        'Reset the token under "Bot" in the developer portal and copy it to DISCORD_TOKEN.',
      );
    case 'limited':
      return warned(TOKEN, 'Discord is rate limiting us.', 'Try again in a minute.');
    case 'odd':
      return failed(
        'Discord',
        inspection.status === null
          ? 'Something other than Discord answers.'
          : `It answers with status ${inspection.status}.`,
        'Check DISCORD_API_URL, if set, and https://discordstatus.com.',
      );
    case 'unreachable':
      return failed(
        'Discord',
        `It cannot be reached: ${errorSummary(inspection.cause)}.`,
        `Allow this machine to reach it: ${CHECK_URL}.`,
      );
  }
};

const answered = (
  { application, registered, sessions, gatewayError }: DiscordResponse,
  commands: readonly Command[],
): readonly Finding[] => [
  passed(TOKEN, `It belongs to "${application.name}", application ${application.id}.`),
  intents(application),
  gateway(sessions, gatewayError),
  commandsFinding(registered, commands),
  servers(application),
  ...portal(application),
  ...events(application),
  passed('Invite link', inviteLink(application.id)),
];

const intents = ({ flags }: Application): Finding => {
  const about = 'Intents';
  const enabled = enabledPrivilegedIntents(flags ?? 0);
  return enabled.length === 0
    ? passed(about, `${INTENT_NAMES.join(', ')}: none is privileged, nothing to enable.`)
    : warned(
        about,
        `The bot needs no privileged intent, and has ${enabled.join(', ')}.`,
        'Switch them off under "Bot": Discord asks for a reason for each.',
      );
};

/** With fewer left the bot is being restarted again and again. */
const FEW_SESSIONS = 50;

const gateway = ({ shards, session_start_limit: limit }: Sessions, error: unknown): Finding => {
  const { remaining, total, reset_after: resetAfter } = limit;
  if (error !== null) {
    return failed(
      'Gateway',
      `It cannot be reached: ${errorSummary(error)}.`,
      'Allow WebSockets to gateway.discord.gg, port 443.',
    );
  }
  const left = `${remaining} of ${total} connections of today are left`;
  if (remaining < Math.max(shards, 1)) {
    const hours = Math.ceil(resetAfter / HOUR);
    return failed(
      'Gateway',
      `${left}.`,
      `Wait ${hours} h; check the log: why does the bot start so often?`,
    );
  }
  return remaining < FEW_SESSIONS
    ? warned('Gateway', `${left}.`, 'Check the log: why does the bot start so often?')
    : passed('Gateway', `It is reachable; ${left}, shards recommended: ${shards}.`);
};

const named = (names: readonly string[]): string => names.map((name) => `/${name}`).join(', ');

const commandsFinding = (
  registered: readonly Registered[],
  commands: readonly Command[],
): Finding => {
  const about = 'Commands';
  const deploy = 'npm run deploy';
  const definitions = definitionsOf(commands);
  const { missing, changed, foreign } = differencesOf(definitions, registered);
  if (missing.length === definitions.length) return failed(about, 'None are registered.', deploy);
  if (missing.length > 0) return failed(about, `Not registered: ${named(missing)}.`, deploy);
  const outdated = [...changed, ...foreign];
  return outdated.length > 0
    ? warned(about, `Outdated at Discord: ${named(outdated)}.`, deploy)
    : passed(about, `All ${definitions.length} are registered and up to date.`);
};

const servers = (application: Application): Finding => {
  const about = 'Servers';
  const count = application.approximate_guild_count ?? null;
  if (count === null) return passed(about, 'Unknown: Discord does not say how many.');
  return count === 0
    ? warned(about, 'The bot is in no server.', 'Open the invite link below.')
    : passed(about, `The bot is in ${count === 1 ? 'one' : `about ${count}`}.`);
};

const portal = (application: Application): readonly Finding[] => {
  const about = 'Portal';
  const isElsewhere = (application.interactions_endpoint_url ?? '') !== '';
  return [
    ...(isElsewhere
      ? [
          failed(
            about,
            'An interactions endpoint URL is set: Discord sends commands there instead of to the bot.',
            'Clear it under "General Information".',
          ),
        ]
      : []),
    ...(application.bot_require_code_grant
      ? [
          failed(
            about,
            'It requires an OAuth2 code grant, so nobody can invite the bot.',
            'Switch that off under "Bot".',
          ),
        ]
      : []),
    ...(application.bot_public
      ? []
      : [
          warned(
            about,
            'The bot is not public: only you can invite it.',
            'To let others invite it, enable "Public Bot" under "Bot".',
          ),
        ]),
  ];
};

/** Discord's webhook events, only where the operator takes them. */
const events = (application: Application): readonly Finding[] => {
  const about = 'Discord events';
  const { event_webhooks_url: url, event_webhooks_status: status } = application;
  if ((url ?? '') === '') return [];
  const type = ApplicationWebhookEventType.ApplicationDeauthorized;
  if (status !== ApplicationWebhookEventStatus.Enabled) {
    return [
      warned(
        about,
        'They are off: members who remove the app are not forgotten.',
        'Check that the bot answers at the address, and enable "Events" under "Webhooks".',
      ),
    ];
  }
  return application.event_webhooks_types?.includes(type) === true
    ? []
    : [
        warned(
          about,
          'Members who remove the app are not forgotten.',
          `Choose ${type} under "Webhooks".`,
        ),
      ];
};

import { ApplicationWebhookEventStatus, ApplicationWebhookEventType } from 'discord-api-types/v10';
import { definitionsOf, type Command } from '../discord/command.ts';
import type { Application, DiscordInspection, Sessions } from '../discord/inspection.ts';
import { enabledPrivilegedIntents, INTENT_NAMES } from '../discord/gateway/intents.ts';
import { inviteLink } from '../discord/invite.ts';
import { differencesOf, type Registered } from '../discord/registered.ts';
import { HOUR } from '../lib/time.ts';
import { errorSummary, findingsAbout, type Finding } from './finding.ts';

const token = findingsAbout('Discord token');

type DiscordResponse = Extract<DiscordInspection, { readonly kind: 'answered' }>;

export const discordFindings = (
  inspection: DiscordInspection,
  commands: readonly Command[],
): readonly Finding[] =>
  inspection.kind === 'answered' ? answered(inspection, commands) : [trouble(inspection)];

const trouble = (inspection: Exclude<DiscordInspection, DiscordResponse>): Finding => {
  const { failed } = findingsAbout('Discord');
  switch (inspection.kind) {
    case 'refused':
      return token.failed(
        'Discord refuses it.',
        'Reset the token under "Bot" in the developer portal and copy it to DISCORD_TOKEN.',
      );
    case 'limited':
      return token.warned('Discord is rate limiting us.', 'Try again in a minute.');
    case 'odd':
      return failed(
        inspection.status === null
          ? 'Something other than Discord answers.'
          : `It answers with status ${inspection.status}.`,
        'Check DISCORD_API_URL, if set, and https://discordstatus.com.',
      );
    case 'unreachable':
      return failed(
        `It cannot be reached: ${errorSummary(inspection.cause)}.`,
        'Allow this machine to reach it: check the network, and DISCORD_API_URL if it is set.',
      );
  }
};

const answered = (
  { application, registered, sessions, gatewayError }: DiscordResponse,
  commands: readonly Command[],
): readonly Finding[] => [
  token.passed(`It belongs to "${application.name}", application ${application.id}.`),
  intents(application),
  gateway(sessions, gatewayError),
  commandsFinding(registered, commands),
  servers(application),
  ...portal(application),
  ...events(application),
  findingsAbout('Invite link').passed(inviteLink(application.id)),
];

const intents = ({ flags }: Application): Finding => {
  const { passed, warned } = findingsAbout('Intents');
  const enabled = enabledPrivilegedIntents(flags ?? 0);
  return enabled.length === 0
    ? passed(`${INTENT_NAMES.join(', ')}: none is privileged, nothing to enable.`)
    : warned(
        `The bot needs no privileged intent, and has ${enabled.join(', ')}.`,
        'Switch them off under "Bot": Discord asks for a reason for each.',
      );
};

/** With fewer left the bot is being restarted again and again. */
const FEW_SESSIONS = 50;

const gateway = ({ shards, session_start_limit: limit }: Sessions, error: unknown): Finding => {
  const { passed, warned, failed } = findingsAbout('Gateway');
  const { remaining, total, reset_after: resetAfter } = limit;
  if (error !== null) {
    const next = 'Allow WebSockets to gateway.discord.gg, port 443.';
    return failed(`It cannot be reached: ${errorSummary(error)}.`, next);
  }
  const left = `${remaining} of ${total} connections of today are left`;
  if (remaining < Math.max(shards, 1)) {
    const hours = Math.ceil(resetAfter / HOUR);
    return failed(`${left}.`, `Wait ${hours} h; check the log: why does the bot start so often?`);
  }
  return remaining < FEW_SESSIONS
    ? warned(`${left}.`, 'Check the log: why does the bot start so often?')
    : passed(`It is reachable; ${left}, shards recommended: ${shards}.`);
};

const named = (names: readonly string[]): string => names.map((name) => `/${name}`).join(', ');

const commandsFinding = (
  registered: readonly Registered[],
  commands: readonly Command[],
): Finding => {
  const { passed, warned, failed } = findingsAbout('Commands');
  const deploy = 'npm run deploy';
  const definitions = definitionsOf(commands);
  const { missing, changed, foreign } = differencesOf(definitions, registered);
  if (missing.length === definitions.length) return failed('None are registered.', deploy);
  if (missing.length > 0) return failed(`Not registered: ${named(missing)}.`, deploy);
  const outdated = [...changed, ...foreign];
  return outdated.length > 0
    ? warned(`Outdated at Discord: ${named(outdated)}.`, deploy)
    : passed(`All ${definitions.length} are registered and up to date.`);
};

const servers = ({ approximate_guild_count: count }: Application): Finding => {
  const { passed, warned } = findingsAbout('Servers');
  if (count === undefined || count === null)
    return passed('Unknown: Discord does not say how many.');
  return count === 0
    ? warned('The bot is in no server.', 'Open the invite link below.')
    : passed(`The bot is in ${count === 1 ? 'one' : `about ${count}`}.`);
};

const portal = (application: Application): readonly Finding[] => {
  const { warned, failed } = findingsAbout('Portal');
  const found: Finding[] = [];
  if ((application.interactions_endpoint_url ?? '') !== '') {
    found.push(
      failed(
        'An interactions endpoint URL is set: Discord sends commands there instead of to the bot.',
        'Clear it under "General Information".',
      ),
    );
  }
  if (application.bot_require_code_grant) {
    found.push(
      failed(
        'It requires an OAuth2 code grant, so nobody can invite the bot.',
        'Switch that off under "Bot".',
      ),
    );
  }
  if (!application.bot_public) {
    found.push(
      warned(
        'The bot is not public: only you can invite it.',
        'To let others invite it, enable "Public Bot" under "Bot".',
      ),
    );
  }
  return found;
};

/** Discord's webhook events, only where the operator takes them. */
const events = (application: Application): readonly Finding[] => {
  const { warned } = findingsAbout('Discord events');
  const { event_webhooks_url: url, event_webhooks_status: status } = application;
  if ((url ?? '') === '') return [];
  const type = ApplicationWebhookEventType.ApplicationDeauthorized;
  if (status !== ApplicationWebhookEventStatus.Enabled) {
    const next = 'Check that the bot answers at the address, and enable "Events" under "Webhooks".';
    return [warned('They are off: members who remove the app are not forgotten.', next)];
  }
  if (application.event_webhooks_types?.includes(type) === true) return [];
  return [
    warned('Members who remove the app are not forgotten.', `Choose ${type} under "Webhooks".`),
  ];
};

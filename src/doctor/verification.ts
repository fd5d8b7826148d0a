import {
  ApplicationFlags,
  ApplicationIntegrationType,
  ApplicationWebhookEventStatus,
  ApplicationWebhookEventType,
} from 'discord-api-types/v10';
import type { Application } from '../discord/inspection.ts';
import { installDifferences, inviteLink } from '../discord/invite.ts';
import { warned, type Finding } from './finding.ts';

const ABOUT = 'Verification';

/** What the application lacks for Discord's verification; nothing when it is complete. */
export const verificationFindings = (application: Application): readonly Finding[] => [
  ...texts(application),
  ...owner(application),
  ...installation(application),
  ...growth(application),
  ...events(application),
];

const isEmpty = (value: string | null | undefined): boolean => (value ?? '').trim() === '';

const texts = (application: Application): readonly Finding[] =>
  [
    {
      isMissing: isEmpty(application.terms_of_service_url),
      says: 'The application has no terms of service.',
      next: 'Publish docs/legal/terms-of-service.md, and enter its address under "General Information".',
    },
    {
      isMissing: isEmpty(application.privacy_policy_url),
      says: 'The application has no privacy policy.',
      next: 'Publish docs/legal/privacy-policy.md, and enter its address under "General Information".',
    },
    {
      isMissing: isEmpty(application.description),
      says: 'The application has no description.',
      next: 'Write one under "General Information".',
    },
    {
      isMissing: (application.tags ?? []).length === 0,
      says: 'The application has no tags.',
      next: 'Add up to five under "General Information".',
    },
  ].flatMap(({ isMissing, says, next }) => (isMissing ? [warned(ABOUT, says, next)] : []));

const owner = ({ team }: Application): readonly Finding[] =>
  team
    ? []
    : [
        warned(
          ABOUT,
          'The application belongs to no team: Discord verifies the owner of one.',
          'Create one under "Teams" in the developer portal, and transfer the application to it under "General Information".',
        ),
      ];

const installation = (application: Application): readonly Finding[] => {
  const page = 'under "Installation"';
  const { custom_install_url: link, integration_types_config: kinds } = application;
  const { [ApplicationIntegrationType.GuildInstall]: ofServers } = kinds ?? {};
  const { [ApplicationIntegrationType.UserInstall]: ofUsers } = kinds ?? {};
  const settings = ofServers?.oauth2_install_params;
  return [
    ...(ofServers === undefined
      ? [warned(ABOUT, 'The bot cannot be added to servers.', `Enable "Guild Install" ${page}.`)]
      : []),
    ...(ofUsers === undefined
      ? [
          warned(
            ABOUT,
            'Users cannot add the bot to their account, to use commands anywhere.',
            `Enable "User Install" ${page}.`,
          ),
        ]
      : []),
    ...(settings ? differences(settings, page) : isEmpty(link) ? [noLink(application, page)] : []),
  ];
};

const noLink = ({ id }: Application, page: string): Finding =>
  warned(
    ABOUT,
    'There is no install link.',
    `Choose "Discord Provided Link" ${page} with the scopes and permissions of ${inviteLink(id)}`,
  );

const differences = (
  settings: Parameters<typeof installDifferences>[0],
  page: string,
): readonly Finding[] => {
  const { missing, needless } = installDifferences(settings);
  return [
    ...(missing.length > 0
      ? [
          warned(
            ABOUT,
            `The install link lacks ${missing.join(', ')}.`,
            `Add them to the default settings for servers ${page}.`,
          ),
        ]
      : []),
    ...(needless.length > 0
      ? [
          warned(
            ABOUT,
            `The install link asks for more than the bot needs: ${needless.join(', ')}.`,
            `Remove them from the default settings for servers ${page}.`,
          ),
        ]
      : []),
  ];
};

const growth = ({ flags }: Application): readonly Finding[] =>
  ((flags ?? 0) & ApplicationFlags.VerificationPendingGuildLimit) === 0
    ? []
    : [
        warned(
          ABOUT,
          'Discord holds it back because the bot grew unusually fast.',
          'Contact Discord: https://support-dev.discord.com.',
        ),
      ];

/** Only where the operator takes them. */
const events = (application: Application): readonly Finding[] => {
  const about = 'Discord events';
  const { event_webhooks_url: url, event_webhooks_status: status } = application;
  if (isEmpty(url)) return [];
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

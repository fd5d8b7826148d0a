import type { Faults } from '#sandbox/discord/shown-state.ts';
import type { Adversity } from './adversity.ts';
import { isWrite, NO_TROUBLE } from './http-proxy.ts';
import { LISTENERS } from './listeners.ts';
import type { World } from './world.ts';

/** Faults that the local Discord can simulate. */
const FAULTS: readonly (keyof Faults)[] = [
  'serverErrors',
  'resets',
  'loseAnswers',
  'rateLimited',
  'routeLimited',
];

/** Permissions that the bot can lose in a channel. */
const PERMISSIONS = ['SendMessages', 'ViewChannel'] as const;

/** Every way in which Discord fails; a lost permission once in each channel of the listeners. */
export const discordAdversities = ({
  control,
  trouble,
}: Pick<World, 'control' | 'trouble'>): readonly Adversity[] => {
  const faultOf = (fault: keyof Faults): Adversity => ({
    begin: async () => {
      await control('PUT', '/faults', { [fault]: true });
    },
    end: async () => {
      await control('PUT', '/faults', { [fault]: false });
    },
  });

  /** Discord creates the message, but its response never arrives. */
  const unanswered: Adversity = {
    begin: () => {
      trouble.discord = (passing) => (isWrite(passing) ? { kind: 'unanswered' } : NO_TROUBLE);
    },
    end: () => {
      trouble.discord = () => NO_TROUBLE;
    },
  };

  const cut = (forget: boolean): Adversity => ({
    begin: async () => {
      await control('POST', '/gateway/cut', { forget });
    },
    end: () => undefined,
  });

  const denied = (channel: string, permission: string): Adversity => ({
    begin: async () => {
      await control('PUT', `/channels/${channel}/permissions`, { denyToBot: [permission] });
    },
    end: async () => {
      await control('PUT', `/channels/${channel}/permissions`, { denyToBot: [] });
    },
  });

  return [
    ...FAULTS.map(faultOf),
    unanswered,
    cut(false),
    cut(true),
    ...PERMISSIONS.flatMap((permission) => LISTENERS.map(({ name }) => denied(name, permission))),
  ];
};

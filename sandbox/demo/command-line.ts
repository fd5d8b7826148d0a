import { parseArgs } from 'node:util';
import { orUsageError, UsageError } from '../../src/lib/usage-error.ts';
import { DEFAULT_PROFILE, PROFILES, type Profile } from '../padel-service/world/profile.ts';

export interface DemoArguments {
  readonly port: number;
  readonly padelPort: number;
  readonly speed: number;
  readonly fresh: boolean;
  /** Which API the padel data service serves. */
  readonly profile: Profile;
  /** Whether a new world starts on a day of its season's team event. */
  readonly teamEvent: boolean;
  /** Where the worlds are kept; undefined for the repository's own folder. */
  readonly folder: string | undefined;
}

export const USAGE = `Bandeja with a padel service and a local Discord, all on this machine.

npm run demo -- [--port 4200] [--padel-port 4100] [--speed 5] [--fresh]
                [--profile NAME] [--team-event] [--folder FOLDER] [--help]

  --port        port of the page
  --padel-port  port of the padel data service
  --speed       world seconds per second in a new world, up to 600; the page can change it
  --fresh       start a new world instead of continuing today's
  --profile     "today" (default): the public service as it runs; or "specification"
  --team-event  start a new world in its World Cup (with --profile today)
  --folder      where the worlds are stored (default data/demo); two demos need two folders`;

const numberOf = (name: string, value: string, min: number, max: number): number => {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < min || number > max) {
    throw new UsageError(`--${name} should be a number from ${min} to ${max}, not "${value}".`);
  }
  return number;
};

const profileOf = (name: string): Profile => {
  const profile = PROFILES.find((each) => each === name);
  if (profile !== undefined) return profile;
  throw new UsageError(`--profile should be ${PROFILES.join(' or ')}, not "${name}".`);
};

const teamEventOf = (wanted: boolean, profile: string): boolean => {
  if (wanted && profile !== 'today') {
    throw new UsageError('--team-event needs --profile today.');
  }
  return wanted;
};

const folderOf = (folder: string | undefined): string | undefined => {
  if (folder?.trim() === '') throw new UsageError('--folder should be the name of a folder.');
  return folder;
};

/**
 * Reads the command line.
 * @throws UsageError that says what was expected.
 */
export const readArguments = (line: readonly string[]): DemoArguments | 'help' => {
  const { values } = parse(line);
  if (values.help) return 'help';
  return {
    port: numberOf('port', values.port, 0, 65_535),
    padelPort: numberOf('padel-port', values['padel-port'], 0, 65_535),
    speed: numberOf('speed', values.speed, 0, 600),
    fresh: values.fresh,
    profile: profileOf(values.profile),
    teamEvent: teamEventOf(values['team-event'], values.profile),
    folder: folderOf(values.folder),
  };
};

const parse = (line: readonly string[]) =>
  orUsageError(() =>
    parseArgs({
      args: [...line],
      options: {
        port: { type: 'string', default: '4200' },
        'padel-port': { type: 'string', default: '4100' },
        speed: { type: 'string', default: '5' },
        fresh: { type: 'boolean', default: false },
        profile: { type: 'string', default: DEFAULT_PROFILE },
        'team-event': { type: 'boolean', default: false },
        folder: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }),
  );

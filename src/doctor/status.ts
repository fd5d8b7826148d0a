import { readDatabaseUrl } from '../config.ts';
import { troubleOf } from '../store/inspection/inspection.ts';
import { inspectStatus } from '../webhook/public-status/inspection.ts';
import { statusJson } from '../webhook/public-status/json.ts';
import { statusText } from '../webhook/public-status/text.ts';

interface StatusReportOptions {
  readonly now: () => number;
  readonly json: boolean;
}

const NO_FIGURES = 'It has no figures yet: they begin with the first start of this release.';

const NO_DATABASE =
  'There is no status yet: the first start creates the database. If it has been started, check DATABASE_URL.';

/**
 * Every figure of the public status, computed from the database, whether it is published or not.
 * @throws an error with a sentence for the operator
 */
export const statusReport = async (
  variables: NodeJS.ProcessEnv,
  { now, json }: StatusReportOptions,
): Promise<string> => {
  const url = readDatabaseUrl(variables);
  try {
    const status = await inspectStatus(url, now());
    return json ? JSON.stringify(statusJson(status), null, 2) : statusText(status);
  } catch (error) {
    const { says, code } = troubleOf(error, NO_FIGURES);
    if (code === 'SQLITE_CANTOPEN') throw new Error(NO_DATABASE, { cause: error });
    throw new Error(`The database's status cannot be read. ${says}`, { cause: error });
  }
};

import { format } from 'oxfmt';
import config from '../.oxfmtrc.json' with { type: 'json' };

/**
 * A page of the documentation as `npm run format` would write it.
 * @throws when it cannot be read
 */
export const formatted = async (path: string, text: string): Promise<string> => {
  const { code, errors } = await format(path, text, config);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return code;
};

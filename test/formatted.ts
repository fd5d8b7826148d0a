import { format } from 'oxfmt';
import config from '../.oxfmtrc.json' with { type: 'json' };

/**
 * Formats a page of the documentation as `npm run format` does.
 * @throws when it cannot be parsed
 */
export const formatted = async (path: string, text: string): Promise<string> => {
  const { code, errors } = await format(path, text, config);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${error.message}`);
  return code;
};

import { z } from 'zod';

/** What a line of the bot's log (src/log.ts) tells a person. */
const logLine = z.object({
  msg: z.string(),
  err: z.object({ message: z.string() }).optional(),
  heldBack: z.number().optional(),
});

/** A line of the bot's log as a sentence for the terminal of the demo; a line of another form as it is. */
export const terminalLine = (line: string): string => {
  const { data } = logLine.safeParse(parsed(line));
  if (data === undefined) return line;
  const { msg, err, heldBack } = data;
  const why = err === undefined ? '' : ` (${err.message})`;
  const more = heldBack === undefined ? '' : `, ${heldBack} times more`;
  return `The bot reports: ${msg}${why}${more}.\n`;
};

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

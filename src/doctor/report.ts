import { isSound, type Finding, type Verdict } from './finding.ts';

const MARKS: Readonly<Record<Verdict, string>> = { well: '✓', beware: '!', wrong: '✗' };

/** The width of the first column. */
const WIDTH = 15;

/** `✗ Discord token    Discord refuses it. → Copy it again …` */
export const lineOf = ({ verdict, about, says, next }: Finding): string => {
  const todo = next === undefined ? '' : ` → ${next}`;
  return `${MARKS[verdict]} ${about.padEnd(WIDTH)}  ${says}${todo}`;
};

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The summary, in one line. */
export const summaryOf = (findings: readonly Finding[]): string => {
  const count = (verdict: Verdict): number =>
    findings.filter((each) => each.verdict === verdict).length;
  if (!isSound(findings)) return `${counted(count('wrong'), 'problem')} to fix.`;
  const known = count('beware');
  return known === 0 ? 'No problems found.' : `The bot can run; ${counted(known, 'warning')}.`;
};

/** The findings for programs. */
export const jsonOf = (findings: readonly Finding[]): string =>
  JSON.stringify({ sound: isSound(findings), findings }, null, 2);

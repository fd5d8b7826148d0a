import { isSound, type Finding, type Verdict } from './finding.ts';

const MARKS: Readonly<Record<Verdict, string>> = { well: '✓', beware: '!', wrong: '✗' };

/** The width of the first column. */
const WIDTH = 15;

/** `✗ Discord token    Discord refuses it. → Copy it again …` */
export const lineOf = ({ verdict, about, says, next }: Finding): string => {
  const todo = next === undefined ? '' : ` → ${next}`;
  return `${MARKS[verdict]} ${about.padEnd(WIDTH)}  ${says}${todo}`;
};

const things = (count: number): string => (count === 1 ? 'one thing is' : `${count} things are`);

/** The summary, in one line. */
export const summaryOf = (findings: readonly Finding[]): string => {
  const count = (verdict: Verdict): number =>
    findings.filter((each) => each.verdict === verdict).length;
  if (!isSound(findings)) return capital(`${things(count('wrong'))} to be mended.`);
  const known = count('beware');
  return known === 0 ? 'All is well.' : `The bot can run; ${things(known)} worth knowing.`;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The findings for programs. */
export const jsonOf = (findings: readonly Finding[]): string =>
  JSON.stringify({ sound: isSound(findings), findings }, null, 2);

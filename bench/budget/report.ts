import { quantile, table } from '../table.ts';
import { KIND_NAMES, type Asked } from './members.ts';
import { mostInAnyMinute } from './rolling.ts';

const MINUTE = 60_000;

/**
 * On average, with the live matches and everything that members ask; in the first hours, what nobody has
 * asked before costs a request each, and only what the bot asks by itself is ours to choose.
 */
const ALLOWED = { average: 20, anyMinute: 60 } as const;

/** The live list is asked for so often beside pushes; its state is starved after this. */
export const POLL_EVERY = 20_000;
const STARVED_AFTER = 20_000;

/** The schedule is read once a minute; its state is stale when twice as much has passed. */
const STALE_AFTER = 2 * MINUTE;

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

/** Minutes that are one row of a report. */
const PART = 10;

const waitsOf = (asked: readonly Asked[]): number[] => asked.map(({ waited }) => waited);

const answeredAtOnce = ({ isAnswered, waited }: Asked): boolean => isAnswered && waited === 0;

const rowOf = (name: string, asked: readonly Asked[]): readonly (string | number)[] => {
  const answered = asked.filter(({ isAnswered }) => isAnswered);
  const waits = waitsOf(answered);
  return [
    name,
    asked.length,
    percent(asked.filter(answeredAtOnce).length, asked.length),
    quantile(waits, 0.5),
    quantile(waits, 0.95),
    percent(asked.length - answered.length, asked.length),
  ];
};

/** What was noted in a run. */
export interface Noted {
  /** When requests arrived at the service. */
  readonly arrivals: readonly number[];
  /** How many of them the bot made by itself. */
  readonly own: number;
  readonly refused: number;
  /** How long each poll of the live list waited. */
  readonly polls: readonly number[];
  /** When the schedule was read. */
  readonly syncs: readonly number[];
  readonly asked: readonly Asked[];
  readonly from: number;
  readonly minutes: number;
}

interface Verdict {
  readonly row: readonly [name: string, figure: number, allowed: string];
  readonly isMet: boolean;
}

const atMost = (name: string, figure: number, allowed: number): Verdict => ({
  row: [name, Number(figure.toFixed(1)), `allowed: ${allowed}`],
  isMet: figure <= allowed,
});

/** What must hold at any time. */
export const limits = ({ arrivals, refused, polls, syncs, minutes }: Noted): readonly Verdict[] => {
  const stale = Math.max(...syncs.slice(1).map((at, index) => at - (syncs[index] ?? at)));
  const due = Math.floor((minutes * MINUTE) / POLL_EVERY) - 1;
  return [
    atMost('most requests in any 60 seconds', mostInAnyMinute(arrivals), ALLOWED.anyMinute),
    atMost('refused by the service (429)', refused, 0),
    atMost('longest wait of the live poll, ms', Math.max(...polls), STARVED_AFTER),
    atMost('longest time without the schedule, ms', stale, STALE_AFTER),
    atMost('live polls that were not answered', Math.max(0, due - polls.length), 0),
  ];
};

type Goals = (noted: Noted) => readonly Verdict[];

const medianMember: Goals = ({ asked }) => {
  const byMember = [...Map.groupBy(asked, ({ member }) => member).values()];
  const medians = byMember.map((own) => quantile(waitsOf(own), 0.5));
  return [atMost('median of the median member, ms', quantile(medians, 0.5), 0)];
};

/** What is to hold besides: as long as most is not known yet, and later. */
export const goals: Readonly<Record<'cold' | 'evening', Goals>> = {
  cold: (noted) => [
    atMost('requests a minute by itself, on average', noted.own / noted.minutes, ALLOWED.average),
    ...medianMember(noted),
  ],
  /** Once the bot has been asked for a while. */
  evening: (noted) => [
    atMost('requests a minute, on average', noted.arrivals.length / noted.minutes, ALLOWED.average),
    ...medianMember(noted),
  ],
};

/** Prints what was noted, and whether it is as it should be. */
export const report = (title: string, noted: Noted, goalsOf: Goals): void => {
  const { asked, arrivals, own, from, minutes } = noted;
  console.log(`\n${title}\n`);
  const head = ['', 'asked', 'at once', 'median ms', '95 % ms', 'told "busy"'];
  console.log(
    table([
      head,
      ...KIND_NAMES.map((kind) =>
        rowOf(
          `/${kind}`,
          asked.filter((each) => each.kind === kind),
        ),
      ),
      rowOf('all', asked),
    ]),
  );
  const parts = Array.from({ length: Math.ceil(minutes / PART) }, (_, index) => index);
  const partOf = (at: number): number => Math.floor((at - from) / MINUTE / PART);
  console.log('');
  console.log(
    table([
      ['minutes', 'requests a minute', ...head.slice(1)],
      ...parts.map((part) => [
        `${part * PART + 1} to ${(part + 1) * PART}`,
        arrivals.filter((at) => partOf(at) === part).length / PART,
        ...rowOf(
          '',
          asked.filter(({ at }) => partOf(at) === part),
        ).slice(1),
      ]),
    ]),
  );
  console.log('');
  const inAMinute = (requests: number): string => (requests / minutes).toFixed(1);
  console.log(
    `${inAMinute(arrivals.length)} requests a minute: ${inAMinute(own)} by itself, ` +
      `${inAMinute(arrivals.length - own)} for members.\n`,
  );
  console.log(table([...goalsOf(noted), ...limits(noted)].map(({ row }) => row)));
};

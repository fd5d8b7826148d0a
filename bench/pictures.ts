import { gzipSync } from 'node:zlib';
import { drawPicture } from '#src/render/pictures/draw.ts';
import { bracketImages, drawPage } from '#src/render/tournament/draw.ts';
import { readerIn } from '#src/i18n/i18n.ts';
import { FORMATS, type Format, type Picture } from '#src/render/pictures/picture.ts';
import { FIELD } from '../test/gallery/casts.ts';
import { wholeDraw } from '../test/gallery/matches.ts';
import { EXHIBITS } from '../test/gallery/page.ts';
import { TODAY } from '../test/gallery/scenes.ts';
import { quantile, table } from './table.ts';

const WARMING = 3;
const RUNS = 9;
/** Milliseconds of CPU, of all threads. */
const LIMITS = { picture: 250, draw: 600 } as const;
const MANY = 300;

/** Milliseconds of CPU that the whole process spends on some work; the median of some runs. */
export const cpuOf = async (work: () => unknown): Promise<number> => {
  const spent: number[] = [];
  for (let round = 0; round < RUNS; round += 1) {
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    spent.push((user + system) / 1_000);
  }
  return quantile(spent, 0.5);
};

/** The same for the compression of a megabyte: a unit that machines have in common. */
export const cpuOfGzip = (): Promise<number> => {
  const bytes = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * index) % 251));
  return cpuOf(() => gzipSync(bytes, { level: 6 }));
};

/** Who fills the largest draw of the tour: every place of its first round is a match. */
export const FIELD_OF_64 = {
  ...FIELD,
  players: Array.from({ length: 128 }, (_, index) => ({
    id: index + 1,
    country: 'ES',
    name: FIELD.players[index % FIELD.players.length]?.name ?? '',
  })),
};

const drawOf64 = (): Picture => {
  const view = drawPage(
    {
      tournament: FIELD_OF_64.tournament,
      matches: wholeDraw(FIELD_OF_64, 64, 1),
      category: 'men',
      readAt: TODAY,
    },
    null,
  );
  const picture = bracketImages(readerIn('en-US'), view)?.whole;
  if (!picture) throw new Error('nobody is in this draw');
  return picture;
};

interface Subject {
  readonly name: string;
  readonly format: Format;
  readonly picture: Picture;
  readonly limit: number;
}

/** Pictures of the gallery in English with ordinary data, and the largest draw. */
const subjects = (): readonly Subject[] => [
  ...EXHIBITS.filter(({ scene, locale }) => scene.data === 'ordinary' && locale === 'en').map(
    ({ scene, format, picture }) => ({
      ...{ name: scene.kind, format, picture },
      limit: scene.kind === 'Draw' ? LIMITS.draw : LIMITS.picture,
    }),
  ),
  ...FORMATS.map((format) => ({
    ...{ name: 'Draw of 64 pairs', format, picture: drawOf64() },
    limit: LIMITS.draw,
  })),
];

const megabytes = (): number => Math.round(process.memoryUsage.rss() / 1_000_000);

/** CPU of each picture, warm, beside the compression of a megabyte; and what many pictures leave behind. */
export const run = async (): Promise<void> => {
  const unit = await cpuOfGzip();
  const rows: (string | number)[][] = [['picture', 'format', 'CPU ms', 'gzips of 1 MB', 'kB']];
  let isMet = true;
  for (const { name, format, picture, limit } of subjects()) {
    for (let round = 0; round < WARMING; round += 1) await drawPicture(picture, format);
    const median = await cpuOf(() => drawPicture(picture, format));
    isMet &&= median <= limit;
    const kilobytes = Math.round((await drawPicture(picture, format)).length / 1_000);
    rows.push([name, format, Math.round(median), (median / unit).toFixed(2), kilobytes]);
  }
  console.log(table(rows));
  const before = megabytes();
  for (let at = 0; at < MANY; at += 1) {
    const exhibit = EXHIBITS[(7 * at) % EXHIBITS.length];
    if (exhibit !== undefined) await drawPicture(exhibit.picture, exhibit.format);
  }
  console.log(`\n  ${MANY} pictures: ${before} MB resident before, ${megabytes()} MB after`);
  console.log(
    `  at most ${LIMITS.picture} ms, a draw ${LIMITS.draw} ms: ${isMet ? 'met' : 'BROKEN'}`,
  );
  if (!isMet) process.exitCode = 1;
};

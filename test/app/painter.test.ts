import { afterEach, expect, it, vi } from 'vitest';
import { textElement } from '#src/render/pictures/element.ts';
import { createPainter, datedBy } from '#src/app/painter.ts';
import { aLog } from '../lib/log.ts';
import type { DrawPicture, Picture } from '#src/render/pictures/picture.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47];

const picture = (text: string, width = 200): Picture => ({
  drawing: () => ({ root: textElement({ fontSize: 40 }, text), width, height: 60 }),
  alt: text,
});

afterEach(() => {
  vi.useRealTimers();
});

it('draws each picture once', async () => {
  const draw = createPainter(aLog());
  const first = draw(picture('6-4'));
  expect(draw(picture('6-4'))).toBe(first);
  expect([...(await first).slice(0, 4)]).toEqual(PNG);
  expect(await draw(picture('7-6'))).not.toEqual(await first);
});

it('reports a picture that cannot be drawn, forgets that, and draws the next one', async () => {
  let tries = 0;
  const draw = createPainter(aLog(), 10, ({ alt }) => {
    tries += 1;
    return alt === 'broken' ? Promise.reject(new Error('no')) : Promise.resolve(new Uint8Array());
  });
  await expect(draw(picture('broken'))).rejects.toThrow('no');
  await expect(draw(picture('broken'))).rejects.toThrow('no');
  await draw(picture('6-3'));
  expect(tries).toBe(3);
});

it('draws one at a time, and gives up a picture that takes too long, with those behind it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const begun: string[] = [];
  const slow = Promise.withResolvers<Uint8Array>();
  const drawing: DrawPicture = ({ alt }) => {
    begun.push(alt);
    return alt === 'slow' ? slow.promise : Promise.resolve(new Uint8Array([1]));
  };
  const log = aLog();
  const draw = createPainter(log, 10, drawing);
  const given = ['slow', 'next'].map((alt) =>
    expect(draw(picture(alt))).rejects.toThrow('not done'),
  );
  await vi.advanceTimersByTimeAsync(6_000);
  await Promise.all(given);
  expect(begun).toEqual(['slow']);
  expect(log.lines).toEqual(Array(2).fill('error picture could not be drawn'));
  slow.resolve(new Uint8Array());
  expect([...(await draw(picture('later')))]).toEqual([1]);
});

const same = async (one: string, other: string): Promise<boolean> => {
  const [drawn, expected] = await Promise.all([one, other].map(drawText));
  return Buffer.from(drawn ?? []).equals(expected ?? new Uint8Array());
};

const draw = createPainter(aLog());
const drawText = (text: string): Promise<Uint8Array> => draw(picture(text, 600));

it.each([
  'Łukasz Ødegård',
  'Παπαδόπουλος',
  'Әлішер Қайрат',
  'Nguyễn',
  'נועה כהן',
  'محمد علي',
  '山田 太郎',
  '王芳',
  '김민준',
  'สมชาย',
])('has the letters of %s: no two look alike, as boxes would', async (name) => {
  const letters = [...new Set(name.replaceAll(' ', ''))].filter((letter) => !/\p{M}/u.test(letter));
  const drawn = await Promise.all(letters.map(drawText));
  const pictures = new Set(drawn.map((png) => Buffer.from(png).toString('base64')));
  const empty = Buffer.from(await drawText('')).toString('base64');
  expect(pictures.size).toBe(letters.length);
  expect(pictures).not.toContain(empty);
});

it('spells letters that no font has in Latin ones, and leaves out what has none', async () => {
  expect(await same('გიორგი', 'giorgi')).toBe(true);
  expect(await same('Ana 👩‍👩‍👧‍👦🇪🇸', 'Ana ')).toBe(true);
  expect(await same('Ana\ud83d', 'Ana')).toBe(true);
});

it('draws with the date of the data service, whose days a picture tells of', async () => {
  const dates: number[] = [];
  const dated: Picture = {
    alt: '',
    drawing: (_format, aheadMs = 0) => {
      dates.push(aheadMs);
      return picture('').drawing('inline');
    },
  };
  const draw = datedBy(createPainter(aLog()), { now: () => 1_000, serviceNow: () => 90_001_000 });
  await draw(dated);
  expect(new Set(dates)).toEqual(new Set([90_000_000]));
});

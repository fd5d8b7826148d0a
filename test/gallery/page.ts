import { readFileSync } from 'node:fs';
import { LOCALES, type Locale } from '#src/i18n/i18n.ts';
import { FORMATS, type Drawing, type Format, type Picture } from '#src/render/pictures/picture.ts';
import { aReader } from '../render/held.ts';
import { SCENES, type Scene } from './scenes.ts';

/** The folder of the gallery's pictures. */
export const FOLDER = 'docs/gallery';

/** A picture of the gallery. */
export interface Exhibit {
  readonly scene: Scene;
  readonly locale: Locale;
  readonly picture: Picture;
  readonly format: Format;
  readonly drawing: Drawing;
  /** The name of its file in the folder of the gallery. */
  readonly file: string;
}

const slug = (words: string): string => words.toLowerCase().replace(/[^a-z]+/g, '-');

/** Every scene in every language and format; a draw in its first rounds has one format. */
export const EXHIBITS: readonly Exhibit[] = SCENES.flatMap((scene) =>
  LOCALES.flatMap((locale) => {
    const picture = scene.picture(aReader(locale));
    const formats =
      picture.drawing('inline').width === picture.drawing('phone').width
        ? FORMATS.slice(0, 1)
        : FORMATS;
    return formats.map((format) => ({
      ...{ scene, locale, picture, format },
      drawing: picture.drawing(format),
      file: `${slug(`${scene.kind} ${scene.data}`)}-${format === 'inline' ? '' : `${format}-`}${locale}.png`,
    }));
  }),
);

/** Languages in which every scene is kept; the others keep only scenes with ordinary data. */
const WHOLE: readonly Locale[] = ['en', 'es'];

/** The pictures that are kept in `docs`; only the test draws the others. */
export const KEPT = EXHIBITS.filter(
  ({ scene, locale, format }) =>
    (format === 'inline' && WHOLE.includes(locale)) ||
    (scene.data === 'ordinary' && (format === 'inline' || locale === 'en')),
);

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(0)} kB`;

const exhibitLines = ({ locale, picture, drawing, file }: Exhibit): readonly string[] => {
  const { alt } = picture;
  const { width, height } = drawing;
  const language = new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
  const size = kilobytes(readFileSync(`${FOLDER}/${file}`).length);
  return [
    `<img src="gallery/${file}" width="${width / 2}" alt="${language}">`,
    '',
    `${language}, ${width} × ${height}, ${size}. Its alternative text:`,
    '',
    '```text',
    alt,
    '```',
    '',
  ];
};

const sceneLines = (scene: Scene): readonly string[] => [
  `### ${scene.kind}: ${scene.data}`,
  '',
  ...KEPT.filter((exhibit) => exhibit.scene === scene).flatMap(exhibitLines),
];

/** The text of `docs/gallery.md`, with the current sizes of the files. */
export const galleryPage = (): string => {
  const kinds = [...new Set(SCENES.map(({ kind }) => kind))];
  return [
    '# Gallery',
    '',
    'Every kind of picture that the bot draws, made by `npm run check -- gallery`; everybody in them is',
    'invented. Members who see no pictures are told the alternative text.',
    '',
    ...kinds.flatMap((kind) => [
      `## ${kind}`,
      '',
      ...SCENES.filter((scene) => scene.kind === kind).flatMap(sceneLines),
    ]),
  ].join('\n');
};

import type { Element } from './element.ts';

/** Beside text in Discord, or upright for a phone's whole width. */
export const FORMATS = ['inline', 'phone'] as const;

export type Format = (typeof FORMATS)[number];

/** Pixels, and what they show. */
export interface Drawing {
  readonly root: Element;
  readonly width: number;
  readonly height: number;
}

/** A picture before it is drawn. */
export interface Picture {
  /** @param aheadMs by how much the clock of the data service is ahead: a picture has its date */
  readonly drawing: (format: Format, aheadMs?: number) => Drawing;
  /** The same facts in words, for screen readers; Discord allows 1,024 characters. */
  readonly alt: string;
}

export interface PictureFile {
  readonly name: string;
  /** PNG. */
  readonly data: Uint8Array;
  readonly description: string;
}

/** Draws a picture without blocking anything else. */
export type DrawPicture = (picture: Picture, format?: Format) => Promise<Uint8Array>;

/**
 * A picture as an attachment; null when it cannot be drawn: the message has its facts as text, and
 * a reply without a picture is better than none.
 */
export const drawnFile = async (
  draw: DrawPicture,
  name: string,
  picture: Picture,
  format?: Format,
): Promise<PictureFile | null> => {
  try {
    return { name, data: await draw(picture, format), description: picture.alt };
  } catch {
    return null;
  }
};

import type { Element } from './element.ts';

/** A picture before it is drawn. */
export interface Picture {
  readonly root: Element;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
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
export type DrawPicture = (picture: Picture) => Promise<Uint8Array>;

/**
 * A picture as an attachment; null when it cannot be drawn: the message has its facts as text, and
 * a reply without a picture is better than none.
 */
export const drawnFile = async (
  draw: DrawPicture,
  name: string,
  picture: Picture,
): Promise<PictureFile | null> => {
  try {
    return { name, data: await draw(picture), description: picture.alt };
  } catch {
    return null;
  }
};

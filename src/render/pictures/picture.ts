import type { Element } from './element.ts';

/** A picture before it is drawn. */
export interface Picture {
  readonly root: Element;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The same facts in words, for those who see no pictures; Discord takes 1,024 characters. */
  readonly alt: string;
}

/** A picture as a file of a message. */
export interface PictureFile {
  readonly name: string;
  /** PNG. */
  readonly data: Uint8Array;
  readonly description: string;
}

/** Draws pictures; never in the way of anything else. */
export type DrawPicture = (picture: Picture) => Promise<Uint8Array>;

/**
 * A picture as a file of a message; null when it cannot be drawn: its facts stand in the message as
 * text, and an answer without a picture is better than none.
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

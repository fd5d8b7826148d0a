import type { Draw, Picture, PictureFile } from './picture.ts';

/**
 * A picture as a file of a message; null when it cannot be drawn: its facts stand in the message as
 * text, and an answer without a picture is better than none.
 */
export const drawnFile = async (
  draw: Draw,
  name: string,
  picture: Picture,
): Promise<PictureFile | null> => {
  try {
    return { name, data: await draw(picture), description: picture.alt };
  } catch {
    return null;
  }
};

import { createHash } from 'node:crypto';
import { invalidForm } from '../errors.ts';

const DATA_URI = /^data:image\/(png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+=*$/;

/** The hash that stands for a picture in this field; the picture itself is not kept. */
export const imageHash = (image: string | null, field: string): string | null => {
  if (image === null) return null;
  if (DATA_URI.test(image)) return createHash('md5').update(image).digest('hex');
  throw invalidForm([{ path: [field], code: 'IMAGE_INVALID', message: 'Invalid image data' }]);
};

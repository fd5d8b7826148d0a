import type { Discord } from '../discord.ts';
import type { StoredFile } from '../state/state.ts';

/** A file as it came with a request. */
export interface Upload {
  /** The number in its field's name, `files[0]`. */
  readonly index: number;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** What a message's `attachments` say: which files it has, and how they are described. */
export type AttachmentNote = Readonly<{
  id: string | number;
  filename?: string | null | undefined;
  description?: string | null | undefined;
}>;

/** Keeps the bytes of uploaded files and returns what the message remembers of them. */
export const keepUploads = (
  discord: Pick<Discord, 'files' | 'nextId'>,
  uploads: readonly Upload[],
  notes: readonly AttachmentNote[] | null | undefined,
): StoredFile[] =>
  uploads.map((upload) => {
    const note = notes?.find(({ id }) => String(id) === String(upload.index));
    const id = discord.nextId();
    discord.files.write(id, upload.bytes);
    return {
      id,
      filename: cleanName(note?.filename ?? upload.filename),
      contentType: upload.contentType,
      size: upload.bytes.length,
      description: note?.description ?? null,
      ...sizeOfPng(upload.bytes),
    };
  });

/** Discord keeps letters, digits, dots, dashes and underscores of a file's name. */
const cleanName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '_');

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height in pixels, from the first chunk of a PNG; null for everything else. */
const sizeOfPng = (bytes: Buffer): Pick<StoredFile, 'width' | 'height'> =>
  bytes.length >= 24 && bytes.subarray(0, PNG.length).equals(PNG)
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : { width: null, height: null };

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bytes of attachments, by the attachment's id. */
export interface AttachmentFiles {
  write: (id: string, bytes: Buffer) => void;
  /** Null when there is none. */
  read: (id: string) => Buffer | null;
}

/** In memory, gone with the process. */
export const memoryFiles = (): AttachmentFiles => {
  const files = new Map<string, Buffer>();
  return {
    write: (id, bytes) => files.set(id, bytes),
    read: (id) => files.get(id) ?? null,
  };
};

/** In a folder, one file per attachment. */
export const folderFiles = (folder: string): AttachmentFiles => {
  mkdirSync(folder, { recursive: true });
  // Ids are digits only: anything else in a URL names no file.
  const pathOf = (id: string) => (/^\d+$/.test(id) ? join(folder, id) : null);
  return {
    write: (id, bytes) => {
      const path = pathOf(id);
      if (path !== null) writeFileSync(path, bytes);
    },
    read: (id) => {
      const path = pathOf(id);
      try {
        return path === null ? null : readFileSync(path);
      } catch {
        return null;
      }
    },
  };
};

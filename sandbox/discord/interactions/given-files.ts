import { ApplicationCommandOptionType as Type, type APIAttachment } from 'discord-api-types/v10';
import { Complaint } from '../complaint.ts';
import type { RunRequest } from '../control-contract.ts';
import type { Discord } from '../discord.ts';
import { APPLICATION_ID } from '../guild/accounts.ts';
import { presentFile } from '../messages/present.ts';
import { keepUploads } from '../messages/uploads.ts';
import type { FilledOption } from './command-data.ts';
import type { CommandLine } from './command-line.ts';

/** Files by the options that they are given to. */
export type GivenFiles = NonNullable<RunRequest['files']>;

/** Of a file whose kind is unknown. */
const BYTES = 'application/octet-stream';

interface FilledFile extends FilledOption {
  readonly attachment: APIAttachment;
}

/** The files as Discord sends them: uploaded first, and only for the command. */
export const filledFiles = (
  discord: Discord,
  { options }: CommandLine,
  files: GivenFiles,
): readonly FilledFile[] =>
  Object.entries(files).map(([name, { filename, content, contentType }]) => {
    const option = options.find((each) => each.name === name && each.type === Type.Attachment);
    if (option === undefined) throw new Complaint(`There is no option "${name}" for a file`);
    const bytes = Buffer.from(content, 'base64');
    if (bytes.length > discord.limits.fileBytes) throw new Complaint(`${filename} is too large`);
    const upload = { index: 0, filename, contentType: contentType ?? BYTES, bytes };
    const [file] = keepUploads(discord, [upload], null);
    if (file === undefined) throw new Complaint(`${filename} was not kept`);
    const path = [APPLICATION_ID, file.id, encodeURIComponent(file.filename)].join('/');
    const url = `${discord.baseUrl()}/ephemeral-attachments/${path}`;
    return {
      option,
      value: file.id,
      attachment: { ...presentFile(file, url), ephemeral: true },
    };
  });

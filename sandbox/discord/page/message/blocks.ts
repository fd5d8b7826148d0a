/** A piece of a message that is laid out on its own: running text, or a list. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] };

export interface ListItem {
  readonly depth: number;
  /** The number of an ordered item, or null for a bullet. */
  readonly number: number | null;
  readonly text: string;
}

const ITEM = /^( *)(?:[-*]|(\d{1,3})\.) +(\S.*)$/;

/** Splits Discord markdown into text and lists, which the markdown parser does not know. */
export function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  let text: string[] = [];
  let items: ListItem[] = [];
  let fenced = false;

  const flushText = () => {
    if (text.length > 0) blocks.push({ kind: 'text', text: text.join('\n') });
    text = [];
  };
  const flushItems = () => {
    if (items.length > 0) blocks.push({ kind: 'list', items });
    items = [];
  };

  for (const line of markdown.split('\n')) {
    const item = fenced ? null : readItem(line);
    if (item !== null) {
      flushText();
      items.push(item);
      continue;
    }
    flushItems();
    text.push(line);
    const fences = line.split('```').length - 1;
    if (fences % 2 === 1) fenced = !fenced;
  }
  flushText();
  flushItems();
  return blocks;
}

function readItem(line: string): ListItem | null {
  const [, indent = '', number, text] = ITEM.exec(line) ?? [];
  if (text === undefined) return null;
  return {
    depth: Math.min(Math.floor(indent.length / 2), 4),
    number: number === undefined ? null : Number(number),
    text,
  };
}

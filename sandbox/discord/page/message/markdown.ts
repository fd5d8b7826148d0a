import { parse } from 'discord-markdown-parser';
import { html, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';

import { type Block, blocksOf, type ListItem } from './blocks.ts';
import { codeBlock } from './code-block.ts';
import { link, safeUrl } from './links.ts';
import { fullTime, timestampText } from './times.ts';
import type { Speech } from './speech.ts';

/** A node of the parser's tree; its other keys depend on the type and are read with care. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string };
type Drawn = TemplateResult | string;
type Draw = (node: Node, speech: Speech) => Drawn;

const MEMORY = 500;
const parsed = new Map<string, readonly Node[]>();

const DRAW: Readonly<Record<string, Draw>> = {
  text: (node) => text(node, 'content'),
  br: () => html`<br />`,
  strong: (node, speech) => html`<strong>${inside(node, speech)}</strong>`,
  em: (node, speech) => html`<em>${inside(node, speech)}</em>`,
  underline: (node, speech) => html`<u>${inside(node, speech)}</u>`,
  strikethrough: (node, speech) => html`<s>${inside(node, speech)}</s>`,
  inlineCode: (node) => html`<code>${text(node, 'content')}</code>`,
  codeBlock: (node) => codeBlock(text(node, 'content'), text(node, 'lang')),
  blockQuote: (node, speech) => html`<blockquote>${inside(node, speech)}</blockquote>`,
  heading: (node, speech) =>
    html`<div class="heading level-${node['level']}" role="heading" aria-level="4">
      ${inside(node, speech)}
    </div>`,
  subtext: (node, speech) => html`<small class="subtext">${inside(node, speech)}</small>`,
  spoiler: (node, speech) => spoiler(inside(node, speech)),
  link: drawLink,
  url: drawLink,
  autolink: drawLink,
  user: (node, speech) => mention(`@${speech.nameOf.user(text(node, 'id')) ?? 'unknown'}`),
  role: (node, speech) => mention(`@${speech.nameOf.role(text(node, 'id')) ?? 'role'}`),
  everyone: () => mention('@everyone'),
  here: () => mention('@here'),
  channel: (node, { nameOf, openChannel }) => {
    const id = text(node, 'id');
    const name = nameOf.channel(id);
    if (name === null) return mention('#unknown');
    const open = () => {
      openChannel(id);
    };
    return html`<button class="mention" @click=${open}>#${name}</button>`;
  },
  slashCommand: (node, { nameOf, fillComposer }) => {
    const path = text(node, 'fullName');
    const line = `/${nameOf.command(path) ?? path} `;
    const fill = () => {
      fillComposer(line);
    };
    return html`<button class="mention" @click=${fill}>${line.trim()}</button>`;
  },
  emoji: (node) => html`<span class="emoji-name">:${text(node, 'name')}:</span>`,
  twemoji: (node) => html`<span class="emoji">${text(node, 'name')}</span>`,
  timestamp: (node, { locale, now }) => {
    const at = Number(text(node, 'timestamp')) * 1000;
    if (Number.isNaN(new Date(at).getTime())) return text(node, 'timestamp');
    return html`<time datetime=${new Date(at).toISOString()} title=${fullTime(at, locale)}
      >${timestampText(at, text(node, 'format'), locale, now)}</time
    >`;
  },
};

/** Discord markdown as it is shown; every outside string ends up as text, never as markup. */
export function markdown(source: string, speech: Speech): readonly Drawn[] {
  return blocksOf(source).map((block) => drawBlock(block, speech));
}

function drawBlock(block: Block, speech: Speech): Drawn {
  if (block.kind === 'text') return html`${draw(treeOf(block.text), speech)}`;
  return html`<div class="list" role="list">
    ${block.items.map((item) => listItem(item, speech))}
  </div>`;
}

function listItem(item: ListItem, speech: Speech): TemplateResult {
  const mark = item.number === null ? '•' : `${item.number}.`;
  return html`<div class="list-item" role="listitem" style="--depth: ${item.depth}">
    <span class="list-mark" aria-hidden="true">${mark}</span
    ><span>${draw(treeOf(item.text), speech)}</span>
  </div>`;
}

function treeOf(source: string): readonly Node[] {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const tree: readonly Node[] = parse(source, 'extended');
  const oldest = parsed.size >= MEMORY ? parsed.keys().next().value : undefined;
  if (oldest !== undefined) parsed.delete(oldest);
  parsed.set(source, tree);
  return tree;
}

function draw(nodes: readonly Node[], speech: Speech): readonly Drawn[] {
  // A fence ends its line by itself: the line break behind it is not shown, as in Discord.
  const shown = nodes.filter(
    ({ type }, index) => type !== 'br' || nodes[index - 1]?.type !== 'codeBlock',
  );
  return shown.map((node) => DRAW[node.type]?.(node, speech) ?? text(node, 'content'));
}

function inside(node: Node, speech: Speech): readonly Drawn[] | string {
  const { content } = node;
  return Array.isArray(content) ? draw(content.filter(isNode), speech) : text(node, 'content');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function text(node: Node, key: string): string {
  const value = node[key];
  return typeof value === 'string' ? value : '';
}

function drawLink(node: Node, speech: Speech): Drawn {
  const target = safeUrl(node['target']);
  const words = inside(node, speech);
  return target === null ? html`${words}` : link(target, words, speech);
}

function mention(name: string): TemplateResult {
  return html`<span class="mention">${name}</span>`;
}

/** The cover lies above the content, not around it: links in it can be followed once it is gone. */
export function spoiler(content: readonly Drawn[] | string): TemplateResult {
  const whole = createRef<HTMLElement>();
  const reveal = () => {
    whole.value?.classList.add('revealed');
    whole.value?.querySelector('[inert]')?.removeAttribute('inert');
  };
  return html`<span class="spoiler" ${ref(whole)}>
    <button class="cover" title="Spoiler: click to read" @click=${reveal}></button>
    <span inert>${content}</span>
  </span>`;
}

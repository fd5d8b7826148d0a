import { html, type TemplateResult } from 'lit';

/**
 * A fenced block. Its letters shrink until the longest line fits, so that a score block stays
 * aligned in a narrow window instead of wrapping or hiding its last column.
 */
export function codeBlock(content: string, language: string): TemplateResult {
  const columns = Math.max(1, ...content.split('\n').map((line) => Array.from(line).length));
  return html`<div class="code-frame">
    <pre
      style="--columns: ${columns}"
      data-language=${language}
      tabindex="0"
    ><code>${content}</code></pre>
  </div>`;
}

import type { Block } from '@mcp-gui-bridge/page-sdk/protocol';

const plural = (count: number, one: string): string => `${count.toLocaleString()} ${one}${count === 1 ? '' : 's'}`;

function wordsOf(block: Block): string {
  switch (block.type) {
    case 'fields':
      return plural(block.items.length, 'field');
    case 'table':
      return `table of ${plural(block.total ?? block.rows.length, 'row')}`;
    case 'list':
      return `list of ${plural(block.total ?? block.items.length, 'item')}`;
    case 'notice':
      return `notice (${block.severity})`;
    case 'media':
      return block.mimeType;
    default:
      return block.type;
  }
}

/** What a window shows, in a few words. */
export const blockWords = (blocks: readonly Block[]): string => blocks.map(wordsOf).join(', ');

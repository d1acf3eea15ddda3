import type { ReadResourceResult } from '@modelcontextprotocol/client';
import {
  type McpUiResourceMeta,
  McpUiResourceMetaSchema,
  RESOURCE_MIME_TYPE,
} from '@modelcontextprotocol/ext-apps/app-bridge';

/** A view as its server declares it. */
export interface ViewDocument {
  readonly uri: string;
  readonly html: string;
  readonly meta: McpUiResourceMeta;
}

function decoded(blob: string): string {
  const bytes = Uint8Array.from(atob(blob), (char) => char.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/**
 * The view in what `resources/read` answered. Its policy is in the contents (`_meta.ui`).
 *
 * @throws Error that says what the server has to change
 */
export function viewDocument(uri: string, { contents }: ReadResourceResult): ViewDocument {
  const content = contents.find((candidate) => candidate.uri === uri) ?? contents[0];
  if (content === undefined) throw new Error(`resources/read of ${uri} answered no contents.`);
  if (content.mimeType !== RESOURCE_MIME_TYPE) {
    throw new Error(`The view has the type ${content.mimeType ?? 'none'}: it must be ${RESOURCE_MIME_TYPE}.`);
  }
  const meta = McpUiResourceMetaSchema.safeParse(content._meta?.['ui'] ?? {});
  if (!meta.success) throw new Error(`_meta.ui of the view’s contents is not valid: ${meta.error.message}`);
  // The schema of that very type, which says `| undefined` where the type says optional.
  return { uri, html: 'text' in content ? content.text : decoded(content.blob), meta: meta.data as McpUiResourceMeta };
}

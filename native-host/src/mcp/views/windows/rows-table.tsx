import type { Block } from '@mcp-gui-bridge/page-sdk/protocol';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { ViewContext } from './context.ts';
import { PageText } from './page-text.tsx';
import { LoadedRows } from './tool-answers.ts';
import { valueText } from './value-text.ts';
import type { OfferedAction } from './window-forest.ts';

type TableBlock = Extract<Block, { type: 'table' }>;

export interface RowsTableProps {
  readonly block: TableBlock;
  readonly loader: OfferedAction | undefined;
}

const PAGE_ROWS = 10;

/** Rows that stand somewhere else than in the window's state. */
interface Page {
  readonly start: number;
  readonly rows: TableBlock['rows'];
}

function rowsInState({ rows, offset = 0 }: TableBlock, start: number): TableBlock['rows'] | undefined {
  const from = start - offset;
  const isThere = from >= 0 && (from < rows.length || start === offset);
  return isThere ? rows.slice(from, from + PAGE_ROWS) : undefined;
}

/** A table in pages of ten. Pages that the window's state does not hold are loaded by the application's own action. */
export function RowsTable({ block, loader }: RowsTableProps) {
  const { load, surroundings } = useContext(ViewContext);
  const first = block.offset ?? 0;
  const [loaded, setLoaded] = useState<Page | undefined>();
  const [start, setStart] = useState(first);
  const [problem, setProblem] = useState('');
  const scroller = useRef<HTMLElement>(null);
  const total = Math.max(block.total ?? 0, first + block.rows.length);
  const count = new Intl.NumberFormat(surroundings.locale);

  // Who has no mouse scrolls it with the keys; one that fits is no stop on the way.
  useEffect(() => {
    const element = scroller.current;
    if (element !== null) element.tabIndex = element.scrollWidth > element.clientWidth ? 0 : -1;
  });
  useEffect(() => {
    if (start >= total) setStart(first);
  }, [start, total, first]);

  const show = async (next: number): Promise<void> => {
    setProblem('');
    if (rowsInState(block, next) === undefined) {
      if (loader === undefined) return;
      const answer = await load(loader.tool, { offset: next, limit: PAGE_ROWS });
      const page = answer.ok ? LoadedRows.safeParse(answer.result) : undefined;
      const fits = page?.success && page.data.columns.join('\n') === block.columns.join('\n');
      if (!fits) {
        setProblem(answer.ok ? 'Other rows cannot be shown here.' : answer.error.message);
        return;
      }
      setLoaded({ start: next, rows: page.data.rows });
    }
    setStart(next);
  };

  const rows = rowsInState(block, start) ?? (loaded?.start === start ? loaded.rows : []);
  const last = start + rows.length;
  const reach = loader === undefined ? first + block.rows.length : total;
  const position = `Rows ${count.format(start + 1)} to ${count.format(last)} of ${count.format(total)}`;
  return (
    <div class="table">
      <section class="scroller" ref={scroller} aria-label={`Table: ${block.columns.join(', ')}`}>
        <table>
          <thead>
            <tr>
              {block.columns.map((column, index) => (
                <th key={`${index} ${column}`} scope="col">
                  <PageText>{column}</PageText>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={start + index}>
                {row.map((cell, column) => (
                  <td key={`${column} ${block.columns[column]}`} class={typeof cell === 'number' ? 'number' : ''}>
                    <PageText>{valueText(cell)}</PageText>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length === 0 && <p class="quiet">No rows</p>}
      {total > PAGE_ROWS && rows.length > 0 && (
        <div class="pager">
          <button type="button" disabled={start <= first} onClick={() => void show(Math.max(first, start - PAGE_ROWS))}>
            Previous
          </button>
          <p aria-live="polite">{position}</p>
          <button type="button" disabled={last >= reach} onClick={() => void show(last)}>
            Next
          </button>
        </div>
      )}
      {problem !== '' && (
        <p class="problem" role="alert">
          <PageText>{problem}</PageText>
        </p>
      )}
    </div>
  );
}

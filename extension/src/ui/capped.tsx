import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { words } from './words.ts';

type Extent = 'whole' | 'more' | 'end';

function extentOf({ scrollHeight, clientHeight, scrollTop }: Element): Extent {
  if (scrollHeight <= clientHeight) return 'whole';
  // Positions are fractions where the page is zoomed.
  return scrollTop + clientHeight < scrollHeight - 1 ? 'more' : 'end';
}

/** How much there is to scroll in an element. */
function useExtent(find: () => Element | null): Extent {
  const [extent, setExtent] = useState<Extent>('whole');
  useLayoutEffect(() => {
    const box = find();
    if (box === null) return undefined;
    const look = () => setExtent(extentOf(box));
    // The events of the page's own scrolling are the document's.
    const source = box === document.documentElement ? document : box;
    const observer = new ResizeObserver(look);
    look();
    observer.observe(box);
    source.addEventListener('scroll', look);
    return () => {
      observer.disconnect();
      source.removeEventListener('scroll', look);
    };
  }, []);
  return extent;
}

/** Keeps its place once there is no more, so that nothing moves. Those who hear the text need no such line. */
function MoreBelow({ extent }: { extent: Extent }) {
  if (extent === 'whole') return null;
  return (
    <p class={extent === 'end' ? 'more-below unseen' : 'more-below'} aria-hidden="true">
      {words('more_below')}
    </p>
  );
}

/** Says that the page goes on below what stands fast at its end. */
export const PageGoesOn = () => <MoreBelow extent={useExtent(() => document.documentElement)} />;

interface Props {
  /** What it is, for those who reach it with the keyboard. */
  label: string;
  /** Lines that are shown at once. */
  lines: number;
  children: ComponentChildren;
}

/** Text of somebody else, which may not push out of sight what is below it: what is long scrolls by itself, and says so. */
export function Capped({ label, lines, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const extent = useExtent(() => box.current);
  const scrolls = extent === 'whole' ? {} : ({ role: 'group', tabIndex: 0, 'aria-label': label } as const);
  return (
    <>
      <div ref={box} class="capped" style={{ maxBlockSize: `${lines}lh` }} {...scrolls}>
        {children}
      </div>
      <MoreBelow extent={extent} />
    </>
  );
}

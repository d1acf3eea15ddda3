import { useContext } from 'preact/hooks';
import { ViewContext } from './context.ts';

/** Words of a page among the view's own: its language is the person's rather than the view's, its direction its own. */
export function PageText({ children }: { readonly children: string }) {
  const { locale } = useContext(ViewContext).surroundings;
  return <bdi lang={locale}>{children}</bdi>;
}

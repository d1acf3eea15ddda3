/** A part of the page that is built once and then kept as the state says. */
export interface View<Shown> {
  readonly element: HTMLElement;
  render(shown: Shown): void;
}

/** Creates an element with properties and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** `id`s for labels and descriptions, unique in the document. */
let lastId = 0;
export const uniqueId = (name: string): string => `${name}-${++lastId}`;

/** Keeps one child of `container` for each item, in the items' order, without touching those that stay. */
export function keyedChildren<Item>(
  container: Element,
  keyOf: (item: Item) => string | number,
  create: (item: Item) => View<Item>,
): (items: readonly Item[]) => void {
  const views = new Map<string | number, View<Item>>();
  return (items) => {
    const keys = new Set(items.map(keyOf));
    for (const [key, view] of views) {
      if (keys.has(key)) continue;
      view.element.remove();
      views.delete(key);
    }
    items.forEach((item, position) => {
      const view = views.get(keyOf(item)) ?? create(item);
      views.set(keyOf(item), view);
      if (container.children[position] !== view.element) {
        container.insertBefore(view.element, container.children[position] ?? null);
      }
      view.render(item);
    });
  };
}

/** Calls `onChange` once for each new value, the first included. */
export function onNewValue<Value>(onChange: (value: Value) => void): (value: Value) => void {
  let last: { value: Value } | undefined;
  return (value) => {
    if (last && Object.is(last.value, value)) return;
    last = { value };
    onChange(value);
  };
}

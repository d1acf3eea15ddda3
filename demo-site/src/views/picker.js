window.mcpApp('order-desk-picker', ({ result, message }, { callSibling, count, tellModel }) => {
  const { element } = window;
  const place = document.querySelector('main');
  const status = element('p', '', { className: 'quiet', role: 'status' });

  const turn = async (offset) => {
    const { structuredContent } = await callSibling('archive_page', { offset });
    draw(structuredContent.result);
  };

  const pick = async ({ line, product }) => {
    const { structuredContent, isError } = await callSibling('reorder', { line });
    status.textContent = structuredContent?.message ?? '';
    if (isError) return;
    await tellModel(`The person ordered line ${line} of the archive again (${product}): ${structuredContent.message}`);
  };

  /** A refusal of the host is told like any other. */
  const button = (text, disabled, start) => {
    const made = element('button', text, { type: 'button', disabled });
    made.addEventListener('click', () => {
      start().catch((error) => {
        status.textContent = error.message;
      });
    });
    return made;
  };

  const draw = ({ lines, offset, total, pageSize }) => {
    const list = element('ul');
    for (const line of lines) {
      const item = element('li');
      item.append(
        element('span', `${line.date} · ${line.customer} · ${line.quantity} × ${line.product}`),
        button('Order again', false, () => pick(line)),
      );
      list.append(item);
    }
    const last = offset + lines.length;
    const pager = element('div', '', { className: 'pager' });
    pager.append(
      button('Previous', offset === 0, () => turn(Math.max(0, offset - pageSize))),
      element('span', `${count(offset + 1)} to ${count(last)} of ${count(total)}`),
      button('Next', last >= total, () => turn(last)),
    );
    place.replaceChildren(element('h1', 'Order a line again'), list, pager, status);
  };

  if (result === undefined) place.replaceChildren(element('p', message ?? 'There is nothing to pick from.'));
  else draw(result);
});

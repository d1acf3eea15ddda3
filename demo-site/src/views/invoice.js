window.mcpApp('order-desk-invoice', ({ result: invoice, message }, { money }) => {
  const { element } = window;
  const place = document.querySelector('main');
  if (invoice === undefined) {
    place.replaceChildren(element('p', message ?? 'There is no invoice to show.'));
    return;
  }
  const table = element('table');
  const head = table.createTHead().insertRow();
  for (const name of ['Product', 'Quantity', 'Price', 'Total']) head.append(element('th', name, { scope: 'col' }));
  const body = table.createTBody();
  for (const { product, quantity, price, total } of invoice.lines) {
    const row = body.insertRow();
    for (const text of [product, quantity, money(price), money(total)]) row.append(element('td', String(text)));
  }
  const sum = table.createTFoot().insertRow();
  sum.append(element('th', 'To pay', { colSpan: 3, scope: 'row' }), element('td', money(invoice.amount)));
  place.replaceChildren(
    element('h1', `Invoice for order #${invoice.order}`),
    element('p', invoice.recipient === '' ? 'No recipient yet' : `To ${invoice.recipient}`),
    table,
    element('p', invoice.status === 'submitted' ? 'Submitted' : 'Draft: not submitted yet', { className: 'quiet' }),
  );
});

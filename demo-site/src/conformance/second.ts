import { type Bridge, fields } from '@mcp-gui-bridge/page-sdk';
import * as z from 'zod';

const content = (amount: number) => ({
  summary: `The amount is ${amount}`,
  blocks: [fields([{ label: 'Amount', value: amount }])],
});

/** "Conformance B": another window, whose action of the same name takes other parameters (protocol §5.1). */
export function openSecond(bridge: Bridge): { reset(): void } {
  const window = bridge.openWindow({
    title: 'Conformance B',
    ...content(0),
    actions: {
      set_field: {
        title: 'Set the amount',
        input: z.object({ amount: z.number() }),
        hints: { idempotent: true },
        run: ({ amount }) => {
          window.update(content(amount));
          return { message: `The amount is ${amount}` };
        },
      },
    },
  });
  return { reset: () => window.update(content(0)) };
}

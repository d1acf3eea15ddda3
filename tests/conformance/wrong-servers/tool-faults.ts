import { SECRETS } from '../../../native-host/src/conformance/application.ts';
import { toolOf } from './actions.ts';
import type { Behaviour, Json, Scene } from './behaviour.ts';

const named = ({ name }: Json) => String(name);

/** One more tool, right in everything but what is wrong about it. */
const moreTool = (name: string, ofWindow = true): Partial<Behaviour> => ({
  tools: (tools) => [...tools, toolOf(name, { title: 'One more tool', parameters: {} }, ofWindow)],
});

/** The tool of this name in window A (w1), B (w2) or the data window (w4), changed. */
const tool = (name: string, change: (tool: Json) => Json): Partial<Behaviour> => ({
  tools: (tools) => tools.map((each) => (named(each) === name ? change(each) : each)),
});

const without = (name: string, field: string) => tool(name, ({ [field]: _, ...rest }) => rest);

/** Tools that are listed although they are hidden. */
const listedToo = (which: (tool: Json, scene: Scene) => boolean): Partial<Behaviour> => ({
  tools: (tools, scene) => [
    ...tools,
    ...scene.all.filter((each) => !tools.some((other) => named(other) === named(each)) && which(each, scene)),
  ],
});

const guarded = toolOf('w1__guarded', { title: 'Guarded action', parameters: {} }, true);

/** Faults that show in `tools/list`. */
export const TOOL_FAULTS: Readonly<Record<string, Partial<Behaviour>>> = {
  '4.5-3': tool('w1__refresh', (each) => ({ ...each, description: `Refresh ${SECRETS.field}` })),
  '5.1-1': { tools: (tools) => tools.filter((each) => !named(each).startsWith('w2__')) },
  '5.1-2': listedToo((each, { appModal }) => !appModal && named(each).startsWith('w1__')),
  '5.1-3': {
    tools: (tools) =>
      [...tools.filter((each) => named(each) !== 'w1__guarded'), guarded].filter(
        (each) => each !== guarded || tools.some((other) => named(other) === 'w1__set_field'),
      ),
  },
  '5.2-1': moreTool('extra'),
  '5.2-2': moreTool('app__do.it', false),
  '5.2-3': without('w2__set_field', 'title'),
  '5.2-4': without('w2__set_field', 'description'),
  '5.5-1': tool('w2__set_field', (each) => ({ ...each, inputSchema: { type: 'object' } })),
  '5.6-1': without('w2__set_field', 'annotations'),
  '5.6-2': tool('w1__refresh', (each) => ({ ...each, annotations: {} })),
  '5.6-3': tool('w1__discard', (each) => ({ ...each, annotations: {} })),
  '5.6-4': tool('w1__set_field', (each) => ({ ...each, annotations: {} })),
  '5.6-5': tool('w1__quote', (each) => ({ ...each, annotations: {} })),
  '9-3': tool('w4__load_rows', (each) => ({ ...each, annotations: {} })),
  '10.2-3': listedToo((each, { appModal }) => appModal && named(each).startsWith('w2__')),
  '12.3-4': without('w1__quote', 'outputSchema'),
  '12.4-4': moreTool('nowhere__edit'),
};

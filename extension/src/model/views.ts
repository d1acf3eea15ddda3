import { LIMITS, utf8Length } from '@mcp-gui-bridge/page-sdk/protocol';
import { refuse } from './declarations.ts';
import { type Application, findApplication, type Model, withApplication } from './documents.ts';
import { type FromHost, type FromPage, type Step, toHost, toPage } from './step.ts';

type Asked = Extract<FromHost, { type: 'view' }>;
type Viewed = Extract<FromPage, { type: 'viewed' }>;

function withViewsAsked(model: Model, application: Application, viewsAsked: ReadonlySet<string>): Model {
  return withApplication(model, application.documentId, { ...application, viewsAsked });
}

/** A chat host wants to show a view. A page that agents cannot operate now does not hand over anything either. */
export function askForView(model: Model, { appId, hash }: Asked): Step {
  const application = findApplication(model, appId);
  if (application?.condition !== 'live') {
    return { model, effects: [toHost({ type: 'viewed', appId, hash, html: null })] };
  }
  return {
    model: withViewsAsked(model, application, new Set(application.viewsAsked).add(hash)),
    effects: [toPage(application.documentId, { type: 'view', hash })],
  };
}

/** A page's document of a view. It counts once, and only when this very page was asked for it. */
export function passViewOn(model: Model, application: Application, { hash, html }: Viewed): Step {
  const { appId, documentId, viewsAsked } = application;
  if (!viewsAsked.has(hash)) return { model, effects: [] };
  if (html !== null && utf8Length(html) > LIMITS.viewBytes) {
    return refuse(model, documentId, `viewed.html: is larger than ${LIMITS.viewBytes} bytes`);
  }
  const rest = new Set(viewsAsked);
  rest.delete(hash);
  return {
    model: withViewsAsked(model, application, rest),
    effects: [toHost({ type: 'viewed', appId, hash, html })],
  };
}

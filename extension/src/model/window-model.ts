import { fromHost, fromPage, refuseCall } from './calls.ts';
import { askAbout, attach, change, hostUp, leave, pause, suspend } from './declarations.ts';
import type { Model } from './documents.ts';
import type { Handles } from './handles.ts';
import { askForHistory, passHistoryOn } from './history.ts';
import type { ModelInput, Step } from './step.ts';
import { askForView, passViewOn } from './views.ts';

/** Decides for the whole extension what an event changes and what is to be sent; leaves all sending to its caller. */
export function reduce(model: Model, input: ModelInput, handles: Handles): Step {
  switch (input.type) {
    case 'attach':
      return attach(model, input, handles);
    case 'host':
      if (input.message.type === 'view') return askForView(model, input.message);
      if (input.message.type === 'history') return askForHistory(model, input.message, handles);
      return fromHost(model, input.message, handles);
    case 'refused':
      return refuseCall(model, input.call, input.error);
    case 'host_up':
      return hostUp(model);
    case 'paused':
      return pause(model, input.paused);
    case 'policy':
      return askAbout(model, input.policy);
    case 'gone':
      return leave(model, input.documentId, input.reason);
  }
  const application = model.applications.get(input.documentId);
  if (application === undefined) return { model, effects: [] };
  if (input.type === 'suspended') return suspend(model, application, input.suspended);
  const { message } = input;
  if (message.type === 'change') return change(model, application, message.change, handles);
  if (message.type === 'viewed') return passViewOn(model, application, message);
  if (message.type === 'history') return passHistoryOn(model, application, message);
  return fromPage(model, application, message);
}

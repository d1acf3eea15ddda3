import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/desk-state.ts';
import { fieldErrors, SignInInput } from '../state/input.ts';
import { signInHint } from '../windows/session-expired.ts';
import { dialogFrame, submitButton } from './dialog-frame.ts';
import { field, showErrors } from './field.ts';
import { h, onNewValue, type View } from './view.ts';

/** The modal of the whole application: the window "Session expired". */
export function sessionDialog(desk: Desk): View<DeskState['session']> {
  const password = field('Password', h('input', { type: 'password', autocomplete: 'off' }));
  const frame = dialogFrame({
    title: 'Session expired',
    body: [h('p', {}, signInHint), password.element],
    buttons: [submitButton('Sign in')],
    first: password.control,
    onSubmit() {
      const input = { password: password.control.value };
      if (showErrors({ password }, fieldErrors(SignInInput, input))) desk.signIn(input.password);
      password.control.select();
    },
    // There is no way round signing in.
    onCancel: () => password.control.focus(),
  });
  frame.element.className = 'session';
  frame.element.setAttribute('closedby', 'none');
  frame.element.addEventListener('cancel', (event) => event.preventDefault());

  const show = onNewValue((expired: boolean) => {
    password.control.value = '';
    if (!expired) return frame.element.close();
    frame.element.showModal();
    frame.focus();
  });
  return {
    element: frame.element,
    render({ expired, problem }) {
      show(expired);
      password.setError(problem);
    },
  };
}

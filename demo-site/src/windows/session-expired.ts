import { type Bridge, fields, notice, text, ValidationError } from '@mcp-gui-bridge/page-sdk';
import { DEMO_PASSWORD, type Desk } from '../state/desk.ts';
import { SignInInput } from '../state/input.ts';
import type { WindowContent } from './window-content.ts';

export const signInHint = `You were signed out to keep your orders safe. This demo’s password is “${DEMO_PASSWORD}”.`;

export const sessionExpiredContent = (problem: string): WindowContent => ({
  title: 'Session expired',
  summary: 'Signed out; everything waits until the user signs in again',
  blocks: [
    text(signInHint),
    fields([{ label: 'Password', value: '', sensitive: true }]),
    ...(problem ? [notice('error', problem)] : []),
  ],
});

export const openSessionExpired = (bridge: Bridge, desk: Desk, content: WindowContent) =>
  bridge.openAppModal({
    ...content,
    actions: {
      sign_in: {
        title: 'Sign in',
        input: SignInInput,
        run: ({ password }) => {
          if (!desk.signIn(password)) throw new ValidationError([{ field: 'password', error: 'Wrong password' }]);
          return { message: 'Signed in again' };
        },
      },
    },
  });

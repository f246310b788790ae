import { login } from '@mercury/contract/api/auth.ts';
import { expect, it } from 'vitest';
import { session } from '../../api/session.ts';
import { button, field } from '../../test/fields.ts';
import { currentPath, renderApp, signIn } from '../../test/render-app.tsx';
import { omid, sara, signedInAs } from '../../test/samples.ts';
import { server } from '../../test/stand-in-server.ts';
import { SignInForm } from '../sign-in/sign-in-form.tsx';
import { useAfterSignIn } from './use-after-sign-in.ts';

function Login() {
  const afterSignIn = useAfterSignIn('/dashboard');
  return <SignInForm onAnswered={afterSignIn} onForgot={() => undefined} onRegister={() => undefined} />;
}

async function startSignIn() {
  const held = server.hold(login, signedInAs(sara));
  await renderApp(<Login />, { at: '/login' });
  await field('Email').fill(sara.email);
  await field('Password').fill('Passw0rd!');
  await button('Sign in').click();
  await expect.poll(() => server.callCount(login)).toBe(1);
  return held;
}

it('a sign-in leads into its session and on', async () => {
  const { release } = await startSignIn();
  release();
  await expect.poll(currentPath).toBe('/dashboard');
  expect(session.read().token).toBe('token-of-sara');
});

it('a late sign-in takes nobody’s place who has signed in meanwhile, in another tab perhaps', async () => {
  const { release } = await startSignIn();
  signIn(omid);
  release();
  await expect.element(button('Sign in')).not.toHaveAttribute('aria-busy', 'true');
  expect([session.read().token, currentPath()]).toEqual(['token-of-omid', '/login']);
});

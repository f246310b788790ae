import type { Page } from '@playwright/test';

/** The fingerprint reader of a page's device. */
export interface PasskeyDevice {
  /** From now on the wrong finger is shown, which browsers tell a page of as of a prompt that was closed. */
  refuse: () => Promise<void>;
  accept: () => Promise<void>;
}

/** Gives a page a device that keeps passkeys for as long as the page is open, and knows its person. */
export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = async (isUserVerified: boolean) => {
    await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  };
  return { refuse: () => setVerified(false), accept: () => setVerified(true) };
}

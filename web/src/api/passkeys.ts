/** Whether this browser can make passkeys and sign in with them (WebAuthn). */
export function arePasskeysSupported(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** The person closed the browser's prompt, or let it run out: browsers don't say which (WebAuthn, 14.5). */
export function isPromptCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

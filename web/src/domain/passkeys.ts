/** Whether this browser can make passkeys and sign in with them (WebAuthn). */
export function arePasskeysSupported(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** The person closed the browser's prompt, or let it run out: browsers don't say which (WebAuthn, 14.5). */
export function isPromptCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** What is sent of the passkeys that a person ticked, since they know them: a new password removes all others. */
export function sentPasskeyIds(keptIds: readonly string[]) {
  return keptIds.length === 0 ? {} : { keepPasskeyIds: [...keptIds] };
}

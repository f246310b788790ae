/** Whether this browser supports passkeys (WebAuthn). */
export function arePasskeysSupported(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** The person closed the browser's prompt or let it time out. Browsers don't say which (WebAuthn, 14.5). */
export function isPromptCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** The passkeys that the person recognized and ticked. A new password removes all others. */
export function sentPasskeyIds(keptIds: readonly string[]) {
  return keptIds.length === 0 ? {} : { keepPasskeyIds: [...keptIds] };
}

/** Tells a password manager whose password the form around it is about; nobody else meets it. */
export function UsernameForManagers({ username }: { username: string }) {
  return <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />;
}

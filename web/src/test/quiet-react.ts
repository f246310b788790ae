/**
 * React in development notes for the browser's own tools what each component took, and for each element where it was written:
 * two fifths of what rendering costs. Nobody reads it here, and complaints about mistakes don't need it. React looks for the first
 * two when it is loaded, so this comes before all that loads it.
 */
Reflect.deleteProperty(console, 'timeStamp');
Reflect.deleteProperty(console, 'createTask');

const react: Record<string, unknown> = await import('react');
const internals = react['__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'];
const count = 'recentlyCreatedOwnerStacks';
if (!(internals instanceof Object && count in internals)) {
  throw new Error('React counts what it notes of elements elsewhere: see how it leaves that out now');
}
// React notes 10,000 elements a second, and begins to count anew each second: here it never begins.
Object.defineProperty(internals, count, { get: () => Infinity, set: () => {} });

/**
 * React in development notes for the browser's own tools what each component took, and for each element where it was written:
 * two fifths of what rendering costs. Nobody reads it here, and complaints about mistakes don't need it.
 */

// React looks for these when it is loaded, so this module comes before all that loads it.
Reflect.deleteProperty(console, 'timeStamp');
Reflect.deleteProperty(console, 'createTask');

const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const count = 'recentlyCreatedOwnerStacks';

/** React notes 10,000 elements a second, and begins to count anew each second: here they have always been noted. */
export function noteNoElements(react: Readonly<Record<string, unknown>>): void {
  const internals = react[name];
  if (!(internals instanceof Object && count in internals)) {
    throw new Error(
      'React counts the elements that it notes elsewhere now: see how it can be told to note none',
    );
  }
  Object.defineProperty(internals, count, { get: () => Infinity, set: () => {} });
}

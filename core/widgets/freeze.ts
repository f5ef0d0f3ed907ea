/** Answers are shared by every widget that asks the same: none may change them for the others. */

/** Freezes it with all that it holds. What is frozen already is taken to be so throughout: rows that are kept cost it once. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}

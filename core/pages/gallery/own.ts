/** A field of a payload: what every object has of its prototype is none. */
export const own = (record: Readonly<Record<string, unknown>>, field: string): unknown =>
  Object.hasOwn(record, field) ? record[field] : undefined;

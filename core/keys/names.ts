/** Names of keys and of share links: one line each, and nobody else's. */
import { CodedError, type ErrorId } from '../ground/errors.js';

interface Named {
  /** "key". */
  readonly what: string;
  /** The code of a name that is taken. */
  readonly taken: ErrorId;
}

export class Names {
  /** A form that is sent twice makes one. */
  private readonly making = new Set<string>();

  constructor(private readonly named: Named) {}

  /**
   * The name as it is kept, checked.
   * @throws usage
   */
  checked(text: string): string {
    const { what } = this.named;
    const name = text.trim();
    if (name === '') throw new CodedError('usage', `A ${what} needs a name`);
    if (/\p{C}/u.test(name))
      throw new CodedError('usage', `The name of a ${what} must be one line without invisible characters`);
    return name;
  }

  /**
   * Makes what has the name, unless there is such already.
   * @throws what stands for a name that is taken
   */
  async once<T>(name: string, isThere: () => boolean, make: () => Promise<T>): Promise<T> {
    const { what, taken } = this.named;
    if (isThere() || this.making.has(name)) throw new CodedError(taken, `A ${what} named "${name}" already exists`);
    this.making.add(name);
    try {
      return await make();
    } finally {
      this.making.delete(name);
    }
  }
}

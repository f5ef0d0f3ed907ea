/** Quick Connect as Jellyfin 12 does it: a code that somebody who is signed in there confirms. */
import type { Wire } from './library.js';

interface Begun {
  readonly Code: string;
  readonly Secret: string;
  confirmedBy: string | null;
}

export class QuickConnect {
  enabled = true;
  readonly #begun: Begun[] = [];

  initiate(): Wire {
    const number = this.#begun.length + 1;
    const begun = { Code: String(350_000 + number), Secret: `secret-${number}`, confirmedBy: null };
    this.#begun.push(begun);
    return { Code: begun.Code, Secret: begun.Secret, Authenticated: false };
  }

  /** What the app of a user does. */
  confirm(code: string, user: string): void {
    const begun = this.#begun.find(({ Code }) => Code === code);
    if (begun === undefined) throw new Error(`nobody was shown the code ${code}`);
    begun.confirmedBy = user;
  }

  /** Its ten minutes are over. */
  expire(): void {
    this.#begun.length = 0;
  }

  /** undefined: 404. */
  state(secret: string): Wire | undefined {
    const begun = this.#begun.find(({ Secret }) => Secret === secret);
    return begun && { Code: begun.Code, Secret: begun.Secret, Authenticated: begun.confirmedBy !== null };
  }

  userOf(secret: unknown): string | null {
    return this.#begun.find(({ Secret }) => Secret === secret)?.confirmedBy ?? null;
  }
}

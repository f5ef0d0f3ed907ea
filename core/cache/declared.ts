/** The ports that were declared to a cache, and why some of them take no commits. */
import type { AnyPort } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';

export class Declared {
  private readonly ports = new Map<string, AnyPort>();
  private readonly faults = new Map<string, Error>();

  get(id: string): AnyPort | undefined {
    return this.ports.get(id);
  }

  fault(id: string): Error | undefined {
    return this.faults.get(id);
  }

  /** @throws why it cannot be had, or internal when nobody declared it */
  demand(id: string): AnyPort {
    const port = this.ports.get(id);
    if (port === undefined) throw this.faults.get(id) ?? new CodedError('internal', `The port ${id} was not declared`);
    return port;
  }

  accept(port: AnyPort): void {
    this.ports.set(port.id, port);
    this.faults.delete(port.id);
  }

  /**
   * What was written down under another declaration is not mixed with rows of this one. A database that fails costs a port
   * nothing that it had.
   */
  refuse(id: string, error: unknown): never {
    const isChanged = error instanceof CodedError && error.code === 'port_changed';
    if (isChanged || !this.ports.has(id)) {
      this.ports.delete(id);
      this.faults.set(id, error instanceof Error ? error : new Error(messageOf(error)));
    }
    throw error;
  }
}

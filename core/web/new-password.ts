import type { Request } from 'express';
import { passwordFault } from '../auth/admins.js';
import { field } from './field.js';

/** What is wrong with a new password that was typed twice, by the names of the fields. */
export function newPasswordFaults(req: Request): { readonly password?: string; readonly again?: string } {
  const password = field(req, 'password');
  const fault = passwordFault(password);
  return {
    ...(fault === undefined ? {} : { password: fault }),
    ...(password === field(req, 'again') ? {} : { again: 'This is not the same password' }),
  };
}

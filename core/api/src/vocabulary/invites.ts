import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { oneOf, optional, text, time } from './fields.js';

export const inviteItems = definePort({
  id: 'invite.items',
  keep: 'snapshot',
  key: (invite) => invite.code,
  index: ['status'],
  item: Type.Object({ code: text(), status: oneOf('active', 'used', 'expired'), expires: optional(time()) }),
});

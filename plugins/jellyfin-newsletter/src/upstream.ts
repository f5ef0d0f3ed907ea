/** The fields of its config.yml that are read. The file holds keys and mail addresses as well. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Config = Type.Object({
  /** Without it the newsletter is sent when the program is started, by whatever starts it. */
  scheduler: maybe(Type.Object({ cron: maybe(Type.String()) })),
  email_template: maybe(Type.Object({ subject: maybe(Type.String()) })),
  recipients: maybe(Type.Array(Type.Unknown())),
});

export type Config = Static<typeof Config>;

/** Config fields that several managers have. */
import { Secret, Type } from '@sidelight/plugin-api';

export const apiKey = () => Secret('Settings > General > Security > API Key');

export const calendarDays = () =>
  Type.Integer({ default: 30, minimum: 1, maximum: 365, description: 'How many days ahead releases are looked up' });

export const is4k = () =>
  Type.Optional(
    Type.Boolean({
      description:
        'true: everything here is the 4K copy of its work; false: nothing is. When left out, the resolution of each release tells',
    }),
  );

/** Config fields that several managers have. */
import { Secret, Type } from '@sidelight/plugin-api';

export const apiKey = () => Secret('Settings > General > Security > API Key');

export const calendarDays = () =>
  Type.Integer({ default: 30, minimum: 1, maximum: 365, description: 'How many days ahead to look for releases' });

export const is4k = () =>
  Type.Optional(
    Type.Boolean({
      description:
        'true: everything here is the 4K copy of its work; false: nothing is. By default, the resolution of each release decides',
    }),
  );

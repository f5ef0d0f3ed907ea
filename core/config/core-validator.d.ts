/** Written by the build from `core-schema.ts`: see scripts/precompile.mjs. */
import type { RawValidator } from '../settings/validator.js';

/** Fills defaults into the value. */
export const validateCore: RawValidator;

/** The core's schema as plain JSON. */
export const plainCoreSchema: object;

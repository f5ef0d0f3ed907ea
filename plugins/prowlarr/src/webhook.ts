import { connectReceiver, HEALTH_EVENTS } from '@sidelight/servarr';

export const webhook = connectReceiver(HEALTH_EVENTS);

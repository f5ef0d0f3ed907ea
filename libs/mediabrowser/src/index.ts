export * from './actions.js';
export * from './client.js';
export { imagePath } from './map-work.js';
export * from './sign-in.js';
export * from './socket.js';
export * from './tasks.js';
export * from './upstream.js';
export * from './webhook.js';

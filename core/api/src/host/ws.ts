/** What speaks WebSocket, which the build makes one file of. Loaded when the first connection is opened. */
export { WebSocket } from 'ws';

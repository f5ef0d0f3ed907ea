export * from './case-folder.js';
export * from './fake-clock.js';
export * from './http-mock.js';
export * from './plugin-contract.js';
export * from './run-case.js';
export * from './run-cases.js';
export * from './test-integration.js';

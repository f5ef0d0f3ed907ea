/** What the container builds, by token: the only names that `@inject` takes. */
export const TOKENS = {
  Settings: Symbol('Settings'),
  Log: Symbol('Log'),
  Clock: Symbol('Clock'),
  Database: Symbol('Database'),
  Cache: Symbol('Cache'),
  PluginHost: Symbol('PluginHost'),
  SyncEngine: Symbol('SyncEngine'),
  Registry: Symbol('Registry'),
  Reader: Symbol('Reader'),
  Snapshots: Symbol('Snapshots'),
  KeyStore: Symbol('KeyStore'),
  OpsSource: Symbol('OpsSource'),
} as const;

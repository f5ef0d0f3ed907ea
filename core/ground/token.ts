/** What the container builds, by token: the only names that `@inject` takes. */
export const TOKENS = {
  Settings: Symbol('Settings'),
  Log: Symbol('Log'),
  Clock: Symbol('Clock'),
  Database: Symbol('Database'),
  Cache: Symbol('Cache'),
  PluginSet: Symbol('PluginSet'),
  /** How Sidelight names itself to upstreams: `Sidelight/<version>`. */
  UserAgent: Symbol('UserAgent'),
  PluginHost: Symbol('PluginHost'),
  /** Builds the context of one integration. */
  ContextFactory: Symbol('ContextFactory'),
  /** What one integration's own container holds beside the root's. */
  IntegrationScope: Symbol('IntegrationScope'),
  SyncEngine: Symbol('SyncEngine'),
  Registry: Symbol('Registry'),
  Reader: Symbol('Reader'),
  Snapshots: Symbol('Snapshots'),
  KeyStore: Symbol('KeyStore'),
  OpsSource: Symbol('OpsSource'),
  DeliveryLog: Symbol('DeliveryLog'),
  InboundWebhooks: Symbol('InboundWebhooks'),
  OutboundWebhooks: Symbol('OutboundWebhooks'),
  Backups: Symbol('Backups'),
} as const;

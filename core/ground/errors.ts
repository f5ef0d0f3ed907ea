/** Every error that Sidelight itself reports, in one table: code, HTTP status where it is an answer, and what to do. */

interface ErrorEntry {
  /** The status of the answer; absent for errors that end a command or a start. */
  readonly status?: number;
  /** Tells the user what to do. */
  readonly hint: string;
}

export const ERRORS = {
  bad_request: { status: 400, hint: 'Correct the named parameter or field; /swagger-ui shows what each route takes.' },
  no_key: { status: 401, hint: 'Send a key in the header x-api-token; `sidelight keys create <name>` creates one.' },
  malformed_key: { status: 401, hint: 'The key is incomplete or mistyped: copy the whole key again.' },
  unknown_key: { status: 401, hint: 'The key was revoked or belongs to another installation: create a new one.' },
  expired_key: { status: 401, hint: 'The key has expired: create a new one.' },
  body_late: { status: 408, hint: 'Send the whole body at once, or check why the connection is so slow.' },
  head_large: {
    status: 431,
    hint: 'Shorten the address and the headers: at most 16 KiB, including cookies of other programs on this host.',
  },
  idempotency_reused: {
    status: 422,
    hint: 'Send a new Idempotency-Key with each new request; reuse one only to repeat the same request.',
  },
  webhook_secret: {
    status: 401,
    hint: 'Send the webhookSecret of the integration as x-webhook-secret, as Authorization: Bearer, as the Basic password, or as ?secret=.',
  },
  foreign_form: {
    status: 403,
    hint: 'Open Sidelight at its own address. Behind a reverse proxy, make the proxy pass the Host header on, or set server.publicUrl.',
  },
  csrf: { status: 403, hint: 'Go back, reload the page and send the form again.' },
  no_session: { status: 401, hint: 'Sign in at /login.' },
  admin_exists: { status: 409, hint: 'Sign in at /login; `sidelight admin reset` removes the administrator.' },
  scope: { status: 403, hint: 'This key may not use this route: change its scope or its list of widgets.' },
  network: { status: 403, hint: 'This key may not be used from this address: change its list of networks.' },
  not_found: { status: 404, hint: 'GET /api/widgets lists every route; check the base path of a proxy.' },
  webhook_off: {
    status: 404,
    hint: 'Set webhookSecret: in the entry of the integration, and send it with each webhook.',
  },
  method: { status: 405, hint: 'Use one of the methods in the Allow header.' },
  conflict: {
    status: 409,
    hint: 'The service refuses this in its current state: reload, check the row, and try again.',
  },
  standby: { status: 409, hint: 'Do this on the instance that syncs: this one only serves.' },
  too_large: { status: 413, hint: 'Send a smaller body: at most 64 KiB, for webhooks 1 MiB.' },
  media_type: { status: 415, hint: 'Send JSON with content-type: application/json.' },
  rate_limit: { status: 429, hint: 'Wait as long as Retry-After says, or raise the key’s limit.' },
  oidc_down: {
    status: 502,
    hint: 'Check that the provider is running and auth.oidc.issuer is its address; meanwhile, sign in another way.',
  },
  oidc_client: {
    status: 502,
    hint: 'Correct auth.oidc.clientId and clientSecret, and register the redirect address from docs/sign-in.md at the provider.',
  },
  oidc_clock: { status: 502, hint: 'Synchronise the clocks of both machines with a time server.' },
  oidc_invalid: {
    status: 502,
    hint: 'Write auth.oidc.issuer exactly as the provider does; the log says what did not match.',
  },
  oidc_stale: { status: 400, hint: 'Start again at /login, at the address in server.publicUrl.' },
  oidc_refused: {
    status: 403,
    hint: 'Get one of the values in auth.oidc.admins at the provider, such as membership of the group.',
  },
  sign_in_limit: { status: 429, hint: 'Wait a little, then go back and try again.' },
  internal: { status: 500, hint: 'This is a bug in Sidelight: the log has the details under this request id.' },
  upstream: { status: 502, hint: 'The service failed: see the Integrations page or /api/widgets/automation.' },
  outcome_unknown: {
    status: 504,
    hint: 'It was sent and may have been done: check its row, which is being read again, before you retry.',
  },
  widget_failed: {
    status: 500,
    hint: 'This is a bug in the plugin that the message names: report it to its author, with the details from the log.',
  },
  not_ready: { status: 503, hint: 'Sidelight is starting or stopping: try again in a few seconds.' },

  config_missing: { hint: 'Name an existing file with --config, or leave it out to start without integrations.' },
  config_syntax: { hint: 'Correct the YAML at the named line; indent with spaces.' },
  config_invalid: { hint: 'Correct the named entries; config/sidelight.example.yaml shows each field.' },
  config_secret: { hint: 'Set the environment variable or create the file that the entry refers to.' },
  config_edit: { hint: 'Edit the file yourself: the page shows the lines.' },
  config_changed: { hint: 'Check the current content of the file, then send the form again.' },
  config_unwritable: { hint: 'Paste the lines into the file yourself, or give this user permission to write to it.' },
  not_running: { hint: 'Start it with `sidelight serve`, or name its data folder with --data.' },
  port_in_use: { hint: 'Another program uses this port: stop it, or choose another port with --port.' },
  port_forbidden: { hint: 'Ports below 1024 need privileges: choose a higher one with --port.' },
  address_unusable: { hint: 'This machine has no such address: choose another with --host.' },
  data_unwritable: {
    status: 503,
    hint: 'Give this user permission to write to the data folder, or choose another with --data.',
  },
  database_corrupt: {
    status: 503,
    hint: 'The file was not changed: move it away to start afresh, or restore a backup.',
  },
  database_missing: { status: 503, hint: 'Restore the copy next to it, or move it away to start afresh.' },
  database_newer: { hint: 'A newer version of Sidelight wrote it: run that version, or restore an older backup.' },
  database_unreachable: {
    status: 503,
    hint: 'Check the database url, and that the server is running and accepts these credentials.',
  },
  sqlite_missing: {
    hint: 'Build it with the command above; in a clone, run `npm rebuild sqlite3`. Or use PostgreSQL: database.url.',
  },
  disk_full: { status: 503, hint: 'Free some space: nothing was lost, and syncing continues by itself.' },
  shrink_refused: { hint: 'Check whether the service has lost data: the next sync accepts what it reports.' },
  database_failed: {
    status: 503,
    hint: 'The message comes from the database. Sidelight retries every minute; check the database’s disk and log.',
  },
  source_moved: { hint: 'Nothing to do: the result of this run is discarded, and the next run starts afresh.' },
  lease_lost: { hint: 'Nothing to do: another instance on the same database syncs now, and this one only serves.' },
  port_reshaped: {
    hint: 'An instance of another version takes over. Update all instances to the same version soon.',
  },
  port_changed: { hint: 'A log keeps its rows: make the new fields optional, or define a new port.' },
  plugin_failed: { hint: 'Repair or remove the plugin that the message names, or start without --strict.' },
  backup_tool: {
    hint: 'Install the PostgreSQL client programs (pg_dump, pg_restore), in the server’s version or newer.',
  },
  backup_failed: { hint: 'The message says why. Nothing was changed, and earlier backups are still there.' },
  backup_invalid: { hint: 'Restore another one: the backup folder lists them by time.' },
  database_in_use: { hint: 'Stop Sidelight and any other program that has its database open, then try again.' },
  key_taken: { hint: 'Choose another name, or revoke that key first.' },
  key_unknown: { hint: '`sidelight keys list` lists every key.' },
  key_declared: { hint: 'Change it under keys: in the config.' },
  share_unknown: {
    status: 404,
    hint: 'The link was revoked, or its address is incomplete: create a new one under Settings, Share links.',
  },
  image_forged: { status: 403, hint: 'Get the current address from the widget.' },
  image_expired: { status: 410, hint: 'Get the current address from the widget.' },
  share_expired: { status: 410, hint: 'Create a new one under Settings, Share links.' },
  share_taken: { hint: 'Choose another name, or revoke that link first.' },
  share_gone: { hint: '`sidelight share list` lists every link.' },
  usage: { hint: 'See `sidelight help`.' },
  import_file: {
    status: 422,
    hint: 'Nothing more was imported. Use the complete, unmodified file that docs/import.md names for this program.',
  },
  import_space: {
    status: 507,
    hint: 'Free some space in the data folder, or run `sidelight import` on the machine that has the file.',
  },
  import_busy: { status: 409, hint: 'Wait until the other import is done, or discard it on the Import page.' },
  import_source: { status: 400, hint: 'Choose the integration that the plays belong to with --source.' },
  upload_slow: {
    status: 408,
    hint: 'Upload it over a faster connection, or run `sidelight import` on the machine that has the file.',
  },

  plugin_resolve: { hint: 'Install the package next to the config, or correct the path under plugins:.' },
  plugin_install: { hint: 'Nothing was changed. See the message; `sidelight plugins` lists the installed plugins.' },
  plugin_api: { hint: 'Use a version of the plugin that was made for this version of Sidelight.' },
  plugin_import: { hint: 'The plugin’s code fails to load: report it to its author.' },
  plugin_shape: { hint: 'The package’s default export is not a Sidelight plugin: report it to its author.' },
  plugin_schema: { hint: 'The plugin’s config schema is invalid: report it to its author.' },
  plugin_duplicate: { hint: 'Two plugins have the same id: remove one of them from plugins:.' },
  port_taken: { hint: 'A port has one owner: fill it as defined, or define your own port with another id.' },
  plugin_create: { hint: 'The plugin could not start with this entry: correct it as the message says.' },
  contribution_refused: { hint: 'Its id, path or key is already used: the plugin works without this part.' },
  tile_changed: { hint: 'Its widget uses something that dashboards do not support: a fallback is shown.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorId = keyof typeof ERRORS;

/** An error of Sidelight itself, with a code of the table. */
export class CodedError extends Error {
  override readonly name = 'CodedError';
  /** What to do. */
  readonly hint: string;
  constructor(
    readonly code: ErrorId,
    message: string,
    { hint, ...options }: ErrorOptions & { readonly hint?: string } = {},
  ) {
    super(message, options);
    this.hint = hint ?? ERRORS[code].hint;
  }
}

/** Every error that Sidelight itself reports, in one table: code, HTTP status where it is an answer, and what to do. */

interface ErrorEntry {
  /** The status of the answer; absent for errors that end a command or a start. */
  readonly status?: number;
  /** Tells the user what to do. */
  readonly hint: string;
}

export const ERRORS = {
  bad_request: { status: 400, hint: 'Correct the named parameter or field; /swagger-ui shows what each route takes.' },
  no_key: { status: 401, hint: 'Send a key in the header x-api-token; `sidelight keys create <name>` makes one.' },
  malformed_key: { status: 401, hint: 'The key was cut or mistyped: copy it again, whole.' },
  unknown_key: { status: 401, hint: 'The key was revoked or belongs to another installation: create a new one.' },
  expired_key: { status: 401, hint: 'The key has expired: create a new one.' },
  body_late: { status: 408, hint: 'Send the whole body at once, or look why the connection is so slow.' },
  head_large: {
    status: 431,
    hint: 'Send less in the address and the headers: at most 16 KiB, cookies of other programs on this host included.',
  },
  idempotency_reused: {
    status: 422,
    hint: 'Send a new Idempotency-Key with each new request; the same one only repeats the same request.',
  },
  webhook_secret: {
    status: 401,
    hint: 'Send the webhookSecret of the integration as x-webhook-secret, as Authorization: Bearer, as the password of Basic, or as ?secret=.',
  },
  foreign_form: {
    status: 403,
    hint: 'Open Sidelight by its own address. Behind a reverse proxy, let it pass the Host header on, or set server.publicUrl.',
  },
  csrf: { status: 403, hint: 'Go back, reload the page and send the form again.' },
  no_session: { status: 401, hint: 'Sign in at /login.' },
  admin_exists: { status: 409, hint: 'Sign in at /login; `sidelight admin reset` begins anew.' },
  scope: { status: 403, hint: 'This key may not use this route: change its scope or its list of widgets.' },
  network: { status: 403, hint: 'This key may not be used from this address: change its list of networks.' },
  not_found: { status: 404, hint: 'GET /api/widgets lists every route; check the base path of a proxy.' },
  webhook_off: {
    status: 404,
    hint: 'Switch it on with webhookSecret: in the entry of the integration, and send that along.',
  },
  method: { status: 405, hint: 'The Allow header names the methods of this route.' },
  conflict: { status: 409, hint: 'The upstream refuses this in its present state.' },
  standby: { status: 409, hint: 'Do this at the instance that syncs: this one only answers.' },
  too_large: { status: 413, hint: 'Send a smaller body: at most 64 KiB, webhooks 1 MiB.' },
  media_type: { status: 415, hint: 'Send JSON with content-type: application/json.' },
  rate_limit: { status: 429, hint: 'Wait as long as Retry-After says, or raise the budget of the key.' },
  oidc_down: {
    status: 502,
    hint: 'Look whether the provider runs and auth.oidc.issuer is its address; meanwhile, sign in another way.',
  },
  oidc_client: {
    status: 502,
    hint: 'Correct auth.oidc.clientId and clientSecret, and let the provider know the address that docs/sign-in.md names.',
  },
  oidc_clock: { status: 502, hint: 'Let a time server set the clocks of both machines.' },
  oidc_invalid: {
    status: 502,
    hint: 'Write auth.oidc.issuer as the provider writes itself; the log says what did not fit.',
  },
  oidc_stale: { status: 400, hint: 'Begin again at /login, at the address of server.publicUrl.' },
  oidc_refused: { status: 403, hint: 'auth.oidc.admins names who may: let the provider put you among them.' },
  sign_in_limit: { status: 429, hint: 'Wait a little, then go back and try again.' },
  internal: { status: 500, hint: 'This is a defect of Sidelight: the log has the details under this request id.' },
  upstream: { status: 502, hint: 'The upstream failed: look at /api/widgets/automation.' },
  outcome_unknown: {
    status: 504,
    hint: 'It was sent and may have been done: look at its row, which is read again, before you ask once more.',
  },
  widget_failed: {
    status: 500,
    hint: 'This is a defect of the plugin that the message names: the log has the details; report it to its author.',
  },
  not_ready: { status: 503, hint: 'Sidelight is starting or stopping: try again in a few seconds.' },

  config_missing: { hint: 'Name an existing file with --config, or leave it out to start without integrations.' },
  config_syntax: { hint: 'Correct the YAML at the named line; indentation is by spaces.' },
  config_invalid: { hint: 'Correct the named entries; config/sidelight.example.yaml shows each field.' },
  config_secret: { hint: 'Set the environment variable or create the file that the entry refers to.' },
  config_edit: { hint: 'Change it in the file itself: the page shows the lines.' },
  config_changed: { hint: 'Look at what the file says now, then send the form again.' },
  config_unwritable: { hint: 'Paste the lines into the file yourself, or let this user write to it.' },
  not_running: { hint: 'Start it with `sidelight serve`, or name its data folder with --data.' },
  port_in_use: { hint: 'Another program listens there: stop it, or choose a port with --port.' },
  port_forbidden: { hint: 'Ports below 1024 need privileges: choose a higher one with --port.' },
  address_unusable: { hint: 'This machine has no such address: choose another with --host.' },
  data_unwritable: { status: 503, hint: 'Let this user write to the data folder, or choose another with --data.' },
  database_corrupt: {
    status: 503,
    hint: 'The file was left as it is: move it away to start afresh, or restore a backup.',
  },
  database_missing: { status: 503, hint: 'Restore the copy that lies beside it, or move it away to start afresh.' },
  database_newer: { hint: 'It was written by a newer Sidelight: run that version, or restore an older backup.' },
  database_unreachable: {
    status: 503,
    hint: 'Check the database url, and that the server runs and takes these credentials.',
  },
  sqlite_missing: {
    hint: 'Build it by the command that is named above; in a clone that is `npm rebuild sqlite3`. Or use PostgreSQL: database.url.',
  },
  disk_full: { status: 503, hint: 'Free some space: nothing was lost, and syncing goes on by itself.' },
  shrink_refused: { hint: 'Look whether the upstream has lost its data: what it says next time is believed.' },
  database_failed: {
    status: 503,
    hint: 'The message is the database’s own. It is tried again every minute; look at its disk and its log.',
  },
  source_moved: { hint: 'Nothing: what the run found is dropped, and the next one begins anew.' },
  lease_lost: { hint: 'Nothing: another instance on the same database syncs now, and this one only answers.' },
  port_reshaped: {
    hint: 'Nothing: an instance of another version takes over. Let all instances be of one version soon.',
  },
  port_changed: { hint: 'A log keeps its rows: make the new fields optional, or define a new port.' },
  plugin_failed: { hint: 'A plugin could not be used and --strict was given: the message names it.' },
  backup_tool: {
    hint: 'Install the client programs of PostgreSQL (pg_dump, pg_restore), of the server’s version or a newer one.',
  },
  backup_failed: { hint: 'The message says why. Nothing was changed, and the backups before are still there.' },
  backup_invalid: { hint: 'Restore another one: the folder of the backups has those that were made, by their time.' },
  database_in_use: { hint: 'Stop Sidelight, and whatever else has its database open, then try again.' },
  key_taken: { hint: 'Choose another name, or revoke that key first.' },
  key_unknown: { hint: '`sidelight keys list` names every key.' },
  key_declared: { hint: 'Change it under keys: in the config.' },
  share_unknown: {
    status: 404,
    hint: 'The link was revoked, or its address was not copied whole: make a new one under Settings, Share links.',
  },
  image_forged: { status: 403, hint: 'Ask the widget again: it tells addresses that hold.' },
  image_expired: { status: 410, hint: 'Ask the widget again: it tells addresses that hold.' },
  share_expired: { status: 410, hint: 'Make a new one under Settings, Share links.' },
  share_taken: { hint: 'Choose another name, or revoke that link first.' },
  share_gone: { hint: '`sidelight share list` names every link.' },
  usage: { hint: 'See `sidelight help`.' },
  import_file: {
    status: 422,
    hint: 'Nothing more was imported. Give the file that docs/import.md names for this program, whole and as it was written.',
  },
  import_space: {
    status: 507,
    hint: 'Free some space in the data folder, or run `sidelight import` where the file is.',
  },
  import_busy: { status: 409, hint: 'Wait until the other import has ended, or discard it on its page.' },
  import_source: { status: 400, hint: 'Say with --source whose plays they become: the name of an integration.' },
  upload_slow: { status: 408, hint: 'Send it over a faster connection, or run `sidelight import` where the file is.' },

  plugin_resolve: { hint: 'Install the package beside the config, or correct the path under plugins:.' },
  plugin_install: { hint: 'Nothing was changed. See the message; `sidelight plugins` lists what is there.' },
  plugin_api: { hint: 'Use a version of the plugin that was made for this version of Sidelight.' },
  plugin_import: { hint: 'The plugin’s code fails on loading: report it to its author.' },
  plugin_shape: { hint: 'The package’s default export is no Sidelight plugin: report it to its author.' },
  plugin_schema: { hint: 'The plugin’s config schema is unusable: report it to its author.' },
  plugin_duplicate: { hint: 'Two plugins have the same id: remove one of them from plugins:.' },
  port_taken: { hint: 'A port has one owner: fill it as it is, or define a port under an id of your own.' },
  plugin_create: { hint: 'The plugin could not start with this entry: see the message.' },
  contribution_refused: { hint: 'Its id, path or key is taken: the plugin works without this part.' },
  tile_changed: { hint: 'Its widget names what no dashboard knows: it is shown with what stands in.' },
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

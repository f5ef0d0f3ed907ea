// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config's own syntax
/** The example and the editors' schema come from the schemas that check a config, so they must agree with them. */
import { AjvCompiler } from '@fastify/ajv-compiler';
import { expect } from 'chai';
import { parse } from 'yaml';
import { exampleConfig } from '#core/config/example.js';
import { configJsonSchema } from '#core/config/json-schema.js';
import { almanac, load, radio, refusal, wall } from './shop.js';

const uncommented = (example: string): string =>
  example
    .split('\n')
    .map((line) => (line.startsWith('##') ? line : line.replace(/^#(?! yaml)/, '')))
    .join('\n');

const env = {
  DB_PASSWORD: 'p',
  SHA256_OF_THE_KEY: 'a'.repeat(64),
  SIDELIGHT_KEYS_KEY: 'k',
  RADIO_TOKEN: 't',
  SIDELIGHT_MQTT_PASSWORD: 'm',
  SIDELIGHT_WEBHOOKS_TOKEN: 'w',
  SIDELIGHT_AUTH_OIDC_CLIENT_SECRET: 'c',
  SIDELIGHT_WEBHOOKS_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`,
};

describe('the example config', () => {
  const example = exampleConfig([radio, almanac]);

  it('changes nothing as it is', async () => {
    const [{ settings }, { settings: empty }] = [await load(example), await load('')];
    const elsewhere = { file: null, dataDir: null, database: null, backup: null };
    expect({ ...settings, ...elsewhere }).to.deep.equal({ ...empty, ...elsewhere });
  });

  it('is a valid config when the marks are taken away, but for its alternatives', async () => {
    const yaml = uncommented(example);
    expect((await refusal(yaml, { env })).replace(/line \d+, /g, '').split('\n')).to.deep.equal([
      'config_invalid: /sidelight.yaml has 3 errors:',
      '  database: expected either path (SQLite) or url (PostgreSQL), not both',
      '  keys[0]: expected either hash or key',
      '  webhooks[0].token: is only for ntfy, gotify and apprise: sidelight does not use one',
    ]);
    const { settings } = await load(
      yaml.replace(/^ {2}url: postgres.*$/m, '').replace(/^ {4}(hash: |token: \$\{SIDELIGHT).*$/gm, ''),
      { env },
    );
    expect(settings.integrations.map(({ id }) => id)).to.deep.equal(['almanac', 'radio']);
    expect(settings.keys[0]?.key).to.equal('k');
  });

  it('explains every field, with what is required of an entry and its secrets from the environment', () => {
    expect(example).to.contain('#  ## The TCP port to listen on.\n#  port: 7780\n');
    expect(example).to.contain(
      '#  ## Radio\n#  radio:\n#    ## The address of the service, with its base path if it has one.\n#    url: http://localhost:8080\n#    ## Preferences > Token\n#    token: ${RADIO_TOKEN}\n',
    );
    expect(example).to.contain('#  ## Almanac\n#  almanac: {}\n');
    expect(exampleConfig([wall])).to.match(
      / {4}url: http:.*\n(# {4}## .*\n)*# {4}## .*\(optional\)\n# {4}server: living-room\n/,
    );
  });
});

describe('the schema for editors', () => {
  const schema = configJsonSchema([radio, almanac]);
  const validate = AjvCompiler()(
    {},
    { customOptions: { strict: false, logger: false, useDefaults: false, removeAdditional: false } },
  )({
    schema,
  });
  const accepts = (yaml: string): unknown => validate(parse(yaml));

  it('accepts what the daemon accepts, with every default left out', () => {
    expect(accepts('{}')).to.equal(true);
    expect(accepts('integrations: { almanac: {}, radio: { url: "http://r", token: t } }')).to.equal(true);
    expect(accepts('integrations: { second: { plugin: radio, url: "http://r", token: t, volume: 3 } }')).to.equal(true);
  });

  it('accepts values from outside in place of numbers and words', () => {
    expect(accepts('server: { port: "${PORT}" }\nlog: { level: "${LEVEL:-info}" }')).to.equal(true);
    expect(accepts('integrations: { radio: { url: "${URL}", token: "file:t", volume: "file:v" } }')).to.equal(true);
  });

  it('refuses unknown fields, wrong types and fields of another plugin', () => {
    expect(accepts('sever: {}')).to.equal(false);
    expect(accepts('server: { port: eighty }')).to.equal(false);
    expect(accepts('integrations: { radio: { url: "http://r" } }')).to.equal(false);
    expect(accepts('integrations: { second: { plugin: almanac, token: t } }')).to.equal(false);
    expect(accepts('integrations: { second: {} }')).to.equal(false);
  });

  it('knows a media server where the plugin has one', () => {
    const { definitions } = configJsonSchema([radio, wall]) as {
      definitions: Record<string, { properties: Record<string, object>; required?: string[] }>;
    };
    expect(definitions['radio']?.properties).to.not.have.property('server');
    expect(definitions['wall']?.properties['server']).to.include({ type: 'string' });
    expect(definitions['wall']?.required).to.deep.equal(['url']);
  });

  it('describes each field', () => {
    const { definitions } = schema as {
      definitions: { radio: { properties: Record<string, { description?: string }> } };
    };
    for (const name of ['url', 'enabled', 'timeout', 'verifyTls', 'schedule', 'plugin', 'token', 'volume']) {
      expect(definitions.radio.properties[name]?.description, name).to.be.a('string');
    }
  });
});

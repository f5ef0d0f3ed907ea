import { AGE, type Format, type PackWidget, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { pack } from '#widgets/packs/glance.js';
import { templateFaults } from '../../support/glance-templates/check.js';
import { glanceFaults, glanceWidgets } from '../../support/pack-rules/glance.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of Glance', () => {
  let packs: MadePacks;
  let text: string;
  before(async () => {
    packs = await madePacks();
    text = packs.files('glance')[0]?.text ?? '';
  });
  it('is one file that Glance takes, with a widget for each tile', () => {
    expect(packs.files('glance').map(({ path }) => path)).to.deep.equal(['glance.yml']);
    expect(glanceFaults(text)).to.deep.equal([]);
    expect(glanceWidgets(text).map(({ url }) => url)).to.have.members(
      packs.input.widgets.map(({ path }) => `${BASE_URL}${path}`),
    );
  });

  it('tests the status first, and reads each field by the accessor of its type', () => {
    for (const { title, url, template } of glanceWidgets(text))
      expect(templateFaults(template, packs.responseOf(url)), title).to.deep.equal([]);
  });

  it('shows the numbers of a tile, the first four where rows follow, and the rows of each list', () => {
    for (const { id, path, tile } of packs.input.widgets) {
      const template = glanceWidgets(text).find(({ url }) => url === `${BASE_URL}${path}`)?.template ?? '';
      const shown = tile.list === undefined ? tile.stats : tile.stats.slice(0, 4);
      for (const { label } of shown) expect(template, id).to.include(`>${label}</div>`);
      if (tile.list !== undefined) expect(template, id).to.include(`{{ range .JSON.Array "${tile.list.items}" }}`);
      expect(template, id).to.include('{{ if ne (.JSON.String "sourceState") "ok" }}');
      const known = /\{\{ if eq \(\.JSON\.String "sourceState"\) "down" "disconnected" \}\}–\{\{ else \}\}Nothing here/;
      if (tile.list !== undefined) expect(template, id).to.match(known);
    }
  });

  const templateOf = (id: string): string =>
    glanceWidgets(text).find(({ url }) => url === `${BASE_URL}/api/widgets/${id}`)?.template ?? '';

  it('has a bar for progress, classes for tones, and a line of details without those that are empty', () => {
    const downloads = templateOf('downloads');
    expect(downloads).to.include('style="--percent: {{ .Int "progress" | printf "%d" }}"');
    const tones = { good: 'positive', attention: 'primary', bad: 'negative', muted: 'subdue' };
    for (const [tone, colour] of Object.entries(tones))
      expect(downloads).to.include(`{{ if eq (.String "tone") "${tone}" }} color-${colour}{{ end }}`);
    for (const detail of ['size', 'client', 'category'])
      expect(downloads).to.include(`{{ if ne (.String "${detail}") "" }}<li>{{ .String "${detail}" }}</li>{{ end }}`);
    expect(templateOf('statistics')).to.not.match(/progress-bar|color-positive|RelativeTime/);
  });

  it('lets times tick: in place of a label that is one, else among the details', () => {
    const requests = templateOf('requests');
    const age = `(.String "label" | findMatch "${AGE.replaceAll('\\', '\\\\')}")`;
    const time = '{{ .String "requestedAt" | parseRelativeTime "rfc3339" }}';
    expect(requests).to.include(`{{ if and (ne (.String "requestedAt") "") (eq ${age} "") }}<li ${time}></li>`);
    expect(requests).to.match(/\{\{ if and \(ne \(\.String "requestedAt"\) ""\) \(ne .*<span class="shrink-0/);
  });

  it('says in its head where the key is made and which variable holds it', () => {
    const head = text.slice(0, text.indexOf('\n- '));
    expect(head).to.include(`${BASE_URL}/settings/api-key`).and.to.include('SIDELIGHT_KEY');
  });

  const made = (stat: { label?: string; format: Format }, title = 'T'): PackWidget => ({
    id: 'x',
    path: '/api/widgets/x',
    summary: 'X',
    freshness: 'cached',
    response: Type.Object({ n: Type.Number(), nText: Type.String(), sourceState: Type.String() }),
    tile: {
      title,
      group: 'ops',
      icon: 'mdi-x',
      stats: [{ field: 'n', label: stat.label ?? 'N', format: stat.format }],
    },
  });
  const yamlOf = (widget: PackWidget): readonly { title: string; template: string }[] => {
    const [file] = pack.files({ baseUrl: BASE_URL, widgets: [widget], actions: [] });
    return file !== undefined && 'yaml' in file ? (file.yaml as { title: string; template: string }[]) : [];
  };

  const ticking = '<span {{ .JSON.String "nText" | parseTime "rfc3339" | toRelativeTime }}></span>';
  const formats: Readonly<Partial<Record<Format, string>>> = {
    number: '{{ .JSON.String "nText" }}',
    date: `{{ if ne (.JSON.String "nText" | findMatch "^[0-9]+-") "" }}${ticking}{{ else }}{{ .JSON.String "nText" }}{{ end }}`,
  };
  for (const [format, shown] of Object.entries(formats)) {
    it(`shows a ${format} by its text, which may be a word`, () => {
      const widget = made({ format: format as Format });
      const template = yamlOf(widget)[0]?.template ?? '';
      expect(template).to.include(`>${shown}</div>`);
      expect(templateFaults(template, widget.response)).to.deep.equal([]);
    });
  }

  it('takes no text of a tile for a variable, an action or HTML', () => {
    const [widget] = yamlOf(made({ format: 'number', label: '<b>{{ .X }} ${HOME} & "so"' }, 'Price in ${X}'));
    expect(glanceFaults(stringify([{ ...parse(text)[0], ...widget }]))).to.deep.equal([]);
    expect(templateFaults(widget?.template ?? '', made({ format: 'number' }).response)).to.deep.equal([]);
    expect(widget?.template).to.not.include('<b>');
  });

  const templates: readonly (readonly [what: string, template: string, fault: RegExp])[] = [
    ['no test of the status', '{{ .JSON.Int "movies" | formatNumber }}', /does not test the status/],
    ['something before the test', '<p></p>{{ if ne .Response.StatusCode 200 }}{{ else }}{{ end }}', /status/],
    ['an open brace', '{{ if ne .Response.StatusCode 200 }}{{ else }}{{ .JSON.Int "movies"', /brace is left open/],
    ['no end', '{{ if ne .Response.StatusCode 200 }}{{ else }}', /has no end/],
    ['an end too many', '{{ end }}', /ends nothing/],
    ['a second else', '{{ if ne .Response.StatusCode 200 }}{{ else }}{{ else }}{{ end }}', /belongs to nothing/],
  ];
  const bodies: readonly (readonly [what: string, body: string, fault: RegExp])[] = [
    ['a missing field', '{{ .JSON.Int "films" | formatNumber }}', /reads what is missing/],
    ['a text as a number', '{{ .JSON.Int "storage" | formatNumber }}', /reads what is string/],
    ['a number as a text', '{{ .JSON.String "movies" }}', /reads what is integer/],
    ['what may be null', '{{ .JSON.String "backupAt" }}', /reads what is mixed/],
    ['a flag', '{{ .JSON.Bool "digestOk" }}', /prints what is no text/],
    ['a flag as text', '{{ .JSON.String "digestOk" }}', /reads what is boolean/],
    ['a bare number', '{{ .JSON.Int "movies" }}', /prints a number as it is/],
    ['an unknown function', '{{ .JSON.String "storage" | shout }}', /"shout" is unknown/],
    ['the answer within a row', '{{ range .JSON.Array "sources" }}{{ .JSON.String "id" }}{{ end }}', /within reach/],
    ['a row outside of one', '{{ .String "storage" }}', /within reach/],
    ['a missing field of a row', '{{ range .JSON.Array "sources" }}{{ .String "title" }}{{ end }}', /is missing/],
    ['what may be null in a row', '{{ range .JSON.Array "sources" }}{{ .String "fetchedAt" }}{{ end }}', /is mixed/],
    [
      'what was found to be missing',
      '{{ range .JSON.Array "sources" }}{{ if ne (.String "fetchedAt") "" }}{{ else }}{{ .String "fetchedAt" }}{{ end }}{{ end }}',
      /is mixed/,
    ],
    ['rows of a number', '{{ range .JSON.Array "movies" }}{{ end }}', /reads what is integer/],
  ];
  const bad = [
    ...templates,
    ...bodies.map(
      ([what, body, fault]) => [what, `{{ if ne .Response.StatusCode 200 }}{{ else }}${body}{{ end }}`, fault] as const,
    ),
  ];
  for (const [what, template, fault] of bad) {
    it(`would not pass with ${what}`, () => {
      expect(templateFaults(template, packs.responseOf(`${BASE_URL}/api/widgets/homepage`)).join()).to.match(fault);
    });
  }

  const mistakes: readonly (readonly [what: string, change: object, fault: RegExp])[] = [
    ['another variable', { title: '${HOME}' }, /without the variable HOME/],
    ['a key in the file', { headers: { 'x-api-token': 'sl_abc' } }, /x-api-token/],
    ['a cache without a unit', { cache: 60 }, /cache/],
    ['no template', { template: '' }, /template/],
    ['an option that it does not know', { refresh: '1m' }, /refresh: schema is false/],
  ];
  for (const [what, change, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      const [first] = parse(text) as object[];
      expect(glanceFaults(stringify([{ ...first, ...change }])).join()).to.match(fault);
    });
  }

  it('would not pass with two widgets of one title, or with a file that includes another', () => {
    const [first] = parse(text) as object[];
    expect(glanceFaults(stringify([first, first], { aliasDuplicateObjects: false })).join()).to.match(/are called/);
    expect(glanceFaults(`${text}\n- $include: more.yml\n`).join()).to.match(/includes another file/);
  });
});

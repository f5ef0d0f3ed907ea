import { AGE, type Format, type PackWidget, Type } from '@sidelight/plugin-api';
import { withCommonFields } from '@sidelight/plugin-api/host';
import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { fileText } from '#core/packs/file-text.js';
import { pack } from '#widgets/packs/glance.js';
import { templateFaults } from '../../support/glance-templates/check.js';
import { type GlanceWidget, glanceColumns, glanceFaults, glanceWidgets } from '../../support/pack-rules/glance.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of Glance', () => {
  let packs: MadePacks;
  let text: string;
  let every: readonly GlanceWidget[];
  before(async () => {
    packs = await madePacks();
    text = packs.files('glance')[0]?.text ?? '';
    every = packs.files('glance').flatMap((file) => glanceWidgets(file.text));
  });
  it('is a page for the wall and one for those who run it, with a widget for each tile', () => {
    const files = packs.files('glance');
    expect(files.map(({ path }) => path)).to.deep.equal(['glance/wall.yml', 'glance/admin.yml']);
    expect(files.flatMap((file) => glanceFaults(file.text))).to.deep.equal([]);
    expect(every.map(({ url }) => url)).to.have.members(packs.input.widgets.map(({ path }) => `${BASE_URL}${path}`));
  });

  it('tests the status first, and reads each field by the accessor of its type', () => {
    for (const { title, url, template } of every)
      expect(templateFaults(template, packs.responseOf(url)), title).to.deep.equal([]);
  });

  it('has three columns, what is looked at first in sight, and the rest as tabs behind it', () => {
    const titles = glanceColumns(text).map(({ size, widgets }) => [
      size,
      ...widgets.map((one) => ('widgets' in one ? one.widgets.map(({ title }) => title).join(' | ') : one.title)),
    ]);
    expect(titles).to.deep.equal([
      ['small', 'Now playing', 'Activity | Plays over time | Plays', 'This week | Viewers | Watch time'],
      ['full', 'Sidelight', 'Needs attention', 'Downloads', 'Requests | Cleanup | Issues'],
      ['small', 'Calendar | Due today', 'Recently added | Library | Libraries', 'Storage | Growth', 'Integrations'],
    ]);
  });

  it('shows the numbers of a tile, those above rows in one line, and the rows of each list', () => {
    for (const { id, path, tile } of packs.input.widgets) {
      const template = every.find(({ url }) => url === `${BASE_URL}${path}`)?.template ?? '';
      const stats = tile.list === undefined ? tile.stats : tile.stats.slice(0, 4);
      const shown = tile.list !== undefined && stats.length === 1 ? [] : stats;
      for (const { label } of shown) expect(template, id).to.match(new RegExp(`>${label}</div>|<li>${label} <span`));
      if (tile.list !== undefined) expect(template, id).to.include(`{{ range .JSON.Array "${tile.list.items}" }}`);
      const known = /\{\{ if eq \(\.JSON\.String "sourceState"\) "down" "disconnected" \}\}–\{\{ else \}\}Nothing here/;
      if (tile.list !== undefined) expect(template, id).to.match(known);
    }
  });

  it('draws columns of what is counted, and a line for each number that grows', () => {
    const of = (id: string): string => every.find(({ url }) => url.endsWith(`/${id}`))?.template ?? '';
    expect(of('graphs').match(/<div role="img" aria-label="Plays over time: Films, Series/g)).to.have.lengthOf(1);
    expect(of('graphs')).to.include('title="{{ .String "day" }}{{ if').and.include(', Films {{ .String "movie" }}');
    expect(of('uptime')).to.include('{{ $max = 100.0 }}').and.include('{{ if ne (.String "uptime") "" }}');
    expect(of('trends').match(/<polyline /g)).to.have.lengthOf(3);
    expect(of('downloads')).to.not.match(/role="img"|<svg/);
  });

  it('says in red who does not answer, and keeps what it showed while Sidelight fails', () => {
    for (const { template, title } of every) {
      const late = '{{ if and (ne (.JSON.String "freshness") "live") (ne (.JSON.String "freshness") "–") }}';
      expect(template, title).to.include(`${late}\n<p class="color-negative`);
      expect(template, title).to.match(/\{\{ if ge \.Response\.StatusCode 500 \}\}\{\{ \.Subrequest "/);
    }
  });

  const templateOf = (id: string): string =>
    every.find(({ url }) => url === `${BASE_URL}/api/widgets/${id}`)?.template ?? '';

  it('has a bar for progress, classes for tones, and a line of details without those that are empty', () => {
    const downloads = templateOf('downloads');
    expect(downloads).to.include('style="--percent: {{ .Int "progress" | printf "%d" }}"');
    const tones = { good: 'positive', attention: 'primary', bad: 'negative', muted: 'subdue' };
    for (const [tone, colour] of Object.entries(tones))
      expect(downloads).to.include(`{{ if eq (.String "tone") "${tone}" }} color-${colour}{{ end }}`);
    expect(downloads).to.include(`{{ if ne (.String "size") "" }}<li>{{ .String "size" }}</li>{{ end }}`);
    for (const detail of ['client', 'category'])
      expect(downloads).to.include(`{{ if ne (.String "${detail}") "" }}<li>{{ .String "${detail}" }}</li>{{ end }}`);
    expect(templateOf('statistics')).to.not.match(/progress-bar|color-positive/);
  });

  it('lets times tick: in place of a label that is one, else among the details', () => {
    const requests = templateOf('requests');
    const age = `(.String "label" | findMatch "${AGE.replaceAll('\\', '\\\\')}")`;
    const time = '{{ .String "requestedAt" | parseRelativeTime "rfc3339" }}';
    expect(requests).to.include(`{{ if and (ne (.String "requestedAt") "") (eq ${age} "") }}<li ${time}></li>`);
    expect(requests).to.match(/\{\{ if and \(ne \(\.String "requestedAt"\) ""\) \(ne .*<span class="shrink-0/);
  });

  it('says in its head where the key is made and which variable holds it', () => {
    const head = text.slice(0, text.indexOf('\n- name'));
    expect(head).to.include(`${BASE_URL}/settings/api-key`).and.to.include('SIDELIGHT_KEY');
  });

  const made = (stat: { label?: string; format: Format }, title = 'T'): PackWidget => ({
    id: 'x',
    path: '/api/widgets/x',
    summary: 'X',
    freshness: 'cached',
    response: withCommonFields(Type.Object({ n: Type.Number(), nText: Type.String() })),
    tile: {
      title,
      group: 'ops',
      icon: 'mdi-x',
      stats: [{ field: 'n', label: stat.label ?? 'N', format: stat.format }],
    },
  });
  const textOf = (widget: PackWidget): string =>
    pack
      .files({ baseUrl: BASE_URL, widgets: [widget], actions: [] })
      .map(fileText)
      .join('');
  const yamlOf = (widget: PackWidget): readonly GlanceWidget[] => glanceWidgets(textOf(widget));

  const ticking = '<span {{ .JSON.String "nText" | parseRelativeTime "rfc3339" }}></span>';
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
    const odd = made({ format: 'number', label: '<b>{{ .X }} ${HOME} & "so"' }, 'Price in ${X}');
    const [widget] = yamlOf(odd);
    expect(glanceFaults(textOf(odd))).to.deep.equal([]);
    expect(templateFaults(widget?.template ?? '', odd.response)).to.deep.equal([]);
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
      const [page] = parse(text) as [Page];
      const [column] = page.columns;
      const [first] = column?.widgets ?? [];
      const columns = [{ ...column, size: 'full', widgets: [{ ...first, ...change }] }];
      expect(glanceFaults(stringify([{ ...page, columns }])).join()).to.match(fault);
    });
  }

  it('would not pass with two widgets of one title, without a full column, or with a file that includes another', () => {
    const [page] = parse(text) as [Page];
    const [first] = page.columns[0]?.widgets ?? [];
    const of = (size: string, widgets: readonly unknown[]): string =>
      glanceFaults(stringify([{ ...page, columns: [{ size, widgets }] }], { aliasDuplicateObjects: false })).join();
    expect(of('full', [first, first])).to.match(/are called/);
    expect(of('small', [first])).to.match(/one or two full columns, not 0/);
    expect(glanceFaults(`${text}\n- $include: more.yml\n`).join()).to.match(/includes another file/);
  });
});

interface Page {
  readonly columns: readonly { readonly size: string; readonly widgets: readonly object[] }[];
}

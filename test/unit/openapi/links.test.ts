/** What routes answer leads to what takes it, and what repeats stands once. */
import { entityId, Type, titled } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { Components } from '#core/rest/openapi/components.js';
import { demoDocument } from './demo-document.js';

interface Link {
  readonly operationId: string;
  readonly requestBody?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly links?: Readonly<Record<string, Link>> }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

describe('links of the document', () => {
  let document: Document;
  before(async () => {
    document = (await demoDocument()) as Document;
  });

  const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));
  const linksOf = (path: string) => document.paths[path]?.['get']?.responses['200']?.links ?? {};

  it('lead from rows to the actions about them, and to what is known of a title', () => {
    expect(linksOf('/api/widgets/downloads')['postWidgetsDownloadsPause']).to.deep.equal({
      operationId: 'postWidgetsDownloadsPause',
      description: 'Pause or resume a download',
      requestBody: { id: '$response.body#/items/0/id' },
    });
    expect(linksOf('/api/widgets/recent')['getItemSummary']?.parameters).to.deep.equal({
      id: '$response.body#/items/0/id',
    });
  });

  it('lead from a widget whose tile offers it to what is done to a service as a whole', () => {
    expect(linksOf('/api/widgets/transcodes')['postWidgetsTranscodesPause']?.requestBody).to.deep.equal({
      id: '{$response.body#/sources/0/id}:all',
    });
  });

  it('lead only to operations that there are', () => {
    const ids = operations().map(({ operationId }) => operationId);
    const led = operations().flatMap(({ responses }) => Object.values(responses['200']?.links ?? {}));
    expect(led).to.have.lengthOf.at.least(20);
    for (const { operationId } of led) expect(ids).to.include(operationId);
  });

  it('lead to most actions that take an id', () => {
    const led = new Set(
      operations().flatMap(({ responses }) =>
        Object.values(responses['200']?.links ?? {}).map((link) => link.operationId),
      ),
    );
    const actions = operations().filter(({ operationId }) => operationId.startsWith('postWidgets'));
    const alone = actions.map(({ operationId }) => operationId).filter((id) => !led.has(id));
    // It is offered by no tile.
    expect(alone).to.deep.equal(['postWidgetsAutomationResetProviders']);
  });

  it('go by names without the parameters of paths', () => {
    expect(document.paths['/api/item-summary/{id}']?.['get']?.operationId).to.equal('getItemSummary');
    expect(document.components.schemas).to.include.keys('Tone', 'SourceState', 'EntityId', 'ReadyText', 'ItemSummary');
  });
});

describe('schemas of the document', () => {
  it('stand once under their name, with what is said of one use beside the reference', () => {
    const components = new Components();
    const mood = () => titled('Mood', Type.Enum(['good', 'bad']));
    components.add('Guests', Type.Object({ one: mood(), other: { ...mood(), description: 'Of the other' } }));
    expect(components.schemas()).to.deep.equal({
      Guests: {
        type: 'object',
        required: ['one', 'other'],
        properties: {
          one: { $ref: '#/components/schemas/Mood' },
          other: { $ref: '#/components/schemas/Mood', description: 'Of the other' },
        },
      },
      Mood: { enum: ['good', 'bad'], title: 'Mood' },
    });
  });

  it('of one name that are two things are two', () => {
    const components = new Components();
    components.add('A', Type.Object({ mood: titled('Mood', Type.String()) }));
    components.add('B', Type.Object({ mood: titled('Mood', Type.Integer()) }));
    expect(Object.keys(components.schemas())).to.have.members(['A', 'B', 'Mood', 'BMoodMood']);
  });

  it('of rows are named after their list', () => {
    const components = new Components();
    const row = Type.Object({ id: entityId('guest') });
    components.add('Party', Type.Object({ guests: Type.Array(row), parties: Type.Array(row) }));
    expect(Object.keys(components.schemas())).to.have.members(['Party', 'PartyGuest', 'PartyParty', 'EntityId']);
  });
});

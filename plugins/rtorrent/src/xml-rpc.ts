/** XML-RPC as far as it is needed: calls whose parameters are texts, and every answer. */
import sax from 'sax';

export type XmlRpcValue =
  | string
  | number
  | boolean
  | readonly XmlRpcValue[]
  | { readonly [member: string]: XmlRpcValue };

/** `fault`: the sentence of a failure. */
export type XmlRpcAnswer = { readonly value: XmlRpcValue } | { readonly fault: string };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character);

export function encodeCall(method: string, parameters: readonly string[]): string {
  const params = parameters.map((text) => `<param><value><string>${escaped(text)}</string></value></param>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${method}</methodName><params>${params}</params></methodCall>`;
}

/** Four elements for each list of a list: rTorrent's answers have three of them. */
const DEEPEST = 64;

/** An element that is open: its own text, and what its children came to. */
interface Element {
  readonly name: string;
  text: string;
  readonly values: XmlRpcValue[];
  readonly members: string[];
}

/** @throws on what is not a whole, well-formed methodResponse */
export function decodeAnswer(xml: string): XmlRpcAnswer {
  const document = element('');
  const open: Element[] = [document];
  const innermost = () => open.at(-1) ?? document;
  const parser = sax.parser(true);
  parser.onopentag = ({ name }) => {
    if (open.length === 1 && name !== 'methodResponse') throw new Error(`<${name}> where <methodResponse> is meant`);
    if (open.length > DEEPEST) throw new Error(`elements are nested more than ${DEEPEST} deep`);
    open.push(element(name));
  };
  parser.ontext = (text) => {
    innermost().text += text;
  };
  parser.oncdata = parser.ontext;
  parser.onclosetag = () => {
    const closed = open.pop();
    if (closed !== undefined) close(closed, innermost());
  };
  parser.onerror = (error) => {
    throw error;
  };
  parser.write(xml).close();
  const [answer] = document.values;
  if (answer === undefined) throw new Error('a methodResponse without a value');
  return document.members.includes('fault') ? { fault: sentenceIn(answer) } : { value: answer };
}

function sentenceIn(fault: XmlRpcValue): string {
  const sentence = typeof fault === 'object' && 'faultString' in fault ? fault['faultString'] : undefined;
  return typeof sentence === 'string' ? sentence : JSON.stringify(fault);
}

const element = (name: string): Element => ({ name, text: '', values: [], members: [] });

function close({ name, text, values, members }: Element, parent: Element): void {
  switch (name) {
    case 'i4':
    case 'i8':
    case 'int':
    case 'double':
      parent.values.push(text.trim() === '' ? Number.NaN : Number(text));
      break;
    case 'boolean':
      parent.values.push(text.trim() === '1');
      break;
    case 'data':
      parent.values.push(values);
      break;
    case 'name':
      parent.members.push(text);
      break;
    case 'member':
      parent.members.push(members[0] ?? '');
      parent.values.push(values[0] ?? '');
      break;
    case 'struct':
      parent.values.push(Object.fromEntries(members.map((member, index) => [member, values[index] ?? ''])));
      break;
    case 'fault':
      parent.members.push(name);
      parent.values.push(...values);
      break;
    case 'methodResponse':
      parent.members.push(...members);
      parent.values.push(...values);
      break;
    case 'array':
    case 'param':
    case 'params':
      parent.values.push(...values);
      break;
    default:
      // A text by its tag, or a <value> without one.
      parent.values.push(values[0] ?? text);
  }
}

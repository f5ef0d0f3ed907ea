/** Go's templates as a tree: as much of the language as packs use. */

export type Node = Text | Action | Block;

export interface Text {
  readonly text: string;
}
/** A pipeline whose value is printed. */
export interface Action {
  readonly print: string;
}
export interface Block {
  readonly block: 'if' | 'range';
  readonly head: string;
  readonly body: readonly Node[];
  /** Of an `if` that does not hold, or of a `range` over nothing. */
  readonly otherwise: readonly Node[];
}

interface Open {
  readonly block: 'if' | 'range';
  readonly head: string;
  readonly body: Node[];
  readonly otherwise: Node[];
  inElse: boolean;
}

/** @throws when a brace is left open, or a block does not nest */
export function readTemplate(template: string): readonly Node[] {
  const root: Node[] = [];
  const open: Open[] = [];
  const add = (node: Node): void => {
    const last = open.at(-1);
    (last === undefined ? root : last.inElse ? last.otherwise : last.body).push(node);
  };
  for (const part of template.split(/(\{\{.*?\}\})/s)) {
    const action = /^\{\{-? (.*?) -?\}\}$/s.exec(part)?.[1];
    if (action === undefined) {
      if (/\{\{|\}\}/.test(part)) throw new Error(`a brace is left open: ${part.trim()}`);
      add({ text: part });
    } else step(action, open, add);
  }
  const left = open.at(-1);
  if (left !== undefined) throw new Error(`"${left.block} ${left.head}" has no end`);
  return root;
}

function step(action: string, open: Open[], add: (node: Node) => void): void {
  const [word = '', ...rest] = action.split(/\s+/);
  const last = open.at(-1);
  if (word === 'if' || word === 'range') {
    open.push({ block: word, head: rest.join(' '), body: [], otherwise: [], inElse: false });
  } else if (word === 'else') {
    if (last === undefined || last.inElse || rest.length > 0) throw new Error(`"${action}" belongs to nothing`);
    last.inElse = true;
  } else if (word === 'end') {
    if (last === undefined) throw new Error('"end" ends nothing');
    open.pop();
    add({ block: last.block, head: last.head, body: last.body, otherwise: last.otherwise });
  } else add({ print: action });
}

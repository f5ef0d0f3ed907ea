/** What a template must not say, whatever its types: Homarr reads expressions only, and looks for names that reach out. */
const REACHING =
  /\b(new|function|return|async|await|yield|class|throw|import|require|eval|Function|globalThis|window|document|fetch|XMLHttpRequest|Promise|Reflect|Proxy|Symbol|constructor|prototype|__proto__|var|let|const|delete|void|in|instanceof|this)\b/;
/** What is missing throws, when a method of it is called behind an optional step. */
const TRAP = /\?\.[\w.?]*\.\w+\(/;
const HANDLER = /\son[A-Z]\w*=/;
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Outside of its strings, and outside of the text between elements. */
export function wordFaults(template: string): readonly string[] {
  const code = template.replaceAll(STRING, '""');
  return [REACHING, TRAP, HANDLER, /=>\s*\{/, /\?\.\(/, /\.\.\./, /`/].flatMap((rule) => {
    const found = rule.exec(code)?.[0];
    return found === undefined ? [] : [`says ${found.trim()}`];
  });
}

/** What somebody reads on a page, without its markup. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

export const textOf = (html: string): string =>
  unescaped(html.replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

export const unescaped = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);

/** The element of that id and name, with its markup; '' where there is none. Elements of the same name must not be nested. */
export const elementOf = (html: string, name: string, id: string): string =>
  new RegExp(`<${name}[^>]*\\bid="${id}"[\\s\\S]*?</${name}>`).exec(html)?.[0] ?? '';

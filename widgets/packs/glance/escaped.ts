/** Text that neither HTML, nor the template, nor Glance's names of the environment take for their own. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"'{}$]/g, (character) => `&#${character.charCodeAt(0)};`);

const segments = (path: string): readonly string[] => path.split(/[\\/]/).filter((segment) => segment !== '');

/** Containers mount the same folder at different places: the file's name and its folder's must agree. */
export function isSameFile(a: string, b: string): boolean {
  const [x, y] = [segments(a).slice(-2), segments(b).slice(-2)];
  const shared = Math.min(x.length, y.length);
  return shared > 0 && x.slice(-shared).join('/') === y.slice(-shared).join('/');
}

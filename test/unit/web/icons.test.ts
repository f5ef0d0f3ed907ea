import { expect } from 'chai';
import { iconsOf } from '#core/pages/icons.js';

describe('icons', () => {
  it('draws each name as an SVG that a screen reader passes over', () => {
    const picture = iconsOf(['mdi-download', 'mdi-home']);
    for (const name of ['mdi-download', 'mdi-home']) {
      expect(picture(name)).to.match(
        /^<svg [^>]*aria-hidden="true"[^>]*><path fill="currentColor" d="[^"]+"\/><\/svg>$/,
      );
    }
    expect(picture('mdi-download')).to.not.equal(picture('mdi-home'));
  });

  it('knows other names of the same icon, and names without a prefix', () => {
    const picture = iconsOf(['mdi-123', 'mdi-numeric', 'numeric']);
    expect(picture('mdi-123')).to.equal(picture('mdi-numeric'));
    expect(picture('numeric')).to.equal(picture('mdi-numeric'));
  });

  it('draws one neutral icon for every name that there is not', () => {
    const strange = ['', 'mdi-no-such-icon', 'constructor', '"><script>alert(1)</script>'];
    const picture = iconsOf([...strange, 'mdi-home']);
    expect(new Set(strange.map(picture)).size).to.equal(1);
    expect(picture('')).to.include('<path').and.not.equal(picture('mdi-home'));
    expect(picture('never-asked-for')).to.equal(picture(''));
  });
});

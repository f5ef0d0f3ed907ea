/** How a visitor likes pages to look. */
import { expect } from 'chai';
import type { Request } from 'express';
import { exactMoment, pastMoment } from '#core/pages/moment.js';
import { localeOf, themeOf } from '#core/pages/taste.js';

const asking = (languages: readonly string[], cookies: object = {}): Request =>
  ({ acceptsLanguages: () => languages, cookies }) as unknown as Request;

describe('the taste of a visitor', () => {
  it('is the first language of the browser that there is', () => {
    expect(localeOf(asking(['de-DE', 'en']))).to.equal('de-DE');
    expect(localeOf(asking(['tlh', 'fr-CA', 'en']))).to.equal('fr-CA');
    for (const strange of ['*', 'x', '../..', 'en_US', '<b>'])
      expect(localeOf(asking([strange])), strange).to.equal('en-GB');
    expect(localeOf(asking([]))).to.equal('en-GB');
  });

  it('writes dates, not words', () => {
    const clock = { now: new Date('2026-11-23T12:00:00.000Z'), zone: 'UTC' };
    const iso = '2026-11-23T11:00:00.000Z';
    expect(pastMoment(iso, clock)).to.deep.equal({ iso, text: '1 h ago', title: '23 Nov 2026, 11:00:00' });
    const german = pastMoment(iso, { ...clock, locale: 'de-DE' });
    expect(german).to.deep.equal({ iso, text: '1 h ago', title: '23.11.2026, 11:00:00' });
    expect(exactMoment(iso, { ...clock, locale: 'de-DE' }).text).to.match(/^23\. Nov\.?, 11:00:00$/);
    expect(pastMoment(iso, { ...clock, zone: 'Asia/Tokyo' }).title).to.equal('23 Nov 2026, 20:00:00');
  });

  it('is a theme, and nothing else that a cookie says', () => {
    expect(themeOf(asking([], { sidelight_theme: 'dark' }))).to.equal('dark');
    for (const strange of ['blue', '"><script>', '', { j: 1 }]) {
      expect(themeOf(asking([], { sidelight_theme: strange }))).to.equal('auto');
    }
    expect(themeOf(asking([]))).to.equal('auto');
  });
});

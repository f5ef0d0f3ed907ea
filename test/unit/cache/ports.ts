/** Ports for the tests of the cache. */
import { definePort, oneOf, Type } from '@sidelight/plugin-api';

export const books = definePort({
  id: 'test.books',
  keep: 'snapshot',
  key: (book) => book.id,
  at: (book) => book.addedAt,
  index: ['id', 'genre', 'author', 'shelfId', 'pages', 'lent', 'rating'],
  item: Type.Object({
    id: Type.String(),
    title: Type.String(),
    genre: oneOf('novel', 'poetry', 'science'),
    author: Type.Optional(Type.String()),
    shelfId: Type.String(),
    pages: Type.Integer(),
    lent: Type.Boolean(),
    rating: Type.Optional(Type.Number()),
    addedAt: Type.Optional(Type.String()),
  }),
});

export const loans = definePort({
  id: 'test.loans',
  keep: 'log',
  days: 30,
  key: (loan) => loan.id,
  at: (loan) => loan.at,
  index: ['reader', 'bookId', 'days'],
  item: Type.Object({
    id: Type.String(),
    reader: Type.String(),
    bookId: Type.String(),
    days: Type.Optional(Type.Integer()),
    at: Type.String(),
  }),
});

export const shelves = definePort({
  id: 'test.shelves',
  keep: 'snapshot',
  key: (shelf) => shelf.path,
  item: Type.Object({ path: Type.String(), room: Type.String() }),
});

/** Reads without `since`: those that the cache keeps counted. */
export const COUNTED_BOOKS = [
  { kind: 'tally', query: { sum: 'pages' } },
  { kind: 'tally', query: { where: { genre: 'novel' } } },
  { kind: 'tally', query: { where: { lent: true, genre: 'poetry' }, sum: 'pages' } },
  { kind: 'top', query: { by: 'genre', sum: 'pages' } },
  { kind: 'top', query: { by: 'author', limit: 3 } },
  { kind: 'top', query: { by: 'shelfId', sum: 'pages' } },
  { kind: 'top', query: { by: 'lent' } },
  { kind: 'tally', query: { distinct: 'shelfId' } },
  { kind: 'tally', query: { distinct: 'shelfId', where: { lent: true } } },
  { kind: 'tally', query: { distinct: 'id', where: { author: undefined, genre: 'novel' } } },
] as const;

export const COUNTED_LOANS = [
  { kind: 'tally', query: { sum: 'days' } },
  { kind: 'top', query: { by: 'reader', sum: 'days' } },
] as const;

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  audiences,
  companyParts,
  defaultVisibility,
  maySee,
  visiblePart,
  type Reader,
} from '../../src/domain/accounts/visibility.ts'

const readers: readonly Reader[] = ['public', 'signed_in', 'partners', 'own']

test('closer readers see at least as much, the company itself everything', () => {
  fc.assert(
    fc.property(fc.constantFrom(...companyParts), fc.constantFrom(...audiences), (part, audience) => {
      const seen = readers.map((reader) => maySee({ [part]: audience }, part, reader))
      expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)))
      expect(seen.at(-1)).toBe(true)
    }),
  )
})

test('each audience includes exactly its readers', () => {
  const reached = audiences.map((audience) =>
    readers.filter((reader) => maySee({ contact: audience }, 'contact', reader)),
  )
  expect(reached).toEqual([readers, ['signed_in', 'partners', 'own'], ['partners', 'own'], ['own']])
})

test('unset parts have their default; hidden parts are empty', () => {
  expect(companyParts.filter((part) => maySee({}, part, 'public'))).toEqual(
    companyParts.filter((part) => defaultVisibility[part] === 'public'),
  )
  expect(maySee({ address: 'nobody' }, 'contact', 'partners')).toBe(true)
  expect(visiblePart({ address: 'nobody' }, 'address', 'partners', '科园南路')).toBe('')
  expect(visiblePart({}, 'address', 'public', '科园南路')).toBe('科园南路')
  expect(visiblePart({}, 'founded', 'public', null)).toBe('')
})

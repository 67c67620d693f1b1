import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { ownPath } from '../../src/domain/own-path.ts'
import { routePaths } from '../../src/domain/routes.ts'

const site = 'https://site.invalid'

describe('the redirect path after login', () => {
  test.each([
    '//other.invalid',
    '///other.invalid',
    '/\\other.invalid',
    '\\\\other.invalid',
    '/\t/other.invalid',
    '/\n/other.invalid',
    'https://other.invalid',
    'javascript:alert(1)',
    'data:text/html,x',
    '',
    ' /x',
    'x',
    '/..//other.invalid',
    '/./\\other.invalid',
    '/x/..//other.invalid',
    '/\u0000/x',
    `/${'x'.repeat(3_000)}`,
  ])('%j is not followed', (value) => expect(ownPath(value)).toBeUndefined())

  test.each(['/', '/a', '/a?b=1&c=%E8%8D%AF#d', '/a/../b', '/a//b'])('%j is', (value) =>
    expect(ownPath(value)).toBe(value),
  )

  test('accepted paths stay on this site, as parsed by a browser', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5c',
      '@',
      ':',
      '?',
      '#',
      'a',
      'other.invalid',
      '\t',
      ' ',
      'http:',
      '药',
    )
    const value = fc.oneof(
      fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(value, (text) => {
        const path = ownPath(`/${text}`)
        if (path !== undefined) expect(new URL(path, `${site}/login/login`).origin).toBe(site)
      }),
      { numRuns: 5_000 },
    )
  })

  test('anything but text is undefined', () => {
    fc.assert(fc.property(fc.anything(), (value) => typeof value === 'string' || ownPath(value) === undefined))
  })
})

describe('links', () => {
  test('values survive the URL round trip', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), (keyword) => {
        const url = new URL(links.serviceList({ keyword }), site)
        expect(url.pathname).toBe('/serviceHall/service')
        expect(url.searchParams.get('keyword')).toBe(keyword.toWellFormed())
        expect([...url.searchParams.keys()]).toEqual(['keyword'])
      }),
    )
  })

  test('the login link accepts every page of the site and no other path', () => {
    for (const path of routePaths) expect(new URL(links.login(path), site).searchParams.get('redirect')).toBe(path)
    expect(links.login('//other.invalid')).toBe('/login/login')
  })

  test('absent parameters are not in the URL', () => {
    expect(links.serviceList({ keyword: '', id: undefined })).toBe('/serviceHall/service')
  })
})

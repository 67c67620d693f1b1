import { expect, test } from 'vitest'
import { findRoute } from '../../src/domain/routes.ts'
import { sitemapPages, sitemapArticles, sitemapRegistrations } from '../../src/domain/shell/sitemap-entries.ts'
import { publicPages } from '../support/public-pages.ts'
import { filesOf } from '../support/sources.ts'

/** Pages whose tabs and texts have their own URLs, listed instead. */
const sameAsAnother = new Set(['/about', '/login/agreement'])

test('the sitemap contains every indexable public page that needs no id, and no other', () => {
  const wanted = publicPages.filter((path) => {
    const route = findRoute(path)
    return route !== undefined && route.noindex !== true && !sameAsAnother.has(path)
  })
  expect(sitemapPages.toSorted(), 'write them into src/domain/shell/sitemap-entries.ts').toEqual(wanted.toSorted())
})

test('the sitemap contains every article', () => {
  const written = filesOf('src/content/articles/*.md').map((file) => file.replace(/^.*\/(.*)\.md$/, '$1'))
  expect(sitemapArticles, 'write them into src/domain/shell/sitemap-entries.ts').toEqual(written.toSorted())
})

test('the sitemap contains every registration service', () => {
  const written = filesOf('src/content/registration/*.md').map((file) => file.replace(/^.*\/(.*)\.md$/, '$1'))
  expect(sitemapRegistrations, 'write them into src/domain/shell/sitemap-entries.ts').toEqual(written.toSorted())
})

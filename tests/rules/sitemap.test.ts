import { expect, test } from 'vitest'
import { routeOf } from '../../src/domain/routes.ts'
import { sitemapPages } from '../../src/domain/shell/sitemap-pages.ts'
import { sitemapArticles } from '../../src/domain/shell/sitemap-articles.ts'
import { publicPages } from '../support/pages.ts'
import { sitemapRegistrations } from '../../src/domain/shell/sitemap-registrations.ts'
import { filesOf } from '../support/sources.ts'

/** Their tabs and texts have addresses of their own, which stand for them. */
const sameAsAnother = new Set(['/about', '/login/agreement'])

test('the sitemap names every built public page that needs no id and may be found, and no other', () => {
  const wanted = publicPages.filter((path) => {
    const route = routeOf(path)
    return route !== undefined && route.noindex !== true && !sameAsAnother.has(path)
  })
  expect(sitemapPages.toSorted(), 'write them into src/domain/shell/sitemap-pages.ts').toEqual(wanted.toSorted())
})

test('the sitemap names every article', () => {
  const written = filesOf('src/content/articles/*.md').map((file) => file.replace(/^.*\/(.*)\.md$/, '$1'))
  expect(sitemapArticles, 'write them into src/domain/shell/sitemap-articles.ts').toEqual(written.toSorted())
})

test('the sitemap names every registration service', () => {
  const written = filesOf('src/content/registration/*.md').map((file) => file.replace(/^.*\/(.*)\.md$/, '$1'))
  expect(sitemapRegistrations, 'write them into src/domain/shell/sitemap-registrations.ts').toEqual(written.toSorted())
})

import { expect, test } from 'vitest'
import { routePaths, findRoute } from '../../src/domain/routes.ts'
import { getSocialImageStyle, getSocialImagePage, getSocialImagePath } from '../../src/domain/shell/social-images.ts'
import { goodsIllustrations, serviceIllustrations } from '../../src/ui/picture/mark-names.ts'

test('encodes the public page in the social image path', () => {
  for (const page of ['/', '/serviceHall', '/serviceHall/serviceDetails?serviceId=12']) {
    const { pathname, search } = new URL(getSocialImagePath(page), 'http://site')
    expect(getSocialImagePage(pathname, search)).toBe(page)
  }
})

test.each([
  ['/cards/ops/visits.png', ''],
  ['/cards/platform/buyerAccount/isDesk.png', ''],
  ['/cards/nowhere.png', ''],
  ['/cards/../healthz.png', ''],
  ['/serviceHall.png', ''],
  ['/cards/serviceHall.jpg', ''],
  ['/cards/serviceHall.png', `?keyword=${'x'.repeat(200)}`],
])('%s is no card', (pathname, search) => {
  expect(getSocialImagePage(pathname, search)).toBeUndefined()
})

test('has a style with an existing illustration for every public page', () => {
  const names: readonly string[] = [...serviceIllustrations, ...goodsIllustrations]
  const lost = routePaths.filter(
    (path) => findRoute(path)?.who === 'all' && !names.includes(getSocialImageStyle(path).figure),
  )
  expect(lost).toEqual([])
})

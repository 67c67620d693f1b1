import { expect, test } from 'vitest'
import { routePaths, routeOf } from '../../src/domain/routes.ts'
import { cardLookOf, cardPage, cardPath } from '../../src/domain/shell/cards.ts'
import { goodsFigures, serviceFigures } from '../../src/ui/mark-names.ts'

test('the card of a public page names the page', () => {
  for (const page of ['/', '/serviceHall', '/serviceHall/serviceDetails?serviceId=12']) {
    const { pathname, search } = new URL(cardPath(page), 'http://site')
    expect(cardPage(pathname, search)).toBe(page)
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
  expect(cardPage(pathname, search)).toBeUndefined()
})

test('every public page has a look whose figure is drawn', () => {
  const names: readonly string[] = [...serviceFigures, ...goodsFigures]
  const lost = routePaths.filter((path) => routeOf(path)?.who === 'all' && !names.includes(cardLookOf(path).figure))
  expect(lost).toEqual([])
})

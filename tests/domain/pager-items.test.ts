import { expect, test } from 'vitest'
import { pagerItems } from '../../src/ui/navigation/pager-items.ts'

/** Items of a pager on a desktop or a phone. */
const drawn = (current: number, pages: number, screen: 'desktop' | 'phone'): string =>
  pagerItems(current, pages)
    .flatMap((item) => {
      if (item === 'gap') return ['…']
      if (item === 'phoneGap') return screen === 'phone' ? ['…'] : []
      return screen === 'phone' && !item.phone ? [] : [item.page === current ? `[${item.page}]` : `${item.page}`]
    })
    .join(' ')

test.each([
  [1, 3, '[1] 2 3', '[1] 2 3'],
  [2, 4, '1 [2] 3 4', '1 [2] 3 4'],
  [1, 6, '[1] 2 3 4 5 6', '[1] … 6'],
  [3, 5, '1 2 [3] 4 5', '1 … [3] … 5'],
  [10, 10, '1 … 6 7 8 9 [10]', '1 … [10]'],
  [9, 20, '1 … 7 8 [9] 10 11 … 20', '1 … [9] … 20'],
])('page %i of %i: no page is left out without a gap', (current, pages, desktop, phone) => {
  expect(drawn(current, pages, 'desktop')).toBe(desktop)
  expect(drawn(current, pages, 'phone')).toBe(phone)
})

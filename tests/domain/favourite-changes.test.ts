import { describe, expect, test } from 'vitest'
import {
  favouriteChangeText,
  comparedPrice,
  favouriteChange,
  favouriteNotice,
} from '../../src/domain/catalogue/favourite-changes.ts'
import { isFavouriteKey, parseFavouriteKey } from '../../src/domain/catalogue/favourites.ts'
import { parseViewed } from '../../src/domain/catalogue/viewed-listings.ts'
import { links } from '../../src/domain/links.ts'
import { centres, currentEntry } from '../../src/domain/shell/centres.ts'

describe('the change of a favourite', () => {
  test('is the state first, then the price', () => {
    expect(favouriteChange(false, 100, 50)).toEqual({ at: 'gone' })
    expect(favouriteChange(true, 100, 100)).toEqual({ at: 'same' })
    expect(favouriteChange(true, null, null)).toEqual({ at: 'same' })
    expect(favouriteChange(true, 100, 30)).toEqual({ at: 'down', by: 70 })
    expect(favouriteChange(true, 100, 130)).toEqual({ at: 'up', by: 30 })
    expect(favouriteChange(true, null, 30)).toEqual({ at: 'priced' })
    expect(favouriteChange(true, 30, null)).toEqual({ at: 'agreed' })
    expect(comparedPrice({ at: 'range', low: 5, high: 9 })).toBe(5)
    expect(comparedPrice({ at: 'ask' })).toBeNull()
  })

  test('has a text unless nothing changed', () => {
    expect(favouriteChangeText({ at: 'down', by: 2000 })).toBe('降价 ¥20.00')
    expect(favouriteChangeText({ at: 'gone' })).toBe('已下架')
    expect(favouriteChangeText({ at: 'same' })).toBe('')
  })

  test('is notified by title for one listing, by number for several or with `plain`', () => {
    const down = { title: '甲', change: 'down', price: { at: 'fixed', fen: 100 } } as const
    const gone = { title: '乙', change: 'gone', price: { at: 'ask' } } as const
    expect(favouriteNotice([down]).title).toBe('您收藏的“甲”降价了，现价 ¥1.00')
    expect(favouriteNotice([gone]).title).toBe('您收藏的“乙”已下架')
    expect(favouriteNotice([down, gone, gone]).title).toBe('您收藏的服务与商品有 1 项降价、2 项下架')
    expect(favouriteNotice([gone], true).title).toBe('您收藏的服务与商品有 1 项下架')
  })
})

test('a favourite key is a service, a product or a shop', () => {
  expect(parseFavouriteKey('product:9')).toEqual({ kind: 'product', id: 9 })
  expect(['service:0', 'service:', 'company:1', 'shop:-1', 'shop:1e3', ''].filter(isFavouriteKey)).toEqual([])
})

test('stored viewed listings are validated', () => {
  const good = { kind: 'product', id: 'P1', title: '题', price: '面议', picture: '', figure: 'vial' }
  expect(parseViewed(JSON.stringify([good, { ...good, kind: 'shop' }, { ...good, id: 1 }, null]))).toEqual([good])
  expect(['{', '7', 'null', ''].flatMap(parseViewed)).toEqual([])
})

test('the menu entry for a part of a page takes precedence over the page', () => {
  const entries = centres.seller.groups.flatMap((group) => group.entries)
  const [goods = '', part = ''] = links.sellerInquiries().split('?')
  expect(currentEntry(entries, goods, `?${part}&state=waiting`)?.label).toBe('客户咨询')
  expect(currentEntry(entries, goods, '?new=1')?.href).toBe(links.sellerGoods())
})

import { describe, expect, test } from 'vitest'
import { isInForce, promotionsIn } from '../../src/domain/reference/ad-places.ts'
import { areaMenu } from '../../src/domain/reference/area-menu.ts'
import { recommendationReasons, recommendationScore } from '../../src/domain/shops/recommendation.ts'

const names = new Map([
  ['320000', '江苏省'],
  ['320500', '苏州市'],
  ['320571', '苏州工业园区'],
  ['310000', '上海市'],
  ['310115', '浦东新区'],
])
const nameOf = (code: string) => names.get(code)

describe('areaMenu', () => {
  test('adds up districts to cities and provinces, keeps districts in a municipality', () => {
    const menu = areaMenu(
      [
        { code: '320571', count: 2 },
        { code: '320500', count: 1 },
        { code: '310115', count: 5 },
      ],
      nameOf,
    )
    expect(menu).toEqual([
      { code: '310000', name: '上海', count: 5, childList: [{ code: '310115', name: '浦东新区', count: 5 }] },
      { code: '320000', name: '江苏', count: 3, childList: [{ code: '320500', name: '苏州', count: 3 }] },
    ])
  })

  test('leaves out unknown codes', () => {
    expect(areaMenu([{ code: '990000', count: 1 }], nameOf)).toEqual([])
  })
})

describe('promotions', () => {
  const at = (iso: string) => new Date(iso)
  const always = { isOn: true, area: '', startsAt: null, endsAt: null }
  test('are active from start (inclusive) to end (exclusive), in their area', () => {
    const [from, until] = [at('2026-11-01T00:00:00Z'), at('2026-11-02T00:00:00Z')]
    const limited = { ...always, startsAt: from, endsAt: until }
    expect(isInForce(limited, 'standard', from)).toBe(true)
    expect(isInForce(limited, 'standard', until)).toBe(false)
    expect(isInForce(limited, 'standard', at('2026-10-31T23:59:59Z'))).toBe(false)
    expect(isInForce({ ...always, area: 'taizhou' }, 'standard', from)).toBe(false)
    expect(isInForce({ ...always, area: 'taizhou' }, 'taizhou', from)).toBe(true)
    expect(isInForce({ ...always, isOn: false }, 'standard', from)).toBe(false)
  })

  test('of a place keep their order, after those for the area only', () => {
    const [now, place] = [at('2026-11-01T00:00:00Z'), 'menu' as const]
    const rows = [
      { ...always, place, title: '一' },
      { ...always, place, title: '二', area: 'taizhou' },
      { ...always, place, title: '三' },
      { ...always, place: 'suppliers' as const, title: '四' },
      { ...always, place, title: '五', isOn: false },
    ]
    const titles = (area: string) => promotionsIn(rows, place, area, now).map(({ title }) => title)
    expect(titles('taizhou')).toEqual(['二', '一', '三'])
    expect(titles('')).toEqual(['一', '三'])
  })
})

describe('reasons for a supplier', () => {
  const plain = {
    facts: { completedOrders: 0, offers: 0, inquiries: 0, answered: 0 },
    serviceAccount: 3,
    productAccount: 0,
    followCount: 0,
  }
  test('contain only existing facts', () => {
    expect(recommendationReasons(plain)).toEqual(['在售 3 项服务'])
    const busy = { ...plain, facts: { completedOrders: 5, offers: 2, inquiries: 5, answered: 5 }, followCount: 9 }
    expect(recommendationReasons(busy)).toEqual([
      '已完成 5 个订单',
      '近 180 天参与 2 个需求的报价',
      '5 次询价全部回复',
      '在售 3 项服务',
    ])
    // Few orders say only that a supplier is new here.
    const fresh = { ...plain, facts: { ...plain.facts, completedOrders: 4 } }
    expect(recommendationReasons(fresh)).toEqual(['在售 3 项服务'])
  })

  test('rank completed work above followers', () => {
    const done = { ...plain, facts: { ...plain.facts, completedOrders: 9 } }
    expect(recommendationScore(done)).toBeGreaterThan(recommendationScore({ ...plain, followCount: 900 }))
  })
})

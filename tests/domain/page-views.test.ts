import { expect, test } from 'vitest'
import { getPercentChange, getReferrerKind } from '../../src/domain/operations/page-views.ts'

test.each([
  ['', 'direct'],
  ['about:blank', 'other'],
  ['https://portal.example/serviceHall', 'inner'],
  ['https://www.baidu.com/link?url=x', 'search'],
  ['https://cn.bing.com/', 'search'],
  ['https://www.google.com.hk/', 'search'],
  ['https://notbaidu.com/', 'other'],
  ['https://mp.weixin.qq.com/s/x', 'social'],
  ['https://www.zhihu.com/question/1', 'social'],
  ['https://example.com/', 'other'],
])('%s is %s', (referrer, kind) => {
  expect(getReferrerKind(referrer, 'portal.example')).toBe(kind)
})

test('computes the change in whole percent, null without a previous value', () => {
  expect([getPercentChange(15, 10), getPercentChange(5, 10), getPercentChange(10, 10), getPercentChange(3, 0)]).toEqual(
    [50, -50, 0, null],
  )
})

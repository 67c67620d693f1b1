import { expect, test } from 'vitest'
import { changeOf, referrerKind } from '../../src/domain/operations/visits.ts'

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
  expect(referrerKind(referrer, 'portal.example')).toBe(kind)
})

test('change in whole percent, none against nothing', () => {
  expect([changeOf(15, 10), changeOf(5, 10), changeOf(10, 10), changeOf(3, 0)]).toEqual([50, -50, 0, null])
})

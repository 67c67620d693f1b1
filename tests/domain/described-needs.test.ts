import { expect, test } from 'vitest'
import { createNeedIndex, likelyNeeds, partsOf } from '../../src/domain/search/needs.ts'

const lines = [
  { term: '包装密封完整性', phrases: ['瓶子漏不漏', '小瓶漏气检查', '密封好不好', '查漏'] },
  { term: '可提取物与浸出物', phrases: ['胶塞里的东西跑到药里', '瓶子溶出的物质', '包装迁移'] },
  { term: '重复给药毒性', phrases: ['连续吃药会不会中毒', '长期喂药看有没有毒', '天天喂药'] },
  { term: '大鼠与小鼠急性毒性', phrases: ['老鼠一次吃大量药', '打一针会不会死'] },
  { term: '生殖毒性/II 段', phrases: ['怀孕的兔子吃药', '胎儿畸形'] },
  { term: '进样瓶', phrases: ['装样品的小玻璃瓶', '上机用的小瓶'] },
]
const index = createNeedIndex(lines)
const termsOf = (question: string) => likelyNeeds(question, index).map(({ term }) => term)
const likeliest = (question: string) => termsOf(question)[0]

test('a need in other words is the category it describes', () => {
  expect(likeliest('药品小瓶漏气检查')).toBe('包装密封完整性')
  expect(likeliest('给小鼠做长期喂药看有没有毒')).toBe('重复给药毒性')
  expect(likeliest('怀孕兔子吃药对胎儿')).toBe('生殖毒性/II 段')
  expect(likeliest('老鼠打一针死不死')).toBe('大鼠与小鼠急性毒性')
})

test('the name itself is a description, also in full width and upper case', () => {
  expect(likeliest('密封完整性')).toBe('包装密封完整性')
  expect(likeliest('ＩＩ段 生殖')).toBe('生殖毒性/II 段')
})

test('a question that shares nothing describes nothing', () => {
  expect(likelyNeeds('恐龙蛋', index)).toEqual([])
  expect(likelyNeeds('，。！', index)).toEqual([])
  expect(likelyNeeds('', index)).toEqual([])
  expect(likelyNeeds('小瓶漏气', createNeedIndex([]))).toEqual([])
})

test('single characters alone describe nothing', () => {
  // 药 and 瓶 stand in lines, but no pair of theirs.
  expect(likelyNeeds('瓶药', index)).toEqual([])
  expect(likelyNeeds('药瓶子', index)).not.toEqual([])
})

test('likelihood is a share, and less where the question says more that no line has', () => {
  const [exact] = likelyNeeds('小瓶漏气检查', index)
  const [longer] = likelyNeeds('恐龙 小瓶漏气检查', index)
  const [named] = likelyNeeds('zylonex 小瓶漏气检查', index)
  expect(exact?.likelihood).toBeLessThanOrEqual(1)
  expect(exact?.likelihood).toBeGreaterThan(0.7)
  expect(longer?.likelihood).toBeLessThan(exact?.likelihood ?? 0)
  // A Latin word is the name of something: it says more than characters between words.
  expect(named?.likelihood).toBeLessThan(longer?.likelihood ?? 0)
})

test('what few lines have says more than what many have', () => {
  // 药 stands in three lines, 畸形 in one.
  expect(likeliest('吃药畸形')).toBe('生殖毒性/II 段')
})

test('phrases that ask say nothing', () => {
  expect([...partsOf('会不会漏气')]).toEqual(['漏', '漏气', '气'])
  expect(partsOf('我们有没有')).toEqual(new Set())
  expect(likelyNeeds('会不会', index)).toEqual([])
})

test('lines that the page does not offer are left out', () => {
  const offered = likelyNeeds('小瓶漏气', index, (term) => term !== '包装密封完整性')
  expect(offered.map(({ term }) => term)).not.toContain('包装密封完整性')
  expect(offered[0]?.term).toBe('进样瓶')
  expect(likelyNeeds('小瓶漏气', index, () => false)).toEqual([])
})

test('needs are ordered by their likelihood', () => {
  const found = likelyNeeds('小瓶里的东西漏气', index).map(({ likelihood }) => likelihood)
  expect(found.length).toBeGreaterThan(2)
  expect(found).toEqual(found.toSorted((one, other) => other - one))
})

import { expect, test } from 'vitest'
import { titleParts, withNonBreakingSpaces } from '../../src/domain/title-breaks.ts'

test('keeps numbers with their unit and short codes with their word', () => {
  expect(withNonBreakingSpaces('毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验（GLP）')).toBe(
    '毒理学安全性评价：SD\u00a0大鼠 4\u00a0周重复给药毒性试验（GLP）',
  )
  expect(withNonBreakingSpaces('单晶培养与 X 射线衍射')).toBe('单晶培养与 X\u00a0射线衍射')
})

test('keeps other spaces breakable', () => {
  const titles = ['C18 反相色谱柱 120 Å', '小分子原料药 CDMO 工艺开发', '人 IL-6 酶联免疫检测试剂盒 96 孔']
  expect(titles.map(withNonBreakingSpaces)).toEqual([
    'C18 反相色谱柱 120 Å',
    '小分子原料药 CDMO 工艺开发',
    '人 IL-6 酶联免疫检测试剂盒 96\u00a0孔',
  ])
})

test('divides a run that is too long for a line between two words near its middle', () => {
  const title = '二类体外诊断试剂注册资料与技术要求编制'
  const [first = '', second = '', ...more] = titleParts(title)
  expect([first + second, more]).toEqual([title, []])
  expect(Math.abs(first.length - second.length)).toBeLessThan(6)
})

test('leaves runs alone that have places to break', () => {
  expect(titleParts('片剂与胶囊委托生产：MAH 受托与药品追溯码').join('')).toBe(
    '片剂与胶囊委托生产：MAH 受托与药品追溯码',
  )
  expect(titleParts('药代动力学：比格犬单次给药')).toEqual(['药代动力学：', '比格犬单次给药'])
  // An opening bracket begins a line, a closing one ends it.
  expect(titleParts('支原体检查（荧光法）与无菌检查')).toEqual(['支原体检查', '（荧光法）', '与无菌检查'])
})

import { expect, test } from 'vitest'
import { keptTogether } from '../../src/domain/title-breaks.ts'

test('a title breaks neither between a number and its unit nor behind a short sign', () => {
  expect(keptTogether('毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验（GLP）')).toBe(
    '毒理学安全性评价：SD\u00a0大鼠 4\u00a0周重复给药毒性试验（GLP）',
  )
  expect(keptTogether('单晶培养与 X 射线衍射')).toBe('单晶培养与 X\u00a0射线衍射')
})

test('every other space stays a place to break', () => {
  const titles = ['C18 反相色谱柱 120 Å', '小分子原料药 CDMO 工艺开发', '人 IL-6 酶联免疫检测试剂盒 96 孔']
  expect(titles.map(keptTogether)).toEqual([
    'C18 反相色谱柱 120 Å',
    '小分子原料药 CDMO 工艺开发',
    '人 IL-6 酶联免疫检测试剂盒 96\u00a0孔',
  ])
})

import { expect, test } from 'vitest'
import { chineseNumber } from '../../src/domain/search/chinese-number.ts'
import { parseQuestion } from '../../src/domain/search/question.ts'

const places = new Map([
  ['江苏', '320000'],
  ['广州', '440100'],
])
const yuanOf = (typed: string) => {
  const { words, priceFrom, priceTo } = parseQuestion(typed, places)
  return [
    words,
    priceFrom === undefined ? undefined : priceFrom / 100,
    priceTo === undefined ? undefined : priceTo / 100,
  ]
}

test('a Chinese number to ninety-nine is read, and nothing else', () => {
  expect(['一', '两', '十', '十二', '二十', '九十九'].map(chineseNumber)).toEqual([1, 2, 10, 12, 20, 99])
  expect(['', '百', '一二', '十十', 'x'].map(chineseNumber)).toEqual([undefined, undefined, undefined, undefined, undefined]) // prettier-ignore
})

test('a budget is a price in every wording', () => {
  expect(yuanOf('预算5万做毒理')).toEqual(['毒理', undefined, 50_000])
  expect(yuanOf('20万预算的PDX模型')).toEqual(['PDX模型', undefined, 200_000])
  expect(yuanOf('二十万以内 稳定性')).toEqual(['稳定性', undefined, 200_000])
  expect(yuanOf('不到3万的移液器')).toEqual(['移液器', undefined, 30_000])
  expect(yuanOf('1.5w以内 HPLC柱')).toEqual(['HPLC柱', undefined, 15_000])
  expect(yuanOf('控制在10万以内的遗传毒性')).toEqual(['遗传毒性', undefined, 100_000])
  expect(yuanOf('离心机5万左右')).toEqual(['离心机', 35_000, 65_000])
  expect(yuanOf('离心机11万左右')).toEqual(['离心机', 77_000, 143_000])
  expect(yuanOf('移液枪头7元左右')).toEqual(['移液枪头', 4.9, 9.1])
  expect(yuanOf('价格在5000到8000元之间的色谱柱')).toEqual(['色谱柱', 5_000, 8_000])
})

test('other amounts are no price, and terms that begin like a phrase stay whole', () => {
  for (const typed of ['最多5万片中试', '粒径<500 nm', '5年内', '0.22um 滤器 100个以内'])
    expect(yuanOf(typed)).toEqual([typed, undefined, undefined])
  expect(yuanOf('有关物质方法验证')).toEqual(['有关物质方法验证', undefined, undefined])
  expect(yuanOf('有源设备检测')).toEqual(['有源设备检测', undefined, undefined])
  expect(yuanOf('请问哪家有一台高效液相色谱仪')).toEqual(['高效液相色谱仪', undefined, undefined])
})

test('sizes are parts that stay among the words; times and questions of a size alone are none', () => {
  const partsOf = (typed: string) => {
    const { words, parts } = parseQuestion(typed, places)
    return [words, ...parts.map(({ kind, label, without }) => [kind, label, without].join(' '))]
  }
  expect(partsOf('200L 单抗')).toEqual(['200L 单抗', 'size 200L 单抗'])
  expect(partsOf('250×4.6 C18 色谱柱')).toEqual(['250×4.6 C18 色谱柱', 'size 250×4.6 C18 色谱柱'])
  expect(partsOf('江苏 25 kg 原料药')).toEqual(['25 kg 原料药', 'region 江苏 25 kg 原料药', 'size 25 kg 江苏 原料药'])
  expect(partsOf('六孔板 细胞')).toEqual(['六孔板 细胞'])
  expect(partsOf('三个月 稳定性')).toEqual(['三个月 稳定性'])
  expect(partsOf('200L')).toEqual(['200L'])
})

import { parseFen, formatYuanInput } from '../../../../domain/money-input.ts'
import type { Attribute } from '../../../../domain/catalogue/attributes.ts'
import type { ListingForm } from '../../../../domain/catalogue/listing-form.ts'
import { priceTypes } from '../../../../domain/catalogue/listing.ts'
import { listingLimits as most } from '../../../../domain/catalogue/listing-rules.ts'
import type { SellerRules } from '../seller-rules.ts'
import { splitLines, maxCellLength, splitValues, type Column } from './column.ts'

type Shared = Column<ListingForm>

/** Price type labels in a sheet. */
export const priceTypeTexts = ['一口价', '区间价', '面议'] as const

/** Path of a category from the first level down: 临床前/毒理学安全性评价/… */
export function categoryPathText({ categories }: SellerRules, categoryId: number): string {
  const path = categories.get(categoryId)?.path ?? []
  return path
    .slice(1)
    .map((id) => categories.get(id)?.name ?? '')
    .join('/')
}

const pathCache = new WeakMap<SellerRules, ReadonlyMap<string, readonly number[]>>()

/** Category ids by path and by name. */
function categoriesByPath(rules: SellerRules): ReadonlyMap<string, readonly number[]> {
  const known = pathCache.get(rules)
  if (known !== undefined) return known
  const made = new Map<string, number[]>()
  for (const { id, name, level } of rules.categories.values()) {
    if (level === 0) continue
    for (const key of new Set([categoryPathText(rules, id), name])) made.set(key, [...(made.get(key) ?? []), id])
  }
  pathCache.set(rules, made)
  return made
}

/** Normalizes a typed path: any usual separator, with spaces around it. */
const normalizePath = (text: string) =>
  text
    .split(/[/／>＞]/)
    .map((part) => part.trim())
    .join('/')

export const title: Shared = {
  head: '标题',
  required: true,
  width: 36,
  longest: most.title,
  fields: ['title'],
  hint: '4 至 60 个字',
  write: (form) => form.title,
  read: (text) => ({ title: text }),
}

export const category: Shared = {
  head: '分类',
  required: true,
  width: 36,
  longest: 200,
  fields: ['categoryId'],
  hint: '填“分类”表中的整条路径，或其中不重复的分类名称',
  write: (form, rules) => (form.categoryId === null ? '' : categoryPathText(rules, form.categoryId)),
  read: (text, rules) => {
    const found = categoriesByPath(rules).get(normalizePath(text)) ?? []
    const [first] = found
    if (text === '') return { categoryId: null }
    if (first === undefined) return { fault: `没有分类“${text}”，请从“分类”表中选择` }
    return found.length > 1 ? { fault: `有多个分类叫“${text}”，请填写整条路径` } : { categoryId: first }
  },
}

export const summary: Shared = {
  head: '简介',
  required: true,
  width: 40,
  longest: most.summary,
  fields: ['summary'],
  hint: '10 至 300 个字',
  write: (form) => form.summary,
  read: (text) => ({ summary: text }),
}

export const priceType: Shared = {
  head: '价格方式',
  width: 10,
  longest: 10,
  fields: ['priceType'],
  hint: `${priceTypeTexts.join('、')}；不填为一口价`,
  write: (form) => priceTypeTexts[form.priceType],
  read: (text) => {
    const found = priceTypes.find((type) => priceTypeTexts[type] === text)
    if (found === undefined && text !== '') return { fault: `请填写${priceTypeTexts.join('、')}之一` }
    return { priceType: found ?? 0 }
  },
}

const money = (head: string, field: 'price' | 'highPrice', hint: string): Shared => ({
  head,
  width: 14,
  longest: 30,
  fields: [field],
  hint,
  write: (form) => yuanOf(form[field]),
  read: (text) => {
    const fen = text === '' ? null : parseFen(text)
    if (fen === null && text !== '') return { fault: '请填写金额，最多两位小数' }
    return field === 'price' ? { price: fen } : { highPrice: fen }
  },
})
export const yuanOf = (fen: number | null): string => (fen === null ? '' : formatYuanInput(fen))
export const price = money('价格（元）', 'price', '一口价，或区间价的最低价；面议不填')
export const highPrice = money('最高价（元）', 'highPrice', '只有区间价填写')

const list = (head: string, field: 'tags' | 'capabilities', hint: string): Shared => ({
  head,
  width: 20,
  longest: 1_000,
  fields: [field],
  hint,
  write: (form) => form[field].join('、'),
  read: (text) => (field === 'tags' ? { tags: splitValues(text) } : { capabilities: splitValues(text) }),
})
export const tags = list('资质标签', 'tags', '本店已通过审核且未过期的资质，用顿号分隔')
export const capabilities = list('能力标签', 'capabilities', '从能力标签中选择，用顿号分隔')

export const areas: Shared = {
  head: '服务地区',
  width: 20,
  longest: 1_000,
  fields: ['areaCodes'],
  hint: '省或市的全称，如江苏省、杭州市，用顿号分隔；不填为全国',
  write: (form, { places }) => form.areaCodes.map((code) => places.get(code) ?? code).join('、'),
  read: (text, { places }) => {
    const words = splitValues(text)
    const codes = words.map((word) => (places.has(word) ? word : [...places].find(([, name]) => name === word)?.[0]))
    const unknown = words.filter((_word, at) => codes[at] === undefined)
    if (unknown.length > 0) return { fault: `没有地区“${unknown.join('”“')}”，请填写省或市的全称` }
    return { areaCodes: codes.flatMap((code) => code ?? []) }
  },
}

export const attributes: Shared = {
  head: '属性',
  width: 30,
  longest: 10_000,
  fields: ['attributes'],
  hint: '分类要求的属性，每行一个，如“动物种属：比格犬”；多个值用顿号分隔。各分类的属性见“分类”表',
  write: (form, rules) =>
    rules
      .attributesOf(form.categoryId)
      .flatMap(({ code, name }) => {
        const values = form.attributes[code] ?? []
        return values.length === 0 ? [] : [`${name}：${values.join('、')}`]
      })
      .join('\n'),
  read: (text, rules, form) => {
    const known = new Map(rules.attributesOf(form.categoryId).map((attribute) => [attribute.name, attribute]))
    const values: Record<string, string[]> = {}
    for (const { label, value } of parsePairs(text)) {
      const attribute = known.get(label)
      if (attribute === undefined) return { fault: `此分类没有属性“${label}”` }
      values[attribute.code] = parseValues(attribute, value)
    }
    return { attributes: values }
  },
}

const parseValues = ({ input }: Attribute, text: string) =>
  text === '' ? [] : input === 'multi' ? splitValues(text) : [text]

export const facts: Shared = {
  head: '参数',
  width: 30,
  longest: 10_000,
  fields: ['facts'],
  hint: '买家会比较的其他参数，每行一个，如“报告语言：中英双语”，最多 20 行',
  write: (form) => form.facts.map(({ label, value }) => `${label}：${value}`).join('\n'),
  read: (text) => ({ facts: parsePairs(text) }),
}

const parsePairs = (text: string) =>
  splitLines(text).map((line) => {
    const at = line.search(/[：:=]/)
    return at < 0 ? { label: '', value: line } : { label: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
  })

export const paragraphs: Shared = {
  head: '详情',
  required: true,
  width: 50,
  longest: maxCellLength,
  fields: ['paragraphs'],
  hint: '每段一行（在单元格内按 Alt + Enter 换行），最多 40 段，每段 2,000 字',
  write: (form) => form.paragraphs.join('\n'),
  read: (text) => ({ paragraphs: splitLines(text) }),
}

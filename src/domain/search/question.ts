import { chineseNumber } from './chinese-number.ts'
import { sizesIn } from './measures.ts'

/** What a part of a question was understood as. */
export const questionPartKinds = ['region', 'qualification', 'size', 'price'] as const
export type QuestionPartKind = (typeof questionPartKinds)[number]

/** Names of the kinds of parts, as people read them. */
export const questionPartNames: Readonly<Record<QuestionPartKind, string>> = {
  region: '地区',
  qualification: '资质',
  size: '规格',
  price: '价格',
}

/** Whether a part stays among the words that are searched; the others are conditions. */
export const isWord = (kind: QuestionPartKind): kind is 'qualification' | 'size' =>
  kind === 'qualification' || kind === 'size'

/** A part of a question that is understood as a condition, with the question as it reads without it. */
export interface QuestionPart {
  readonly kind: QuestionPartKind
  readonly label: string
  readonly without: string
}

/** A typed question: what is searched as words, and the conditions in it. */
export interface Question {
  /** The words: qualifications and sizes stay in them, regions, prices and phrases without content do not. */
  readonly words: string
  readonly districtCode: string | undefined
  /** fen */
  readonly priceFrom: number | undefined
  readonly priceTo: number | undefined
  readonly parts: readonly QuestionPart[]
}

/** Phrases around a question that say nothing about what is sought, longest first. */
const fillers =
  /请问一下|请问|麻烦|你好|您好|我们公司|我公司|我们|我司|我想要|我想|我要|想要|想做一个|想做个|想做|想找一家|想找|想买|想问|需要做|需要找|需要|哪里可以|哪里有|哪里能|哪里|哪儿|哪家公司|哪家机构|哪家|有没有|能不能|可不可以|可以做|能做|有哪些|谁家有?|谁能|什么样的?|什么|怎样|要准备|想咨询一?下?|想了解一?下?|咨询一?下|了解一?下|打算做|准备做|计划做|急需|帮忙|帮我|求购|寻找|找一家|找家|(?:一|两|几)(?:台|根|批|瓶|盒|套|支|款|份|箱|袋)|推荐一下|求推荐|推荐|大概要?多少钱|要多少钱|多少钱|大概多久|要多久|多久|怎么收费|如何收费|怎么卖|怎么做|报价单|比较好|好一点|靠谱的?|便宜点?的?|价格便宜|便宜|低价|性价比高?|大概|的话|(?:吗|呢|吧|啊|左右)(?=$|\s|[?？!！。，,])/gu
/** Fillers only at the end: as words of their own they may be sought. */
const closings = /(?:的)?(?:价格|报价|费用|公司|机构|厂家|厂商|供应商|服务商|哪些|服务费)$/u
const openings = /^(?:做个?|找个?|买个?|一家|一个|有(?![关机效源害色丝序毒])|的)\s?(?=\p{Script=Han}{2}|[a-z])/iu

const qualification = /(?<![a-z0-9])(c?gmp|glp|gcp|gsp|gvp|cnas|cma|aaalac|cap|clia|iso\s?\d{4,5})(?![a-z0-9]|-\d)/giu

/** What else is counted in thousands. */
const pieces = '[片支瓶粒例只个人份袋盒板针级次倍转株条种位级]'
/** Number with its unit in yuan. */
const amount = String.raw`(\d+(?:\.\d+)?|[一二两三四五六七八九十]{1,3}(?=[万千百]))\s*(万|千|百(?!万)|百万|w|k)?\s*(?:元|块钱?|rmb)?`
const priceRange = new RegExp(String.raw`(?:预算|价格|报价|费用)?(?:控制)?在?\s*${amount}\s*(?:-|~|～|到|至)\s*(\d+(?:\.\d+)?|[一二两三四五六七八九十]{1,3}(?=[万千百]))\s*(万元?|千元?|百元?|元|块钱?|w)(?:之间|以内|以下|左右)?`, 'iu') // prettier-ignore
const priceMost = new RegExp(String.raw`(?:预算|价格|报价|费用)?(?:控制)?\s*(?:在|不超过|不高于|低于|少于|小于|≤|<)?\s*${amount}\s*(?:以内|以下|之内|内)`, 'iu') // prettier-ignore
const priceUnder = new RegExp(String.raw`(?:预算(?:只有|大概|大约|是|为|有|约|在|最多)?|不超过|不高于|低于|少于|不到|控制在|最多|至多|≤|<)\s*${amount}(?:(?<=[万千百元块钱])(?!\s*(?:${pieces}|[a-z\d%μ]))|(?!\s*[\p{L}\d%]))`, 'iu') // prettier-ignore
const priceBudget = new RegExp(String.raw`${amount}\s*的?预算`, 'iu')
const priceAbout = new RegExp(
  String.raw`(?:预算|价格|报价|费用)?在?\s*(?:大概|大约|约)?${amount}\s*(?:左右|上下)`,
  'iu',
)
/** What is about an amount lies within this share of it. */
const aboutShare = 0.3
const priceLeast = new RegExp(String.raw`${amount}\s*(?:以上|起)(?![\p{L}])`, 'iu')
/** An amount without a unit counts as yuan from here on; fewer are pieces or weeks. */
const minBareYuan = 100
const maxFen = 100_000_000_000_000

const scales: readonly (readonly [RegExp, number])[] = [
  [/^百万/, 1_000_000],
  [/^(?:万|w)/i, 10_000],
  [/^(?:千|k)/i, 1_000],
  [/^百/, 100],
]
function fenOf(number: string | undefined, unit: string | undefined): number | undefined {
  const scale = scales.find(([pattern]) => pattern.test(unit ?? ''))?.[1] ?? 1
  const fen = Math.round((chineseNumber(number ?? '') ?? Number(number)) * scale * 100)
  return Number.isSafeInteger(fen) && fen > 0 && fen <= maxFen ? fen : undefined
}

interface Found {
  readonly text: string
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The price in a question. */
function findPrice(text: string): Found | undefined {
  const range = priceRange.exec(text)
  if (range !== null) {
    const [whole, low, lowUnit, high, highUnit] = range
    const [from, to] = [fenOf(low, lowUnit ?? highUnit), fenOf(high, highUnit)]
    if (from !== undefined && to !== undefined && from <= to) return { text: whole, from, to }
  }
  const about = priceAbout.exec(text)
  if (about !== null && (about[2] !== undefined || /元|块|预算|价格|报价/u.test(about[0]))) {
    const fen = fenOf(about[1], about[2])
    if (fen !== undefined)
      return { text: about[0], from: Math.round(fen * (1 - aboutShare)), to: Math.round(fen * (1 + aboutShare)) }
  }
  for (const pattern of [priceMost, priceBudget, priceUnder]) {
    const most = pattern.exec(text)
    if (most === null) continue
    const [whole, number, unit] = most
    const hasUnit = unit !== undefined || /元|块|预算|价格|报价/u.test(whole)
    if (hasUnit || Number(number) >= minBareYuan) return { text: whole, to: fenOf(number, unit) }
  }
  const least = priceLeast.exec(text)
  if (least === null || (least[2] === undefined && !/元|块/u.test(least[0]))) return undefined
  return { text: least[0], from: fenOf(least[1], least[2]) }
}

/** Names of places with their codes, short and whole. */
export type Places = ReadonlyMap<string, string>
/** Institutions and streets that are named after a place. */
const named = /^(?:大学|医院|医学院|学院|路|药业|制药|生物|科技)/u
const maxPlaceLength = 9

/** A place at the start or the end of a run of Chinese characters: inside of one it is often part of other words. */
function findPlace(
  text: string,
  places: Places,
): { readonly text: string; readonly name: string; readonly code: string } | undefined {
  // prettier-ignore
  for (const run of text.matchAll(/\p{Script=Han}{2,}/gu)) {
    const [whole] = run
    for (let length = Math.min(maxPlaceLength, whole.length); length >= 2; length -= 1) {
      const [head, tail] = [whole.slice(0, length), whole.slice(-length)]
      const atHead = places.get(head)
      if (atHead !== undefined && !named.test(whole.slice(length))) {
        const suffix = /^(?:地区|附近|本地|当地|这边|的)*/u.exec(whole.slice(length))?.[0] ?? ''
        return { text: head + suffix, name: head, code: atHead }
      }
      const atTail = places.get(tail)
      if (atTail !== undefined) return { text: tail, name: tail, code: atTail }
    }
  }
  return undefined
}

const blank = (text: string) => text.replace(/\s+/gu, ' ').trim()
const without = (text: string, part: string) => blank(text.replace(part, ' '))

const yuan = (fen: number) => (fen % 1_000_000 === 0 ? `${fen / 1_000_000}万` : `${fen / 100}元`)
const priceLabel = ({ from, to }: Found) =>
  from !== undefined && to !== undefined
    ? `${yuan(from)}~${yuan(to)}`
    : to === undefined
      ? `${yuan(from ?? 0)}以上`
      : `${yuan(to)}以内`

/**
 * Reads a normalized question: a region, a price, qualifications, and the words that remain. Pure; a question without
 * any content of its own is left as it was typed.
 */
export function parseQuestion(typed: string, places: Places): Question {
  const parts: QuestionPart[] = []
  const price = findPrice(typed)
  let rest = price === undefined ? typed : without(typed, price.text)
  const bounded = price !== undefined && (price.from ?? price.to) !== undefined ? price : undefined
  if (bounded === undefined) rest = typed
  const plain = (text: string) => {
    const bare = blank(text.replace(fillers, ' '))
    const trimmed = blank(bare.replace(closings, '').replace(openings, ''))
    return trimmed === '' ? (bare === '' ? text : bare) : trimmed
  }
  rest = plain(rest)
  const place = findPlace(rest, places)
  if (place !== undefined) rest = plain(without(rest, place.text).replace(/^的|的$/gu, ''))
  if ((place ?? bounded) !== undefined && !/[\p{L}\p{N}]/u.test(rest)) rest = ''
  if (place !== undefined) parts.push({ kind: 'region', label: place.name, without: without(typed, place.text) })
  for (const [text] of rest.matchAll(qualification)) {
    parts.push({ kind: 'qualification', label: text.toUpperCase(), without: without(typed, text) })
  }
  for (const size of sizesIn(rest)) parts.push({ kind: 'size', label: size, without: without(typed, size) })
  if (bounded !== undefined) {
    parts.push({ kind: 'price', label: priceLabel(bounded), without: without(typed, bounded.text) })
  }
  return {
    words: rest,
    districtCode: place?.code,
    priceFrom: bounded?.from,
    priceTo: bounded?.to,
    // A question of one part has nothing left without it.
    parts: parts.filter((part) => part.without !== '' && (rest !== '' || !isWord(part.kind))),
  }
}

/** What a part of a question was understood as. */
export const questionPartKinds = ['region', 'qualification', 'price'] as const
export type QuestionPartKind = (typeof questionPartKinds)[number]

/** A part of a question that is understood as a condition, with the question as it reads without it. */
export interface QuestionPart {
  readonly kind: QuestionPartKind
  readonly label: string
  readonly without: string
}

/** A typed question: what is searched as words, and the conditions in it. */
export interface Question {
  /** The words: qualifications stay in them, regions, prices and phrases without content do not. */
  readonly words: string
  readonly districtCode: string | undefined
  /** fen */
  readonly priceFrom: number | undefined
  readonly priceTo: number | undefined
  readonly parts: readonly QuestionPart[]
}

/** Phrases around a question that say nothing about what is sought, longest first. */
const fillers =
  /请问一下|请问|麻烦|你好|您好|我们公司|我公司|我们|我司|我想要|我想|我要|想要|想做一个|想做个|想做|想找一家|想找|想买|想问|需要做|需要找|需要|哪里可以|哪里有|哪里能|哪里|哪儿|哪家公司|哪家机构|哪家|有没有|能不能|可不可以|可以做|能做|有哪些|什么样的?|什么|怎样|要准备|帮忙|帮我|求购|寻找|找一家|找家|推荐一下|推荐|大概要?多少钱|要多少钱|多少钱|大概多久|要多久|多久|怎么收费|如何收费|怎么卖|怎么做|报价单|比较好|好一点|靠谱的?|便宜点?的?|价格便宜|便宜|低价|性价比高?|大概|的话|(?:吗|呢|吧|啊|左右)(?=$|\s|[?？!！。，,])/gu
/** Fillers only at the end: as words of their own they may be sought. */
const closings = /(?:的)?(?:价格|报价|费用|公司|机构|厂家|厂商|供应商|服务商|哪些|服务费)$/u
const openings = /^(?:做个?|找个?|买个?|一家|一个|有|的)(?=\p{Script=Han}{2}|[a-z])/iu

const qualification = /(?<![a-z0-9])(c?gmp|glp|gcp|gsp|gvp|cnas|cma|aaalac|cap|clia|iso\s?\d{4,5})(?![a-z0-9]|-\d)/giu

/** Number with its unit in yuan. */
const amount = String.raw`(\d+(?:\.\d+)?|[一二两三四五六七八九十](?=[万千]))\s*(万|千|w|k)?\s*(?:元|块钱?|rmb)?`
const priceRange = new RegExp(String.raw`(?:预算|价格|报价)?\s*${amount}\s*(?:-|~|～|到|至)\s*(\d+(?:\.\d+)?)\s*(万元?|千元?|元|块钱?)(?:之间|以内|以下)?`, 'iu') // prettier-ignore
const priceMost = new RegExp(String.raw`(?:预算|价格|报价)?\s*(?:在|不超过|不高于|低于|少于|小于|≤|<)?\s*${amount}\s*(?:以内|以下|之内|内)`, 'iu') // prettier-ignore
const priceUnder = new RegExp(String.raw`(?:预算|不超过|不高于|低于|少于)\s*(\d+(?:\.\d+)?)\s*(万|千|w|k)?\s*(?:元|块钱?)?(?![\p{L}\d])`, 'iu') // prettier-ignore
const priceLeast = new RegExp(String.raw`${amount}\s*(?:以上|起)(?![\p{L}])`, 'iu')
/** An amount without a unit counts as yuan from here on; fewer are pieces or weeks. */
const minBareYuan = 100
const maxFen = 100_000_000_000_000

function fenOf(number: string | undefined, unit: string | undefined): number | undefined {
  const scale = /^(?:万|w)/i.test(unit ?? '') ? 10_000 : /^(?:千|k)/i.test(unit ?? '') ? 1_000 : 1
  const digit = '一二三四五六七八九十'.indexOf((number ?? '').replace('两', '二')) + 1
  const fen = Math.round((number !== undefined && digit > 0 ? digit : Number(number)) * scale * 100)
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
  for (const pattern of [priceMost, priceUnder]) {
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
  if (bounded !== undefined) {
    parts.push({ kind: 'price', label: priceLabel(bounded), without: without(typed, bounded.text) })
  }
  return {
    words: rest,
    districtCode: place?.code,
    priceFrom: bounded?.from,
    priceTo: bounded?.to,
    // A question of one part has nothing left without it.
    parts: rest === '' ? parts.filter(({ kind }) => kind !== 'qualification') : parts,
  }
}

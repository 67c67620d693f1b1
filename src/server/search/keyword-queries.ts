import { isCas } from '../../domain/catalogue/cas.ts'
import { normalizeKeyword } from '../../domain/shell/search.ts'
import { queryAll, queryAny, prefixToken, tsqueryOf, exactToken, type SearchQuery } from './search-query.ts'
import { isSearchableToken, normalizeNumber, tokenPrefixes } from './document-tokens.ts'
import { knowledge, knowledgeKey } from './knowledge.ts'
import { asPinyin } from './pinyin.ts'
import { conceptsAt, innerWords, meaningOf, plainText, segmentsOf, type Segment } from './segment.ts'
import { basicTokens, segmentWords, tokenize, extractNumbers } from './tokenize.ts'

/** Queries of a keyword on the column `tokens`; undefined where one does not apply. */
export interface KeywordQueries {
  /** Every word: as written, as a term of the same meaning, as a narrower one; or the number. */
  readonly words: SearchQuery | undefined
  /** The same, all of it in the title. */
  readonly title: SearchQuery | undefined
  /** Every word or its concept as a word of the title: 制剂, but not the end of 抑制剂. */
  readonly wholeTitle: SearchQuery | undefined
  /** The same, and one of them in the name of a category: what the listing is, not what it mentions. */
  readonly topic: SearchQuery | undefined
  /** Every word or its concept as a word of the title or of the name of a category. */
  readonly inCategory: SearchQuery | undefined
  /** The number, complete. */
  readonly number: SearchQuery | undefined
  /** Pinyin prefix; the same in the title. */
  readonly sound: SearchQuery | undefined
  readonly titleSound: SearchQuery | undefined
}

const minNumberLength = 3

/** One thing that a keyword asks for: a term with its meanings, or a word. */
export interface KeywordGroup {
  /** As it was typed, for notices. */
  readonly text: string
  /** Concepts, or the key of the word itself. */
  readonly keys: readonly string[]
  readonly isConcept: boolean
  readonly segments: readonly Segment[]
  /** Of a single character: the pair with its neighbour, which it is searched by. */
  readonly pair?: string | undefined
  /** Whether it consists of single characters. */
  readonly isRow?: boolean
}

/** Marks of a keyword before it is read: plain, lower-case, simplified. */
const plainKeyword = (keyword: string) => plainText(normalizeKeyword(keyword).replace(revision, ''))
/** The revision of a guideline: ICH Q2(R2) is ICH Q2. */
const revision = /(?<=[a-z]\d{1,2}[a-z]?)\s?\(r\d\)/giu

/** What a keyword asks for, in its order; single Chinese characters only where there is nothing else. */
export function keywordGroups(keyword: string): KeywordGroup[] {
  const plain = plainKeyword(keyword)
  const segments = segmentsOf(plain)
  const groups: KeywordGroup[] = []
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at]
    if (segment === undefined) break
    const [longest] = conceptsAt(plain, segments, at)
    const last = longest?.last ?? at
    groups.push({
      text: plain.slice(segment.start, segments[last]?.end),
      keys: longest?.concepts ?? [segment.key],
      isConcept: longest !== undefined,
      segments: segments.slice(at, last + 1),
    })
    at = last
  }
  const merged = joinSingles(groups).filter(({ text }, _at, all) => all.length === 1 || !isGrammar(text))
  const telling = merged.filter((group) => !isSingle(group) || pairOf(group, plain) !== undefined)
  const longer = telling.filter((group) => !isSingle(group))
  if (longer.length === 0) return merged
  return telling.map((group) => ({ ...group, pair: isSingle(group) ? pairOf(group, plain) : undefined }))
}

const isSingle = ({ text }: Pick<KeywordGroup, 'text'>) => /^\p{Script=Han}$/u.test(text)
/** Characters that join words and mean nothing alone. */
const grammar = /[的和与及或在了是用对做测为以将于从等之并含有能可给个种类级家款前后时里]/u

/** Words around what is sought that no listing is about. */
const asking = new Set('怎么 什么 哪些 哪个 如何 是否 可以 能够 需要 一个 一些 一下 一种 一家 一台 几个 自己 我们 他们 你们 这个 那个 这种 这些 有没有 没有 时候 进行 关于 对于 以及 或者 还是 并且 如果 因为 所以 但是 会不会 能不能 是不是 多少 多久 要做 想做 想买 想要 准备 打算 目前 现在 最好 希望 里面 其中 之前 之后 以后 已经 正在 一起 同时 应该 必须 帮忙 帮我 求购 寻找 推荐 请问'.split(' ')) // prettier-ignore

const isGrammar = (text: string) => asking.has(text) || [...text].every((sign) => grammar.test(sign))

/** A single character beside a word says something together with its neighbour: 肝 of 肝毒性 as 肝毒. */
function pairOf({ text, segments }: Pick<KeywordGroup, 'text' | 'segments'>, plain: string): string | undefined {
  const [segment] = segments
  if (segment === undefined || grammar.test(text)) return undefined
  const next = plain.charAt(segment.end)
  if (/\p{Script=Han}/u.test(next) && !grammar.test(next)) return text + next
  const before = plain.charAt(segment.start - 1)
  return /\p{Script=Han}/u.test(before) && !grammar.test(before) ? before + text : undefined
}

/** Single characters in a row are a word that the word list does not know: 给药, 阿帕他胺. */
function joinSingles(groups: readonly KeywordGroup[]): KeywordGroup[] {
  const joined: KeywordGroup[] = []
  for (const group of groups) {
    const before = joined.at(-1)
    const isNext = before?.segments.at(-1)?.end === group.segments[0]?.start
    if (before?.isRow === true && isSingle(group) && isNext) {
      const text = before.text + group.text
      joined.splice(-1, 1, { ...before, text, keys: [text], segments: [...before.segments, ...group.segments] })
    } else joined.push({ ...group, isRow: isSingle(group) })
  }
  return joined
}

/** The words of a group as written: pairs of Chinese characters, Latin words and numbers by prefix. */
function writtenQuery({ segments, pair }: KeywordGroup, sign: string): SearchQuery | undefined {
  if (pair !== undefined) return exactToken(sign + pair)
  return queryAll(...joinedHan(segments).map((each) => segmentQuery(each, sign)))
}

/** Neighbouring Chinese words of one group are one run, so that all pairs of a term count. */
function joinedHan(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const before = joined.at(-1)
    if (before?.kind === 'han' && segment.kind === 'han' && before.end === segment.start) {
      const text = before.text + segment.text
      joined.splice(-1, 1, { ...before, text, key: text, end: segment.end })
    } else joined.push(segment)
  }
  return joined
}

function segmentQuery({ kind, text, key }: Segment, sign: string): SearchQuery | undefined {
  if (kind === 'phase') return exactToken(sign + tokenPrefixes.word + key)
  if (kind === 'han') return queryAll(...basicTokens(text).map((pair) => exactToken(sign + pair)))
  if (kind === 'measure') {
    const parts = basicTokens(text).map((each) => exactToken(sign + each))
    return queryAny(exactToken(sign + tokenPrefixes.word + key), queryAll(...parts))
  }
  if (isCas(text)) return exactToken(sign + text)
  // C18 is a word, no beginning of the formula C18H20.
  if (/^[a-z]{1,4}\d{1,3}$/.test(text))
    return queryAny(exactToken(sign + text), exactToken(sign + tokenPrefixes.word + key))
  const { numbers } = extractNumbers(text)
  const compact = key !== text && key.length > 1 ? prefixToken(sign + tokenPrefixes.word + key) : undefined
  const written =
    numbers.length > 0 || key === text
      ? prefixToken(sign + text)
      : queryAny(prefixToken(sign + text), queryAll(...basicTokens(text).filter((each) => each !== text).map((each) => prefixToken(sign + each)))) // prettier-ignore
  const joined = compact ?? (key.length > 2 ? prefixToken(sign + tokenPrefixes.word + key) : undefined)
  const own = sign === '' && numbers.length > 0 ? prefixToken(tokenPrefixes.number + normalizeNumber(text)) : undefined
  return queryAny(written, joined, own)
}

const signed = (sign: string, prefix: string, keys: readonly string[]) =>
  queryAny(...keys.map((key) => exactToken(sign + prefix + key)))

/** A group as a word or concept of a text. */
export const wholeQuery = ({ keys, pair }: KeywordGroup, sign: string): SearchQuery | undefined =>
  pair === undefined ? signed(sign, tokenPrefixes.word, keys) : exactToken(sign + pair)

/** The CAS numbers of a group that is a compound: listings of it, and not those that mention it. */
const compoundQuery = ({ keys, isConcept }: KeywordGroup): SearchQuery | undefined => {
  const { casNumbers } = knowledge()
  const numbers = isConcept ? keys.flatMap((key) => casNumbers.get(key) ?? []) : []
  return queryAny(...numbers.map((cas) => exactToken(tokenPrefixes.number + normalizeNumber(cas))))
}

/** A group as it is written, as a concept or as a narrower one. */
export function groupQuery(group: KeywordGroup, sign: string): SearchQuery | undefined {
  const written = writtenQuery(group, sign)
  if (!group.isConcept) return written
  return queryAny(signed(sign, tokenPrefixes.word, group.keys), signed(sign, tokenPrefixes.wider, group.keys), written)
}

/** Words that say how and not what: a listing without them is as good. */
const general = new Set('药物 药品 产品 样品 样本 风险 报告 数据 材料 实验室 客户 要求 支持 外包 委托 方案 平台 咨询 研究 试验 实验 测试 检测 分析 开发 服务 方法 技术 评价 评估 测定 生产 项目 工艺 研发 制备 定制 筛选 合成 模型 验证 采购 购买 试剂盒 标准品 对照品 glp gmp cgmp gcp cnas cma aaalac'.split(' ')) // prettier-ignore

/** General words that a listing need not have if it has a term of the question: 溶出度 检测 is 溶出度. */
const empty = new Set('研究 试验 实验 测试 检测 分析 服务 评价 评估 测定 项目 技术 咨询 外包 方案 相关 公司 机构 平台'.split(' ')) // prettier-ignore

/** The groups that a listing must have. */
function neededGroups(groups: readonly KeywordGroup[]): readonly KeywordGroup[] {
  const hasTerm = groups.some((group) => group.isConcept && !isGeneral(group))
  return hasTerm ? groups.filter(({ text, isConcept }) => isConcept || !empty.has(text)) : groups
}

export const isGeneral = ({ text }: Pick<KeywordGroup, 'text'>): boolean => general.has(text)

/** The shorter words of a group that nothing has as a whole, as groups of their own: 糖型 and 分析 of 糖型分析. */
export function innerGroups(group: KeywordGroup): KeywordGroup[] {
  const { concepts } = knowledge()
  const parts = group.segments.length > 1 ? group.segments.map(({ text }) => text) : []
  const names = [...joinedHan(group.segments).map(({ text }) => text), ...(group.isConcept ? group.keys : [])]
  const inner = names.filter((name) => /^\p{Script=Han}+$/u.test(name)).flatMap(partsOfName)
  const words = [...new Set([...parts, ...inner])].filter((word) => word.length > 1 && word !== group.text)
  const longest = words.filter((word) => !words.some((other) => other !== word && other.includes(word)))
  return longest.flatMap((word) => {
    const segments = segmentsOf(word).length === 1 ? segmentsOf(word) : [wholeSegment(word)]
    const named = concepts.get(knowledgeKey(word))
    return [{ text: word, keys: named ?? [segments[0]?.key ?? word], isConcept: named !== undefined, segments }]
  })
}

/** The words that a name consists of; any words in it where those cannot be told. */
function partsOfName(name: string): readonly string[] {
  const inner = innerWords(name)
  return inner.length > 0 ? inner : segmentWords(name).filter((word) => word.length > 1 && word !== name)
}

const wholeSegment = (text: string): Segment => ({ text, key: knowledgeKey(text), kind: /\p{Script=Han}/u.test(text) ? 'han' : 'latin', start: 0, end: text.length }) // prettier-ignore

/** Most concepts that a part of a name stands for. */
const maxConcepts = 12
/** A group as the concepts whose names begin with it: 膜片 of 膜片钳; undefined without any. */
export function begunQuery({ text }: KeywordGroup, sign: string): SearchQuery | undefined {
  const key = knowledgeKey(text)
  if (key.length < 2) return undefined
  const { concepts, related, wider } = knowledge()
  const named = new Set<string>()
  for (const [name, each] of concepts) if (name.startsWith(key)) for (const concept of each) named.add(concept)
  const all = [...named].slice(0, maxConcepts)
  const around = all.flatMap((each) => [...(related.get(each) ?? []), ...(wider.get(each) ?? [])])
  return signed(sign, tokenPrefixes.word, [...new Set([...all, ...around])])
}

/** The same, or in the texts of the page. */
export const looseQuery = (group: KeywordGroup): SearchQuery | undefined =>
  queryAny(groupQuery(group, ''), signed(tokenPrefixes.detail, tokenPrefixes.word, group.keys))

const otherConcepts = ({ keys, isConcept }: KeywordGroup, map: ReadonlyMap<string, readonly string[]>, sign: string) =>
  isConcept ? signed(sign, tokenPrefixes.word, [...new Set(keys.flatMap((key) => map.get(key) ?? []))]) : undefined

/** A group as one of the concepts that are related to it; undefined without any. */
export const relatedQuery = (group: KeywordGroup, sign: string): SearchQuery | undefined =>
  otherConcepts(group, knowledge().related, sign)

/** A group as another of the concepts that one which includes it includes; undefined without any. */
export const siblingQuery = ({ keys, isConcept }: KeywordGroup): SearchQuery | undefined =>
  isConcept
    ? signed('', tokenPrefixes.wider, [...new Set(keys.flatMap((key) => knowledge().wider.get(key) ?? []))])
    : undefined

/** A group as one of the concepts that include it; undefined without any. */
export const widerQuery = (group: KeywordGroup, sign: string): SearchQuery | undefined =>
  otherConcepts(group, knowledge().wider, sign)

/** Whether a keyword names one thing, by a compound or a number: then it describes no need. */
export function namesThing(keyword: string): boolean {
  const plain = plainKeyword(keyword)
  return (
    extractNumbers(plain).numbers.length > 0 || keywordGroups(plain).some((group) => compoundQuery(group) !== undefined)
  )
}

/** Whether a keyword as a whole is a term of the field, which then is not misspelt. */
export const isTerm = (keyword: string): boolean => knowledge().concepts.has(knowledgeKey(plainKeyword(keyword)))

/** Listings of a category, and those of categories with the same words in their names. */
export const categoryQuery = (name: string): SearchQuery | undefined =>
  queryAll(...meaningOf(name).words.map((word) => exactToken(tokenPrefixes.category + tokenPrefixes.word + word)))

/** Listings that a line of described needs leads to: those of its category, or with its term as words of the title. */
export function needQuery(term: string): SearchQuery | undefined {
  const names = term.split('/')
  const ofCategory = queryAll(...names.map(categoryQuery))
  if (names.length > 1) return ofCategory
  return queryAny(ofCategory, queryAll(...keywordGroups(term).map((group) => wholeQuery(group, tokenPrefixes.title))))
}

/** The pairs of characters of a word that nothing has, each as a group. */
export const pairGroups = ({ text }: KeywordGroup): KeywordGroup[] =>
  basicTokens(text)
    .filter((pair) => /^\p{Script=Han}{2}$/u.test(pair))
    .map((pair) => ({ text: pair, keys: [pair], isConcept: false, segments: [wholeSegment(pair)] }))

/** Parses a keyword. Nothing in it is treated as an operator. */
export function keywordQueries(keyword: string): KeywordQueries {
  const plain = plainKeyword(keyword)
  const number = numberToken(plain)
  const byNumber = number === undefined ? undefined : isCas(plain) ? exactToken(number) : prefixToken(number)
  const groups = isCas(plain) ? [] : neededGroups(keywordGroups(plain))
  const all = (make: (group: KeywordGroup) => SearchQuery | undefined) => queryAll(...groups.map(make))
  const cas = isCas(plain) ? plain : undefined
  const title = tokenPrefixes.title
  const wholeTitle = all((group) => wholeQuery(group, title))
  const ofCompound = queryAny(...groups.map(compoundQuery))
  const ofCategory = queryAny(...groups.map((group) => wholeQuery(group, tokenPrefixes.category)), ofCompound)
  const category = tokenPrefixes.category
  // FBS is fetal bovine serum, and not the initials of another name.
  const isNamed = plain.length > 2 && isTerm(plain)
  return {
    words: queryAny(cas === undefined ? all((group) => groupQuery(group, '')) : exactToken(cas), byNumber),
    title: cas === undefined ? all((group) => groupQuery(group, title)) : exactToken(title + cas),
    wholeTitle,
    topic: queryAll(wholeTitle, ofCategory),
    inCategory: all((group) => queryAny(wholeQuery(group, title), wholeQuery(group, category))),
    number: number === undefined ? (groups.length === 1 ? ofCompound : undefined) : exactToken(number),
    sound: isNamed ? undefined : queryAny(pinyinQuery(plain, tokenPrefixes.titleSound), pinyinQuery(plain, tokenPrefixes.sound)), // prettier-ignore
    titleSound: isNamed ? undefined : pinyinQuery(plain, tokenPrefixes.titleSound),
  }
}

/** Most parts of a keyword that are looked for in titles. */
const maxWritten = 16
/** The words of a keyword and their parts as they are written, without spaces: what a title may have of it. */
export function writtenParts(keyword: string): readonly string[] {
  const words = keywordGroups(keyword).map(({ text }) => text.replace(/\s/gu, ''))
  return [...new Set([...words, ...basicTokens(plainKeyword(keyword))])].slice(0, maxWritten)
}

/** The queries of a keyword as tsquery texts; '' where one does not apply. */
export type KeywordTsqueries = Readonly<Record<keyof KeywordQueries, string>>

/** The queries of a keyword as tsquery texts. */
export function keywordTsqueries(keyword: string): KeywordTsqueries {
  const { words, title, wholeTitle, topic, inCategory, number, sound, titleSound } = keywordQueries(keyword)
  return {
    words: tsqueryOf(words),
    title: tsqueryOf(title),
    wholeTitle: tsqueryOf(wholeTitle),
    topic: tsqueryOf(topic),
    inCategory: tsqueryOf(inCategory),
    number: tsqueryOf(number),
    sound: tsqueryOf(sound),
    titleSound: tsqueryOf(titleSound),
  }
}

/** Every word of a term, as written; with the title prefix, in the title. */
export const termQuery = (term: string, sign: string): SearchQuery | undefined =>
  queryAll(
    ...tokenize(term)
      .filter(isSearchableToken)
      .map((each) => exactToken(sign + each)),
  )

/** Digits and Latin letters, as in catalogue and CAS numbers, with the number prefix; undefined for anything else. */
function numberToken(plain: string): string | undefined {
  const number = normalizeNumber(plain)
  return /^[a-z0-9][a-z0-9 _./#-]*$/.test(plain) && /\d/.test(number) && number.length >= minNumberLength
    ? tokenPrefixes.number + number
    : undefined
}

/** Two letters are the initials of a two-character word; more are a prefix from the start of a word. */
function pinyinQuery(plain: string, sign: string): SearchQuery | undefined {
  const letters = asPinyin(plain)
  if (letters === undefined) return undefined
  const whole = letters.length === 2 ? exactToken(sign + letters) : prefixToken(sign + letters)
  const words = plain.split(' ')
  // Words apart from each other in a name: duotai hecheng.
  const isSeveral = words.length > 1 && words.every((word) => word.length >= minSoundLength)
  return isSeveral ? queryAny(whole, queryAll(...words.map((word) => prefixToken(sign + word)))) : whole
}
/** Shorter pieces are syllables of one word. */
const minSoundLength = 5

/** Whether a misspelt term stands at a place, and is no part of a longer Latin word. */
function isListed(plain: string, at: number, length: number): boolean {
  const term = plain.slice(at, at + length)
  if (!knowledge().corrections.has(term)) return false
  const isLatin = (sign: string) => /[a-z0-9]/.test(sign)
  return !(isLatin(term.charAt(0)) && isLatin(plain.charAt(at - 1))) && !(isLatin(term.at(-1) ?? '') && isLatin(plain.charAt(at + length))) // prettier-ignore
}

/** The right spelling of a keyword with terms that the knowledge lists as misspelt; undefined without any. */
export function correctedTypos(keyword: string): string | undefined {
  const { corrections } = knowledge()
  const plain = plainKeyword(keyword)
  const whole = corrections.get(knowledgeKey(plain))
  if (whole !== undefined) return whole
  const longest = 12
  let made = ''
  let changed = false
  for (let at = 0; at < plain.length;) {
    let length = Math.min(longest, plain.length - at)
    while (length > 1 && !isListed(plain, at, length)) length -= 1
    const right = length > 1 ? corrections.get(plain.slice(at, at + length)) : undefined
    made += right ?? plain.charAt(at)
    changed ||= right !== undefined
    at += right === undefined ? 1 : length
  }
  return changed ? made : undefined
}

import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { contract } from '../../src/contract/contract.ts'
import { licenceFields, sameName } from '../../src/domain/accounts/licence-text.ts'
import { findCreditCode } from '../../src/domain/accounts/credit-code.ts'
import { shortenText, readSentText, wireText } from '../../src/domain/chat/content.ts'
import { findOwnLink } from '../../src/domain/chat/own-link.ts'
import { checkBody, getTargets } from '../../src/domain/content/check-text.ts'
import { getReadingMinutes, plainLines } from '../../src/domain/content/plain-text.ts'
import { parseRuns } from '../../src/domain/content/rich-runs.ts'
import { parseBlocks, toMarkdown } from '../../src/domain/content/rich-text.ts'
import { maskCompany, maskEmail, maskName, maskPhone } from '../../src/domain/masks.ts'
import { parseFen } from '../../src/domain/money-input.ts'
import { cleanFileName } from '../../src/domain/operations/file-name.ts'
import { createWordList } from '../../src/domain/operations/moderation-words.ts'
import { normalizeReview } from '../../src/domain/orders/reviews.ts'
import { sentence } from '../../src/domain/sentence.ts'
import { cutHeadText } from '../../src/domain/shell/head-text.ts'
import { withNonBreakingSpaces } from '../../src/domain/title-breaks.ts'
import { plainText } from '../../src/server/content/feeds/parse-feed.ts'
import { csvRows } from '../../src/server/content/importing/read-rows.ts'
import { splitLines, splitValues } from '../../src/server/catalogue/publishing/sheets/column.ts'
import { productSheet, serviceSheet } from '../../src/server/catalogue/publishing/sheets/listing-sheet.ts'

/** Worker of tests/faults/text-cost.test.ts: CPU time of all parsers of user input, with long hostile texts. */

interface Reader {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** Functions that parse user input or uploads. */
const functionReaders: readonly Reader[] = Object.entries({
  plainLines,
  minutesOf: getReadingMinutes,
  runsOf: parseRuns,
  sentence,
  tidyReview: normalizeReview,
  keptTogether: withNonBreakingSpaces,
  plainText,
  shortOf: shortenText,
  wireText,
  sentText: readSentText,
  fenOf: parseFen,
  linesOf: splitLines,
  wordsOf: splitValues,
  maskName,
  maskPhone,
  maskEmail,
  maskCompany,
  headText: (text: string) => cutHeadText(text, 30),
  markdown: (text: string) => parseBlocks({ format: 'markdown', text }),
  plain: (text: string) => toMarkdown({ format: 'plain', text }),
  targetsOf: (text: string) => getTargets(text, 1),
  bodyFaults: (text: string) => checkBody(text, 1),
  findOwnLink: (text: string) => findOwnLink(text, (origin) => origin === 'https://example.com'),
  cleanName: (text: string) => cleanFileName(text, 'pdf'),
  licenceFields: (text: string) => licenceFields([text]),
  findCreditCode: (text: string) => findCreditCode([text]),
  sameName: (text: string) => sameName(text.slice(0, 200), text),
  csvRows: (text: string) => csvRows(text.replaceAll('"', '')),
  feedTitle: (text: string) => plainText(`<p title="${text}`),
}).map(([name, read]) => ({ name, read }))

/** Columns of the sheets, without their length limit. */
const rules = {
  kind: 'product' as const,
  categories: new Map(),
  attributesOf: () => [],
  attributesByCategory: new Map(),
  tags: new Set<string>(),
  certificates: [],
  shopName: '',
  nameOf: new Map(),
  capabilities: new Set<string>(),
  root: { id: 1, kind: 'product' as const, parentId: null, level: 0, name: '', path: [], mark: '', figure: '' },
  places: new Map([['110000', '北京市']]),
  words: createWordList([]),
}
const columnReaders: readonly Reader[] = [
  ...productSheet.columns.map(({ head, read }) => ({
    name: `商品 ${head}`,
    read: (text: string) => read(text, rules, productSheet.empty),
  })),
  ...serviceSheet.columns.map(({ head, read }) => ({
    name: `服务 ${head}`,
    read: (text: string) => read(text, rules, serviceSheet.empty),
  })),
  ...productSheet.specColumns.map(({ head, read }) => ({ name: `规格 ${head}`, read })),
]

/** Every text schema in the contract's inputs, with its first location. */
function schemaReaders(): Reader[] {
  const found = new Map<z.core.$ZodType, string>()
  const seen = new Set<z.core.$ZodType>()
  const visit = (schema: z.core.$ZodType, at: string): boolean => {
    if (seen.has(schema)) return found.has(schema)
    seen.add(schema)
    const def: Readonly<Record<string, unknown>> = { ...schema._zod.def }
    if (def.type === 'string') {
      found.set(schema, at)
      return true
    }
    let takesText = false
    for (const [key, value] of Object.entries(def)) {
      if (key === 'shape' && typeof value === 'object' && value !== null) {
        for (const [name, each] of Object.entries(value)) if (isSchema(each)) visit(each, `${at}.${name}`)
      }
      if (['element', 'valueType', 'keyType'].includes(key) && isSchema(value)) visit(value, `${at}[]`)
      if (['innerType', 'in'].includes(key) && isSchema(value)) takesText = visit(value, at) || takesText
      if (key === 'options' && Array.isArray(value)) {
        for (const each of value) if (isSchema(each)) takesText = visit(each, at) || takesText
      }
      if (key === 'items' && Array.isArray(value)) for (const each of value) if (isSchema(each)) visit(each, `${at}[]`)
    }
    if (takesText) found.set(schema, at)
    return takesText
  }
  for (const [domain, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) visit(call.input, `${domain}.${name}`)
  }
  return [...found].map(([schema, name]) => ({
    name,
    read: (text: string) => (hasParse(schema) ? schema.safeParse(text) : undefined),
  }))
}
const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value
const hasParse = (schema: z.core.$ZodType): schema is z.ZodType => 'safeParse' in schema

const units = [
  ' ',
  '\n',
  'a',
  '1',
  '0',
  '-',
  '.',
  '/',
  '|',
  '!',
  '#',
  '*',
  '@',
  '中',
  '（',
  '\u0300',
  '😀',
  '\u0001',
  '<',
  '<!--',
  '<p ',
  '</',
  '[',
  '![',
  '[a](',
  '((((',
  '{"a":',
  '&amp',
  'a@a.',
  'a-',
  '1,',
  'http://a ',
  'www.',
  ' / ',
  ' | ',
  '：',
  ': ',
  ' \n',
  'a|b\n',
  '> ',
  '- ',
  '1. ',
  '**',
  '`',
  '_x000D',
  '登',
  '微信 ',
  '号',
]
const heads = ['', 'a@', 'https://', '+86', '# ', '名称']
/** Text lengths, and their limits of CPU time in milliseconds. */
const steps = [
  [300, 20],
  [3_000, 40],
  [20_000, 100],
] as const

const cost = (read: Reader['read'], text: string): number => {
  const before = process.threadCpuUsage()
  read(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** A text to be read, made once for all readers. */
interface Attack {
  readonly label: string
  readonly text: string
  readonly most: number
}

const attacks: readonly Attack[] = steps.flatMap(([length, most]) =>
  units.flatMap((unit) =>
    heads.map((head) => ({
      label: `${length} of ${JSON.stringify(head + unit)}`,
      text: `${head}${unit.repeat(Math.ceil(length / unit.length))}\u0001`,
      most,
    })),
  ),
)
const readers = [...functionReaders, ...columnReaders, ...schemaReaders()]
/** What is being read, for the other thread to name when it never ends: a message for each would cost more than reading. */
const position = new Int32Array(z.instanceof(SharedArrayBuffer).parse(workerData))
parentPort?.postMessage({ readers: readers.map(({ name }) => name), attacks: attacks.map(({ label }) => label) })

const slow: string[] = []
readers.forEach(({ name, read }, reader) => {
  position[0] = reader
  for (const [at, { label, text, most }] of attacks.entries()) {
    position[1] = at
    if (cost(read, text) > most && cost(read, text) > most && cost(read, text) > most) {
      slow.push(`${name} on ${label}`)
      break
    }
  }
})
parentPort?.postMessage({ slow })

import type { ReadWord } from '../../accounts/licence-layout.ts'
import { completeFields, dayOfText, fenOfText, nothingRead, taxRateOfText, type ReadFields } from './invoice-fields.ts'

/** Words of one page that are read at most. */
const maxWords = 6_000

/**
 * Lines of a page from top to bottom. Words of one line that stand close together are joined; a gap is a tab, so that
 * columns stay apart.
 */
export function invoiceLines(words: readonly ReadWord[]): string[] {
  const kept = words.filter(({ text }) => text.trim() !== '').slice(0, maxWords)
  const rows: ReadWord[][] = []
  for (const word of kept.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = rows.at(-1)
    const first = row?.[0]
    const isSame =
      first !== undefined && Math.abs(middleOf(word) - middleOf(first)) < Math.min(word.height, first.height) / 2
    if (row !== undefined && isSame) row.push(word)
    else rows.push([word])
  }
  return rows.map((row) => joinRow(row.toSorted((a, b) => a.left - b.left)))
}

const middleOf = ({ top, height }: ReadWord) => top + height / 2

function joinRow(row: readonly ReadWord[]): string {
  let end: number | undefined
  let line = ''
  for (const { text, left, width, height } of row) {
    if (end !== undefined) line += left - end > height * 0.9 ? '\t' : left - end > height * 0.25 ? ' ' : ''
    line += text.replace(/[\t\n\r]/g, ' ')
    end = left + width
  }
  return line.normalize('NFKC')
}

const taxNoLabel =
  /(?:统一社会信用代码|纳税人识别号|税号)[^:\t]{0,24}[:\t]?[\t ]{0,9}([0-9A-Z](?: ?[0-9A-Z]){14,19}(?![0-9A-Z]))?/g
const nameLabel = /名[\t ]{0,9}称[ ]{0,3}:?[\t ]{0,9}([^\t:]{2,100})?/g
const moneyText = /-?[¥￥Y]? ?-?\d{1,3}(?:,\d{3}){1,4}\.\d{2}|-?[¥￥Y]? ?-?\d{1,12}\.\d{2}/g

interface Party {
  readonly names: (string | null)[]
  readonly taxNos: (string | null)[]
}

/** Texts that follow a value on the same line when a gap is narrow. */
const nextLabel = /(?:统一社会信用代码|纳税人识别号|销售方|购买方|销 ?名|购 ?名|税号).*$/

const cleanName = (text: string | undefined): string | null => {
  const plain = text?.replace(nextLabel, '').trim() ?? ''
  return plain === '' ? null : plain
}
const cleanTaxNo = (text: string | undefined): string | null => (text === undefined ? null : text.replace(/ /g, ''))

type Side = 'buyer' | 'seller'
const sideMark = /(购买方|购货单位|购方|受票方)|(销售方|销货单位|销方|开票方)/g

/**
 * Names and tax numbers of both sides. A side written before the label counts (销售方名称), or above as a heading; without
 * one the first is the buyer's, as on every official form.
 */
function readParties(lines: readonly string[]): { readonly buyer: Party; readonly seller: Party } {
  const marked = { buyer: emptyParty(), seller: emptyParty() }
  const unmarked = emptyParty()
  let heading: Side | undefined
  for (const line of lines) {
    const marks = sideMarks(line)
    const hasLabel = line.search(nameLabel) !== -1 || line.search(taxNoLabel) !== -1
    if (!hasLabel) {
      // Two headings in one line stand above two columns: the order of the columns decides.
      heading = marks.length === 1 ? marks[0]?.side : marks.length > 1 ? undefined : heading
      continue
    }
    const put = (at: number, part: keyof Party, value: string | null) => {
      const side = marks.findLast((mark) => mark.at <= at)?.side ?? (marks.length === 0 ? heading : undefined)
      ;(side === undefined ? unmarked : marked[side])[part].push(value)
    }
    for (const match of line.matchAll(nameLabel))
      if (!isItemHead(line, match.index)) put(match.index, 'names', cleanName(match[1]))
    for (const match of line.matchAll(taxNoLabel)) put(match.index, 'taxNos', cleanTaxNo(match[1]))
    if (marks.length === 1) heading = marks[0]?.side
    if (marks.length > 1) heading = undefined
  }
  return {
    buyer: {
      names: [...marked.buyer.names, ...unmarked.names.slice(0, 1)],
      taxNos: [...marked.buyer.taxNos, ...unmarked.taxNos.slice(0, 1)],
    },
    seller: {
      names: [...marked.seller.names, ...unmarked.names.slice(1)],
      taxNos: [...marked.seller.taxNos, ...unmarked.taxNos.slice(1)],
    },
  }
}

const emptyParty = (): Party => ({ names: [], taxNos: [] })
const sideMarks = (line: string): { readonly at: number; readonly side: Side }[] =>
  [...line.matchAll(sideMark)].map(({ index, 1: buyer }) => ({
    at: index,
    side: buyer === undefined ? 'seller' : 'buyer',
  }))

/** 货物或应税劳务、服务名称 and 项目名称 head the table of items. */
const isItemHead = (line: string, at: number): boolean =>
  /(?:项目|服务|劳务|商品|货物) ?$/.test(line.slice(Math.max(0, at - 6), at))

const firstOf = (values: readonly (string | null)[]): string | null => values.find((value) => value !== null) ?? null

/** Money in a text, fen; OCR reads ¥ as Y. */
const moneyIn = (text: string): number[] =>
  [...text.matchAll(moneyText)].flatMap(([found]) => {
    const fen = fenOfText(found.replace(/[Y¥￥ ]/g, ''))
    return fen === null ? [] : [fen]
  })

/** Total with tax: beside 小写, or the last amount of the line of 价税合计 and the one below. */
function readTotal(lines: readonly string[]): number | null {
  for (const [at, line] of lines.entries()) {
    const small = line.search(/小 ?写/)
    const label = line.search(/价 ?税 ?合 ?计/)
    if (small === -1 && label === -1) continue
    const here = moneyIn(line.slice(Math.max(small, label)))
    const found = here.at(0) ?? moneyIn(lines[at + 1] ?? '').at(-1)
    if (found !== undefined) return found
  }
  return null
}

/** Amount and tax: the line of 合计, which is not the one of 价税合计. */
function readSums(lines: readonly string[]): { readonly amount: number | null; readonly tax: number | null } {
  for (const line of lines) {
    const at = line.search(/合[\t ]{0,9}计/)
    if (at === -1 || /价 ?税 ?合 ?计/.test(line)) continue
    const sums = moneyIn(line.slice(at))
    const [amount = null, tax = null] = sums
    // Exempt invoices have signs instead of the tax.
    if (amount !== null) return { amount, tax: tax ?? (/\*{3}|免税/.test(line) ? 0 : null) }
  }
  const named = (label: RegExp) =>
    lines.flatMap((line) => (label.test(line) ? moneyIn(line.slice(line.search(label))) : [])).at(0)
  return { amount: named(/(?:不含税|合计)金额/) ?? null, tax: named(/(?:合计)?税额(?:合计)?[:\t ]/) ?? null }
}

/** The one rate of the items; null if none or several were found. */
function readRate(lines: readonly string[]): number | null {
  const rates = new Set(
    lines.flatMap((line) =>
      [...line.matchAll(/(?<![\d.])(\d{1,2}(?:\.\d{1,2})?) ?%|免 ?税(?!额)|不征税/g)].flatMap(([whole, percent]) => {
        const rate = taxRateOfText(percent === undefined ? whole.replace(/ /g, '') : `${percent}%`)
        return rate === null ? [] : [rate]
      }),
    ),
  )
  const [rate = null] = rates
  return rates.size === 1 ? rate : null
}

const afterLabel = (lines: readonly string[], label: RegExp): string | null =>
  lines.map((line) => label.exec(line)?.[1]).find((found) => found !== undefined) ?? null

/** Fields of an invoice from the lines of its text; see `invoiceLines`. */
export function readInvoiceLines(lines: readonly string[]): ReadFields {
  const number = afterLabel(lines, /发票号码[ ]{0,3}:?[\t ]{0,9}(\d{20}|\d{8})(?!\d)/)
  const day = afterLabel(lines, /开票日期[ ]{0,3}:?[\t ]{0,9}([\d年月日 /.-]{8,20})/)
  const { buyer, seller } = readParties(lines)
  const sums = readSums(lines)
  return completeFields({
    ...nothingRead,
    number: number ?? lines.map((line) => /(?:^|\D)(\d{20})(?!\d)/.exec(line)?.[1]).find(Boolean) ?? null,
    issuedOn: day === null ? null : dayOfText(day),
    buyerName: firstOf(buyer.names),
    buyerTaxNo: buyer.taxNos[0] ?? null,
    sellerName: firstOf(seller.names),
    sellerTaxNo: seller.taxNos[0] ?? null,
    amount: sums.amount,
    tax: sums.tax,
    total: readTotal(lines),
    taxRate: readRate(lines),
  })
}

import { completeFields, dayOfText, fenOfText, nothingRead, taxRateOfText, type ReadFields } from './invoice-fields.ts'

/**
 * Names of elements, in small letters and without signs, by field: of the fully digital invoice (数电票) of the tax
 * administration, then those of earlier electronic invoices, which are spelled in pinyin. The first that is there counts.
 */
const names = {
  number: ['invoicenumber', 'eiid', 'invoiceno', 'fphm'],
  issuedOn: ['issuetime', 'issuedate', 'requesttime', 'kprq'],
  buyerName: ['buyername', 'gmfmc', 'gfmc', 'ghfmc'],
  buyerTaxNo: ['buyeridnum', 'buyertaxno', 'buyertaxid', 'gmfnsrsbh', 'gfsh', 'ghfnsrsbh'],
  sellerName: ['sellername', 'xhfmc', 'xfmc', 'xsfmc'],
  sellerTaxNo: ['selleridnum', 'sellertaxno', 'sellertaxid', 'xhfnsrsbh', 'xfsh', 'xsfnsrsbh'],
  amount: ['totalamwithouttax', 'totalamountwithouttax', 'hjje'],
  tax: ['totaltaxam', 'totaltaxamount', 'hjse'],
  total: ['totaltaxincludedamount', 'jshj'],
  taxRate: ['taxrate', 'slv', 'sl'],
} as const satisfies Readonly<Record<keyof ReadFields, readonly string[]>>

/** Elements that are read, and how deep: invoices have a few hundred, six deep. */
const [maxElements, maxDepth] = [20_000, 24]

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts of all elements by their plain name, in document order. */
function textsByName(tree: unknown): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  const waiting: { readonly name: string; readonly value: unknown; readonly depth: number }[] = [
    { name: '', value: tree, depth: 0 },
  ]
  for (let read = 0; read < maxElements; read += 1) {
    const next = waiting.pop()
    if (next === undefined) break
    const { name, value, depth } = next
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).trim()
      const before = found.get(name)
      if (text === '') continue
      if (before === undefined) found.set(name, [text])
      else before.push(text)
    } else if (depth < maxDepth) waiting.push(...childrenOf(name, value, depth).toReversed())
  }
  return found
}

const plainName = (name: string) => (name.split(':').at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')

function childrenOf(name: string, value: unknown, depth: number) {
  if (Array.isArray(value)) return value.map((one: unknown) => ({ name, value: one, depth: depth + 1 }))
  if (!isObject(value)) return []
  return Object.entries(value).map(([key, one]) => ({
    name: key === '#text' ? name : plainName(key),
    value: one,
    depth: depth + 1,
  }))
}

/** Fields of an invoice from its parsed XML; fields that are missing or malformed are null. */
export function readInvoiceXml(tree: unknown): ReadFields {
  const texts = textsByName(tree)
  const all = (field: keyof typeof names): readonly string[] =>
    names[field].map((name) => texts.get(name)).find((found) => found !== undefined) ?? []
  const first = (field: keyof typeof names): string | null => all(field)[0] ?? null
  const parsed = <T>(field: keyof typeof names, parse: (text: string) => T | null): T | null => {
    const text = first(field)
    return text === null ? null : parse(text)
  }
  const rates = [...new Set(all('taxRate').map(taxRateOfText))]
  const [rate = null] = rates
  return completeFields({
    ...nothingRead,
    number: parsed('number', (text) => (/^(\d{8}|\d{20})$/.test(text) ? text : null)),
    issuedOn: parsed('issuedOn', dayOfText),
    buyerName: first('buyerName'),
    buyerTaxNo: parsed('buyerTaxNo', taxNoOf),
    sellerName: first('sellerName'),
    sellerTaxNo: parsed('sellerTaxNo', taxNoOf),
    amount: parsed('amount', fenOfText),
    tax: parsed('tax', fenOfText),
    total: parsed('total', fenOfText),
    taxRate: rates.length === 1 ? rate : null,
  })
}

const taxNoOf = (text: string): string | null => {
  const plain = text.normalize('NFKC').replace(/\s/g, '').toUpperCase()
  return /^[0-9A-Z]{15,20}$/.test(plain) ? plain : null
}

import { isCas } from '../catalogue/cas.ts'
import { toHalfWidth } from '../half-width.ts'
import { maxCartItems, maxQuantity, type CartListing } from './cart-items.ts'

/** Limits of one quick order: lines, characters of a code, products shown for a code. */
export const maxQuickLines = 200
export const maxQuickCode = 60
export const maxQuickMatches = 20

/** A pasted line: a CAS or catalogue number and a quantity. */
export interface QuickLine {
  /** Number of the line as pasted, from 1; empty lines count. */
  readonly no: number
  readonly code: string
  /** null = not a whole number from 1 up. */
  readonly quantity: number | null
}

const quantityWord = /^[x×*]?\s*(\d{1,9})\s*(?:瓶|支|盒|件|个|套|台|袋|包|桶|只|块|根)?$/iu
const looksLikeQuantity = (word: string) => /^[x×*]?\s*-?\d+(?:\.\d+)?\s*\p{Script=Han}?$/iu.test(word)

function readQuantity(word: string): number | null {
  const number = Number(quantityWord.exec(word)?.[1] ?? Number.NaN)
  return Number.isInteger(number) && number >= 1 && number <= maxQuantity ? number : null
}

/**
 * Lines of pasted text, empty ones left out. Code and quantity are divided by a tab, comma, semicolon or spaces; a code
 * may contain spaces, and without a quantity it is one piece.
 */
export function parseQuickOrder(text: string): QuickLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((typed, index) => {
    const line = toHalfWidth(typed).replace(/[\u2010-\u2015\u2212]/g, '-')
    if (line === '') return []
    const [first = '', second, ...others] = line.split(/[\t,;、]+/).map((part) => part.trim())
    if (second !== undefined) {
      const filled = [second, ...others].filter((part) => part !== '')
      const word = filled.find(looksLikeQuantity) ?? filled[0]
      return [{ no: index + 1, code: first, quantity: word === undefined ? 1 : readQuantity(word) }]
    }
    const words = first.split(/\s+/)
    const last = words.at(-1) ?? ''
    if (words.length > 1 && looksLikeQuantity(last)) {
      return [{ no: index + 1, code: words.slice(0, -1).join(' '), quantity: readQuantity(last) }]
    }
    return [{ no: index + 1, code: words.join(' '), quantity: 1 }]
  })
}

/** What catalogue numbers are compared in: upper case without blanks and separators. The database has the same. */
export const catalogueKey = (code: string): string =>
  toHalfWidth(code)
    .toUpperCase()
    .replaceAll(/[\s._/-]/g, '')

/** The CAS number that a code means: written `CAS 103-90-2`, `103-90-2` or `103902`; undefined for other codes. */
export function casOfCode(code: string): string | undefined {
  const word = toHalfWidth(code)
    .replace(/^CAS\s*(?:NO\.?|号)?\s*[:：#]?\s*/i, '')
    .replaceAll(/\s/g, '')
  const digits = word.replaceAll('-', '')
  if (!/^\d{5,10}$/.test(digits)) return undefined
  const written = `${digits.slice(0, -3)}-${digits.slice(-3, -1)}-${digits.slice(-1)}`
  return isCas(written) && (word === digits || word === written) ? written : undefined
}

/** Why a chosen specification was not added. */
export const quickRefusals = ['gone', 'priceOpen', 'own', 'stockShort', 'belowMinimum', 'cartFull'] as const
export type QuickRefusal = (typeof quickRefusals)[number]

interface QuickListing extends CartListing {
  readonly isOwn: boolean
}

/** Decides about one line. `inside` is its quantity in the cart already; `items` the number of different items there. */
export function quickRefusal(
  listing: QuickListing | undefined,
  quantity: number,
  { inside, items }: { readonly inside: number; readonly items: number },
): QuickRefusal | null {
  if (listing === undefined || !listing.onSale || !listing.specOnSale) return 'gone'
  if (listing.isOwn) return 'own'
  if (listing.priceType !== 0 || listing.price === null) return 'priceOpen'
  const total = inside + quantity
  if (total > Math.min(listing.stock ?? maxQuantity, maxQuantity)) return 'stockShort'
  if (total < listing.minOrder) return 'belowMinimum'
  return inside === 0 && items >= maxCartItems ? 'cartFull' : null
}

import { toHalfWidth } from './half-width.ts'

/** Parsing of typed amounts; money.ts formats. */

/**
 * Parses an amount typed in yuan to fen: `960,000`, `￥1 200.5`, `12.50`. Null if invalid, with more than two decimals,
 * or above the maximum (1,000 billion yuan).
 */
export function parseFen(typed: string): number | null {
  const text = toHalfWidth(typed).replace(/[\s,¥]/g, '')
  const parts = /^(\d{1,12})(?:\.(\d{0,2}))?$/.exec(text)
  if (parts === null) return null
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/** Amount in fen as input text: 96000000 → `960000`, 1250 → `12.5` written `12.50`. */
export function formatYuanInput(fen: number): string {
  const cents = fen % 100
  return cents === 0 ? String(Math.trunc(fen / 100)) : `${Math.trunc(fen / 100)}.${String(cents).padStart(2, '0')}`
}

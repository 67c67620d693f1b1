import { halfWidth } from './half-width.ts'

/** A sum as people type it, turned into fen and back. Apart from money.ts, which only shows. */

/**
 * Fen of a sum typed in yuan: `960,000`, `￥1 200.5`, `12.50`. Null for what is no sum, has more than two decimals,
 * or is beyond what a sum may be (1,000 billion yuan).
 */
export function fenOf(typed: string): number | null {
  const text = halfWidth(typed).replace(/[\s,¥]/g, '')
  const parts = /^(\d{1,12})(?:\.(\d{0,2}))?$/.exec(text)
  if (parts === null) return null
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}

/** Fen as one types them: 96000000 → `960000`, 1250 → `12.5` written `12.50`. */
export function typedYuan(fen: number): string {
  const cents = fen % 100
  return cents === 0 ? String(Math.trunc(fen / 100)) : `${Math.trunc(fen / 100)}.${String(cents).padStart(2, '0')}`
}

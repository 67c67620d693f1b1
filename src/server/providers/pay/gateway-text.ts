import { fenOf } from '../../../domain/money-input.ts'
import { dateTime } from '../../../domain/time.ts'

/**
 * A payment's name as gateways take it. Without the marks that join the fields of what Alipay signs, so that no part of
 * a name can ever be read as a field.
 */
export const plainSubject = (subject: string) => {
  const plain = subject.replace(/[/=&"'<>\\\p{C}]+/gu, ' ').trim()
  // By characters: half of one could not be signed.
  return [...plain].slice(0, 60).join('') || '订单付款'
}

/** 5000 → `50.00`, as Alipay writes sums. */
export const yuanText = (fen: number) => `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** Fen of a sum as Alipay writes it; null for anything else, since nothing may be guessed of money. */
export const fenOfText = (yuan: string | undefined) =>
  yuan !== undefined && /^\d{1,12}(\.\d{1,2})?$/.test(yuan) ? fenOf(yuan) : null

/** A moment as Alipay writes it: `2026-11-21 16:05:00`, in Shanghai wherever this process runs. */
export const shanghaiText = (moment: Date) => dateTime(moment.toISOString())

/** The moment of such a text; null when it is none. */
export function momentOfText(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const moment = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

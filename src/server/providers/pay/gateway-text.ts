import { parseFen } from '../../../domain/money-input.ts'
import { dateTime } from '../../../domain/time.ts'

/**
 * Subject of a payment for gateways, without the characters that join the signed fields of Alipay, so that no part can
 * be parsed as a field.
 */
export const plainSubject = (subject: string) => {
  const plain = subject.replace(/[/=&"'<>\\\p{C}]+/gu, ' ').trim()
  // Split by code points: lone surrogates cannot be signed.
  return [...plain].slice(0, 60).join('') || '订单付款'
}

/** 5000 → `50.00`, the amount format of Alipay. */
export const yuanText = (fen: number) => `${Math.trunc(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

/** Fen of an Alipay amount; null for any other format. */
export const fenOfText = (yuan: string | undefined) =>
  yuan !== undefined && /^\d{1,12}(\.\d{1,2})?$/.test(yuan) ? parseFen(yuan) : null

/** A moment in the format of Alipay: `2026-11-21 16:05:00`, always in Shanghai. */
export const shanghaiText = (moment: Date) => dateTime(moment.toISOString())

/** Parses such a text; null when malformed. */
export function momentOfText(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const moment = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(moment.getTime()) ? null : moment
}

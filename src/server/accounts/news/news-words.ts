import { links } from '../../../domain/links.ts'
import type { OutboxMessage } from '../../operations/public.ts'

interface Told {
  readonly title: string
  readonly text: string
  /** Own path that leads to it. */
  readonly path: string
}

/** So many are named in one mail; of more only the number. */
const named = 20

/** One mail of what a person is told: by itself under its own title, several as a list. */
export function mailOf(recipient: string, news: readonly Told[], site: string): OutboxMessage {
  const [first] = news
  const one = news.length === 1 ? first : undefined
  const subject = one?.title ?? `您有 ${news.length} 条新消息：${first?.title ?? ''}`
  const body = one === undefined ? listOf(news, site) : `${sentence(one)}\n查看：${whole(one.path, site)}`
  const text = `${body}\n\n管理通知方式：${whole(links.buyerPreferences(), site)}`
  return { channel: 'mail', template: 'notice', recipient, subject, text, params: { text } }
}

/** One SMS of what a person is told. */
export function smsOf(recipient: string, news: readonly Told[]): OutboxMessage {
  const title = news[0]?.title ?? ''
  const text = news.length === 1 ? title : `${title}等 ${news.length} 条新消息，请登录后在消息中心查看`
  // With a subject, as the mails beside it: one insert gives the same columns of all.
  return { channel: 'sms', template: 'notice', recipient, subject: '', params: { text }, text }
}

const sentence = ({ title, text }: Told) => (text === '' ? `${title}。` : `${title}。${text}`)

function listOf(news: readonly Told[], site: string): string {
  const shown = news
    .slice(0, named)
    .map((told, index) => `${index + 1}. ${sentence(told)}\n   ${whole(told.path, site)}`)
  const rest = news.length > named ? [`另有 ${news.length - named} 条，请在消息中心查看。`] : []
  return [...shown, ...rest, `全部消息：${whole(links.buyerMessages(), site)}`].join('\n')
}

const whole = (path: string, site: string) => new URL(path, site).href

import { atom } from 'nanostores'
import { z } from 'zod'
import { api, quietApi } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { text } from '../../contract/fields.ts'
import { letterGroups, longestLetter, longestSubject, type LetterGroup } from '../../domain/chat/letters.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { typedForm } from '../typed-form.ts'

/** Somebody who may be written to. */
export interface Recipient {
  /** `u:12` a person, `o:3` a company. */
  readonly key: string
  readonly name: string
  readonly because: 'colleague' | 'trade' | 'chat' | 'service'
}

const shape = z.object({
  /** `u:12`, `o:3`, or a group: `g:colleagues`. */
  to: z.string(),
  toName: z.string(),
  districtCode: z.string(),
  subject: z.string(),
  text: z.string(),
})
type Values = z.output<typeof shape>

const rules = shape.extend({
  to: z.string().min(1, '请选择收件人'),
  subject: text(longestSubject),
  text: text(longestLetter),
})

const empty: Values = { to: '', toName: '', districtCode: '', subject: '', text: '' }
/** Whether the letter is being written. */
export const writing = atom(false)
/** Whom one may write to, as found for what was typed. */
export const recipients = atom<readonly Recipient[]>([])
/** Groups that one may write to, and how many are in the chosen one. */
export const groups = atom<readonly LetterGroup[]>([])
export const groupSize = atom<number | undefined>(undefined)

const intentionOf = ({ to, districtCode, subject, text: words }: Values) =>
  `letter:${to}:${districtCode}:${subject}:${words}`

/** The group that is chosen, if one is. */
export const groupOf = (to: string): LetterGroup | undefined => letterGroups.find((group) => to === `g:${group}`)

function send(values: Values): Promise<Answer<{ recordId: number }>> {
  const idempotencyKey = intentionKey(intentionOf(values))
  const { subject, text: words, to, districtCode } = values
  const group = groupOf(to)
  const letter = { subject: subject.trim(), text: words.trim() }
  if (group !== undefined) {
    const area = group === 'area' ? { districtCode } : {}
    return api.chat.groupMessageSend({ ...letter, group, ...area }, { idempotencyKey })
  }
  const id = Number(to.slice(2))
  const receiver = to.startsWith('o:') ? { receiveOrgId: id } : { receiveId: id }
  return api.chat.onlineMessageSend({ ...letter, ...receiver }, { idempotencyKey })
}

export const form = typedForm<Values, Values, { recordId: number }>({
  inputOf: (values) => values,
  schema: rules,
  names: { receiveId: 'to', receiveOrgId: 'to' },
  own: ({ to, districtCode }) =>
    to === 'g:area' && districtCode === '' ? [{ field: 'districtCode', message: '请选择地区' }] : [],
  send,
  draft: { name: 'letter', shape },
})

/** Opens the form, with what was typed and not sent, to somebody where one is named. */
export async function write(userId: number, to?: { readonly key: string; readonly name: string }): Promise<void> {
  form.begin(empty, userId)
  if (to !== undefined) {
    form.setText('to', to.key)
    form.setText('toName', to.name)
  }
  writing.set(true)
  const answer = await quietApi.chat.messageGroup({})
  if (answer.ok) groups.set(answer.content.groups)
  await find('')
}

export const stopWriting = (): void => writing.set(false)

let turn = 0
/** Finds whom one may write to; of several searches the last one counts. */
export async function find(keyword: string): Promise<void> {
  turn += 1
  const mine = turn
  const answer = await quietApi.chat.letterRecipients({ keyword })
  if (mine !== turn || !answer.ok) return
  recipients.set(
    answer.content.map(({ receiveId, receiveOrgId, name, because }) => ({
      ...{ key: receiveOrgId === null ? `u:${receiveId}` : `o:${receiveOrgId}`, name, because },
    })),
  )
}

export function chooseTo(key: string, name: string): void {
  form.setText('to', key)
  form.setText('toName', name)
  void countGroup()
}
export function chooseDistrict(code: string): void {
  form.setText('districtCode', code)
  void countGroup()
}

/** How many a letter to the chosen group reaches. */
async function countGroup(): Promise<void> {
  groupSize.set(undefined)
  const values = form.values.get()
  const group = values === null ? undefined : groupOf(values.to)
  if (values === null || group === undefined || (group === 'area' && values.districtCode === '')) return
  const area = group === 'area' ? { districtCode: values.districtCode } : {}
  const answer = await quietApi.chat.messageGroup({ group, ...area, pageSize: 1 })
  if (answer.ok && form.values.get()?.to === values.to) groupSize.set(answer.content.total)
}

/** Sends the letter, once; answers whether it worked. */
export async function sendLetter(): Promise<boolean> {
  const values = form.values.get()
  const sent = await form.send()
  if (sent === undefined || values === null) return false
  intentionDone(intentionOf(values))
  form.startOver(empty)
  writing.set(false)
  return true
}

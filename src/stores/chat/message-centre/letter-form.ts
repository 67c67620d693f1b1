import { atom } from 'nanostores'
import { z } from 'zod'
import { api, quietApi } from '../../../client/browser.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { text } from '../../../contract/fields.ts'
import { letterGroups, maxLetterLength, maxSubjectLength, type LetterGroup } from '../../../domain/chat/letters.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { createForm } from '../../form-store.ts'

/** A possible recipient of a letter. */
export interface Recipient {
  /** `u:12` = user, `o:3` = company. */
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
  subject: text(maxSubjectLength),
  text: text(maxLetterLength),
})

const empty: Values = { to: '', toName: '', districtCode: '', subject: '', text: '' }
/** Whether the letter form is open. */
export const isLetterFormOpen = atom(false)
/** Recipients that match the search. */
export const recipients = atom<readonly Recipient[]>([])
/** Groups that the user may write to, with the size of the chosen one. */
export const availableGroups = atom<readonly LetterGroup[]>([])
export const groupSize = atom<number | undefined>(undefined)

const idempotencyName = ({ to, districtCode, subject, text }: Values) =>
  `letter:${to}:${districtCode}:${subject}:${text}`

/** The chosen group, if any. */
export const letterGroupOf = (to: string): LetterGroup | undefined => letterGroups.find((group) => to === `g:${group}`)

function submitLetter(values: Values): Promise<Answer<{ recordId: number }>> {
  const idempotencyKey = getIdempotencyKey(idempotencyName(values))
  const { subject, text, to, districtCode } = values
  const group = letterGroupOf(to)
  const letter = { subject: subject.trim(), text: text.trim() }
  if (group !== undefined) {
    const area = group === 'area' ? { districtCode } : {}
    return api.chat.groupMessageSend({ ...letter, group, ...area }, { idempotencyKey })
  }
  const id = Number(to.slice(2))
  const receiver = to.startsWith('o:') ? { receiveOrgId: id } : { receiveId: id }
  return api.chat.onlineMessageSend({ ...letter, ...receiver }, { idempotencyKey })
}

export const letterForm = createForm<Values, Values, { recordId: number }>({
  inputOf: (values) => values,
  schema: rules,
  fieldNames: { receiveId: 'to', receiveOrgId: 'to' },
  validate: ({ to, districtCode }) =>
    to === 'g:area' && districtCode === '' ? [{ field: 'districtCode', message: '请选择地区' }] : [],
  submit: submitLetter,
  draft: { name: 'letter', shape },
})

/** Opens the form with its draft, optionally for a given recipient. */
export async function openLetterForm(
  userId: number,
  to?: { readonly key: string; readonly name: string },
): Promise<void> {
  letterForm.start(empty, userId)
  if (to !== undefined) {
    letterForm.setText('to', to.key)
    letterForm.setText('toName', to.name)
  }
  isLetterFormOpen.set(true)
  const answer = await quietApi.chat.messageGroup({})
  if (answer.ok) availableGroups.set(answer.content.groups)
  await searchRecipients('')
}

export const closeLetterForm = (): void => isLetterFormOpen.set(false)

let latestSearch = 0
/** Searches recipients; only the last search counts. */
export async function searchRecipients(keyword: string): Promise<void> {
  latestSearch += 1
  const mine = latestSearch
  const answer = await quietApi.chat.letterRecipients({ keyword })
  if (mine !== latestSearch || !answer.ok) return
  recipients.set(
    answer.content.map(({ receiveId, receiveOrgId, name, because }) => ({
      key: receiveOrgId === null ? `u:${receiveId}` : `o:${receiveOrgId}`,
      name,
      because,
    })),
  )
}

export function chooseRecipient(key: string, name: string): void {
  letterForm.setText('to', key)
  letterForm.setText('toName', name)
  void countGroup()
}
export function chooseLetterDistrict(code: string): void {
  letterForm.setText('districtCode', code)
  void countGroup()
}

/** Loads the number of recipients of the chosen group. */
async function countGroup(): Promise<void> {
  groupSize.set(undefined)
  const values = letterForm.values.get()
  const group = values === null ? undefined : letterGroupOf(values.to)
  if (values === null || group === undefined || (group === 'area' && values.districtCode === '')) return
  const area = group === 'area' ? { districtCode: values.districtCode } : {}
  const answer = await quietApi.chat.messageGroup({ group, ...area, pageSize: 1 })
  if (answer.ok && letterForm.values.get()?.to === values.to) groupSize.set(answer.content.total)
}

/** Sends the letter once; true on success. */
export async function sendLetter(): Promise<boolean> {
  const values = letterForm.values.get()
  const sent = await letterForm.submit()
  if (sent === undefined || values === null) return false
  clearIdempotencyKey(idempotencyName(values))
  letterForm.reset(empty)
  isLetterFormOpen.set(false)
  return true
}

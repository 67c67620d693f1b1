import { z } from 'zod'
import { api, quietApi } from '../../client/browser.ts'
import { deskCalls } from '../../contract/chat/desk.ts'
import type { ServiceHours } from '../../domain/chat/service-hours.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

const shape = z.object({
  days: z.array(z.number()),
  ...{ answersFrom: z.string(), answersUntil: z.string(), awayReply: z.string() },
})
type Values = z.output<typeof shape>

const part = loadable<ServiceHours & { readonly staffed: boolean }>()
/** When the platform's service answers, and whether it does now. */
export const serviceHours = part.state
export const loadServiceHours = (): Promise<void> => part.load(() => quietApi.chat.serviceHours({}))

export const form = typedForm<Values, Values, true>({
  inputOf: (values) => values,
  schema: deskCalls.serviceHoursSave.input,
  send: (values) => api.chat.serviceHoursSave(values),
  draft: { name: 'service-hours', shape },
})

const valuesOf = ({ days, answersFrom, answersUntil, awayReply }: ServiceHours): Values => ({
  ...{ days: [...days], answersFrom, answersUntil, awayReply },
})

/** Reads the hours for an operator, whose draft stands in the form again. */
export async function begin(who: number): Promise<void> {
  await loadServiceHours()
  const now = serviceHours.get()
  if (now.at === 'ready' && form.values.get() === null) form.begin(valuesOf(now.content), who)
}

export function startOver(): void {
  const now = serviceHours.get()
  if (now.at === 'ready') form.startOver(valuesOf(now.content))
}

/** True when they are in force. */
export async function save(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  await loadServiceHours()
  return true
}

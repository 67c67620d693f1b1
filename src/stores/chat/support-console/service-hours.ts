import { z } from 'zod'
import { api, quietApi } from '../../../client/browser.ts'
import { supportCalls } from '../../../contract/chat/support.ts'
import type { ServiceHours } from '../../../domain/chat/service-hours.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'

const shape = z.object({
  days: z.array(z.number()),
  answersFrom: z.string(),
  answersUntil: z.string(),
  awayReply: z.string(),
})
type Values = z.output<typeof shape>

const part = loadable<ServiceHours & { readonly staffed: boolean }>()
/** Service hours of the platform's support, and whether it is available now. */
export const serviceHours = part.state
export const loadServiceHours = (): Promise<void> => part.load(() => quietApi.chat.serviceHours({}))

export const serviceHoursForm = createForm<Values, Values, true>({
  inputOf: (values) => values,
  schema: supportCalls.serviceHoursSave.input,
  submit: (values) => api.chat.serviceHoursSave(values),
  draft: { name: 'service-hours', shape },
})

const valuesOf = ({ days, answersFrom, answersUntil, awayReply }: ServiceHours): Values => ({
  days: [...days],
  answersFrom,
  answersUntil,
  awayReply,
})

/** Loads the hours for an operator and restores the operator's draft. */
export async function startServiceHoursForm(who: number): Promise<void> {
  await loadServiceHours()
  const now = serviceHours.get()
  if (now.at === 'ready' && serviceHoursForm.values.get() === null) serviceHoursForm.start(valuesOf(now.content), who)
}

export function resetServiceHours(): void {
  const now = serviceHours.get()
  if (now.at === 'ready') serviceHoursForm.reset(valuesOf(now.content))
}

/** Saves the hours; true on success. */
export async function saveServiceHours(): Promise<boolean> {
  if ((await serviceHoursForm.submit()) === undefined) return false
  await loadServiceHours()
  return true
}

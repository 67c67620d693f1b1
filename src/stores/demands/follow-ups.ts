import { api } from '../../client/browser.ts'
import { recordsCalls, type FollowUp } from '../../contract/demands/records.ts'
import { nextAtFault, type FollowUpEntity } from '../../domain/demands/follow-ups.ts'
import { instantOf } from '../../domain/time-input.ts'
import { typedForm } from '../typed-form.ts'
import { loadable } from '../loaded.ts'

/** What the records on the page are about. */
export interface About {
  readonly entity: FollowUpEntity
  readonly entityId: number
}

export interface FollowUpValues {
  readonly text: string
  /** `2026-11-20`; empty = no reminder. */
  readonly nextDate: string
  /** `09:00` */
  readonly nextTime: string
}

interface Page {
  readonly total: number
  readonly data: readonly FollowUp[]
  /** Which page it is, from 1. */
  readonly current: number
}

export const pageSize = 10
/** When a day begins for whoever names no hour. */
const morning = '09:00'
const nothing: FollowUpValues = { text: '', nextDate: '', nextTime: morning }

const page = loadable<Page>()
/** The company's own records of it, the newest first. */
export const records = page.state
let about: About | null = null

const instant = ({ nextDate, nextTime }: FollowUpValues): string | null =>
  nextDate === '' ? null : instantOf(nextDate, nextTime || morning)

export const form = typedForm({
  schema: recordsCalls.recordSave.input,
  inputOf: (values: FollowUpValues) => ({
    ...(about ?? { entity: 'demand' as const, entityId: 0 }),
    text: values.text,
    nextAt: instant(values),
  }),
  names: { nextAt: 'nextDate' },
  own: (values) => {
    const at = instant(values)
    const fault = at === null ? null : nextAtFault(new Date(at), new Date())
    return fault === null ? [] : [{ field: 'nextDate', message: fault }]
  },
  send: api.demands.recordSave,
})

export async function load(current = 1): Promise<void> {
  const now = about
  if (now === null) return
  await page.load(async () => {
    const answer = await api.demands.records({ ...now, current, pageSize })
    return answer.ok ? { ok: true, content: { ...answer.content, current } } : answer
  })
}

/** Shows the records of one thing; of another one than before the form begins anew. */
export async function start(next: About): Promise<void> {
  if (about?.entity !== next.entity || about.entityId !== next.entityId) {
    page.reset()
    form.begin(nothing)
  }
  about = next
  await load()
}

/** Writes a record, once; the list begins with it. True when it was taken; what was typed stays otherwise. */
export async function write(): Promise<boolean> {
  if ((await form.send()) === undefined) return false
  form.startOver(nothing)
  await load()
  return true
}

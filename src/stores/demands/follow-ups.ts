import { api } from '../../client/browser.ts'
import { recordsCalls, type FollowUp } from '../../contract/demands/records.ts'
import { nextAtError, type FollowUpEntity } from '../../domain/demands/follow-ups.ts'
import { instantOf } from '../../domain/time-input.ts'
import { createForm } from '../form-store.ts'
import { loadable } from '../loadable.ts'

/** Demand or offer the records belong to. */
export interface FollowUpSubject {
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
  /** Page, from 1. */
  readonly current: number
}

export const followUpPageSize = 10
/** Default time of a reminder without a time. */
const defaultTime = '09:00'
const emptyFollowUp: FollowUpValues = { text: '', nextDate: '', nextTime: defaultTime }

const page = loadable<Page>()
/** The company's own follow-up records, newest first. */
export const followUps = page.state
let subject: FollowUpSubject | null = null

const instant = ({ nextDate, nextTime }: FollowUpValues): string | null =>
  nextDate === '' ? null : instantOf(nextDate, nextTime || defaultTime)

export const followUpForm = createForm({
  schema: recordsCalls.recordSave.input,
  inputOf: (values: FollowUpValues) => ({
    ...(subject ?? { entity: 'demand' as const, entityId: 0 }),
    text: values.text,
    nextAt: instant(values),
  }),
  fieldNames: { nextAt: 'nextDate' },
  validate: (values) => {
    const at = instant(values)
    const fault = at === null ? null : nextAtError(new Date(at), new Date())
    return fault === null ? [] : [{ field: 'nextDate', message: fault }]
  },
  submit: api.demands.recordSave,
})

export async function loadFollowUps(current = 1): Promise<void> {
  const now = subject
  if (now === null) return
  await page.load(async () => {
    const answer = await api.demands.records({ ...now, current, pageSize: followUpPageSize })
    return answer.ok ? { ok: true, content: { ...answer.content, current } } : answer
  })
}

/** Loads the records of a subject; a different subject resets the form. */
export async function startFollowUps(next: FollowUpSubject): Promise<void> {
  if (subject?.entity !== next.entity || subject.entityId !== next.entityId) {
    page.reset()
    followUpForm.start(emptyFollowUp)
  }
  subject = next
  await loadFollowUps()
}

/** Creates a record, once, and reloads the list. True on success; the text stays otherwise. */
export async function submitFollowUp(): Promise<boolean> {
  if ((await followUpForm.submit()) === undefined) return false
  followUpForm.reset(emptyFollowUp)
  await loadFollowUps()
  return true
}

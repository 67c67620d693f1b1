import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import type { Answer } from '../../contract/envelope.ts'
import { classForm, type HostedClass } from '../../contract/live/hosting.ts'
import { parseWholeNumber } from '../../domain/half-width.ts'
import { classFigures, classKinds, classStatuses, type ClassTopic, classTopics } from '../../domain/live/classes.ts'
import { dateInput, instantOf, timeInput } from '../../domain/time-input.ts'
import { filteredList } from '../filtered-list.ts'
import { createForm } from '../form-store.ts'
import { rowDecision, type Verdict } from '../row-decision.ts'

const classValues = z.object({
  kind: z.enum(classKinds),
  topics: z.array(z.enum(classTopics)),
  title: z.string(),
  summary: z.string(),
  outline: z.string(),
  speaker: z.string(),
  speakerTitle: z.string(),
  speakerAbout: z.string(),
  figure: z.enum(classFigures),
  /** Date and time as inputs hold them, in Shanghai time. */
  day: z.string(),
  time: z.string(),
  minutes: z.string(),
  capacity: z.string(),
  replay: z.boolean(),
})
export type ClassValues = z.output<typeof classValues>
const emptyClass: ClassValues = {
  kind: 'lecture',
  topics: [],
  figure: 'hplc',
  title: '',
  summary: '',
  outline: '',
  speaker: '',
  speakerTitle: '',
  speakerAbout: '',
  day: '',
  time: '19:30',
  minutes: '60',
  capacity: '0',
  replay: true,
}

/** The class in the form: null = a new one, undefined = the form is closed. */
export const editingClass = atom<HostedClass | null | undefined>(undefined)
/** Idempotency key of the new class: repeated submits create one. */
let key = newUuid()

const whole = (typed: string) => parseWholeNumber(typed) ?? Number.NaN
const endOf = (startsAt: string, minutes: string) => {
  const end = Date.parse(startsAt) + whole(minutes) * 60_000
  return Number.isNaN(end) ? '' : new Date(end).toISOString()
}

export const liveClassForm = createForm({
  schema: classForm,
  inputOf: ({ day, time, minutes, capacity, ...values }: ClassValues): z.input<typeof classForm> => {
    const startsAt = instantOf(day, time) ?? ''
    return { ...values, startsAt, endsAt: endOf(startsAt, minutes), capacity: whole(capacity) }
  },
  fieldNames: { startsAt: 'day', endsAt: 'minutes' },
  validate: ({ day, time, minutes, capacity }) => [
    ...(instantOf(day, time) === null ? [{ field: 'day', message: '请选择日期与时间' }] : []),
    ...(Number.isNaN(whole(minutes)) ? [{ field: 'minutes', message: '请填写整数分钟' }] : []),
    ...(Number.isNaN(whole(capacity)) ? [{ field: 'capacity', message: '请填写整数，0 为不限' }] : []),
  ],
  submit: (input) => {
    const before = editingClass.get()
    return before == null
      ? api.live.classSave(input, { idempotencyKey: key })
      : api.live.classUpdate({ ...input, classId: before.classId, version: before.version })
  },
  draft: { name: 'live-class', shape: classValues },
  onChange: () => {
    key = newUuid()
  },
})

/** Opens the form for a new class with its draft, or for an existing class with its pending change, if any. */
export function openClassForm(row: HostedClass | null, who: number): void {
  if (row === null) liveClassForm.start(emptyClass, who)
  else {
    const said = row.change ?? row
    const { kind, topics, title, summary, outline, speaker, speakerTitle, speakerAbout, figure, replay } = said
    const minutes = Math.round((Date.parse(said.endsAt) - Date.parse(said.startsAt)) / 60_000)
    liveClassForm.start({
      kind,
      topics,
      title,
      summary,
      outline,
      speaker,
      speakerTitle,
      speakerAbout,
      figure,
      replay,
      day: dateInput(said.startsAt),
      time: timeInput(said.startsAt),
      minutes: String(minutes),
      capacity: String(said.capacity),
    })
  }
  editingClass.set(row)
}
export function closeClassForm(): void {
  if (liveClassForm.submitState.get().at !== 'sending') editingClass.set(undefined)
}

/** Selects or deselects a topic. */
export function toggleTopic(topic: ClassTopic, on: boolean): void {
  const now = liveClassForm.values.get()
  if (now !== null)
    liveClassForm.set('topics', on ? [...now.topics, topic] : now.topics.filter((each) => each !== topic))
}

/** The class after saving. */
export type SavedClass = Extract<Awaited<ReturnType<typeof api.live.classUpdate>>, { ok: true }>['content']

/** Saves the form. Returns the saved class, undefined if refused. */
export async function submitClassForm(): Promise<SavedClass | undefined> {
  const saved = await liveClassForm.submit()
  if (saved === undefined) return undefined
  key = newUuid()
  editingClass.set(undefined)
  return saved
}

/** Classes of the own shop, latest start first. */
export const hostedClasses = filteredList(classStatuses, api.live.hostedClasses, { pageSize: 10 })

/** The class to be cancelled; the reason is sent to those who booked it. */
export const classCancellation = rowDecision<HostedClass, string>(
  ({ classId }, reason) => api.live.classCancel({ classId, reason }),
  hostedClasses.load,
)

/** Discards the pending change of a published class. */
export async function discardClassChange(classId: number): Promise<Answer<unknown>> {
  const answer = await api.live.classChangeDelete({ classId })
  await hostedClasses.load()
  return answer
}

/** Classes of all hosts, for operators. */
export const classReviews = filteredList(classStatuses, api.live.classReviews)

/** The class under review with its verdict. */
export const classReview = rowDecision<HostedClass, Verdict>(
  ({ classId, version }, verdict) => api.live.classReview({ classId, version, ...verdict }),
  classReviews.load,
)

/** Features a roadshow or stops featuring it. Returns an error message, if any. */
export async function toggleClassFeatured({ classId, featured }: HostedClass): Promise<string | undefined> {
  const answer = await api.live.classFeature({ classId, on: !featured })
  await classReviews.load()
  return answer.ok ? undefined : answer.failure.message
}

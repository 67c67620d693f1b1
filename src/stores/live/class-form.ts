import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { newUuid } from '../../client/uuid.ts'
import { classForm, type HostedClass } from '../../contract/live/hosting.ts'
import { classFigures, classKinds, classTopics, type ClassTopic } from '../../domain/live/classes.ts'
import { dateInput, instantOf, timeInput } from '../../domain/time-input.ts'
import { typedForm } from '../typed-form.ts'
import { wholeOf } from '../../domain/half-width.ts'

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
  /** As inputs hold them, in Shanghai. */
  day: z.string(),
  time: z.string(),
  minutes: z.string(),
  capacity: z.string(),
  replay: z.boolean(),
})
export type ClassValues = z.output<typeof classValues>
const empty: ClassValues = {
  kind: 'lecture',
  topics: [],
  figure: 'hplc',
  ...{ title: '', summary: '', outline: '', speaker: '', speakerTitle: '', speakerAbout: '' },
  ...{ day: '', time: '19:30', minutes: '60', capacity: '0', replay: true },
}

/** The class in the form: null = a new one. Undefined while the form is closed. */
export const editing = atom<HostedClass | null | undefined>(undefined)
/** Belongs to what is typed: sent again unchanged, one class is made. */
let key = newUuid()

const whole = (typed: string) => wholeOf(typed) ?? Number.NaN
const endOf = (startsAt: string, minutes: string) => {
  const end = Date.parse(startsAt) + whole(minutes) * 60_000
  return Number.isNaN(end) ? '' : new Date(end).toISOString()
}

export const form = typedForm({
  schema: classForm,
  inputOf: ({ day, time, minutes, capacity, ...values }: ClassValues): z.input<typeof classForm> => {
    const startsAt = instantOf(day, time) ?? ''
    return { ...values, startsAt, endsAt: endOf(startsAt, minutes), capacity: whole(capacity) }
  },
  names: { startsAt: 'day', endsAt: 'minutes' },
  own: ({ day, time, minutes, capacity }) => [
    ...(instantOf(day, time) === null ? [{ field: 'day', message: '请选择日期与时间' }] : []),
    ...(Number.isNaN(whole(minutes)) ? [{ field: 'minutes', message: '请填写整数分钟' }] : []),
    ...(Number.isNaN(whole(capacity)) ? [{ field: 'capacity', message: '请填写整数，0 为不限' }] : []),
  ],
  send: (input) => {
    const before = editing.get()
    return before == null
      ? api.live.classSave(input, { idempotencyKey: key })
      : api.live.classUpdate({ ...input, classId: before.classId, version: before.version })
  },
  draft: { name: 'live-class', shape: classValues },
  changed: () => {
    key = newUuid()
  },
})

/** Opens an empty form with what was typed and not sent yet, or a class to change it: as its change says it that is not public. */
export function open(row: HostedClass | null, who: number): void {
  if (row === null) form.begin(empty, who)
  else {
    const said = row.change ?? row
    const { kind, topics, title, summary, outline, speaker, speakerTitle, speakerAbout, figure, replay } = said
    const minutes = Math.round((Date.parse(said.endsAt) - Date.parse(said.startsAt)) / 60_000)
    form.begin({
      ...{ kind, topics, title, summary, outline, speaker, speakerTitle, speakerAbout, figure, replay },
      ...{ day: dateInput(said.startsAt), time: timeInput(said.startsAt), minutes: String(minutes) },
      capacity: String(said.capacity),
    })
  }
  editing.set(row)
}
export function close(): void {
  if (form.sending.get().at !== 'sending') editing.set(undefined)
}

/** Chooses a topic or lets it go. */
export function toggleTopic(topic: ClassTopic, on: boolean): void {
  const now = form.values.get()
  if (now !== null) form.set('topics', on ? [...now.topics, topic] : now.topics.filter((each) => each !== topic))
}

/** How a class stands once it is saved. */
export type SavedClass = Extract<Awaited<ReturnType<typeof api.live.classUpdate>>, { ok: true }>['content']

/** Saves what stands in the form. How the class stands then, undefined when it was refused. */
export async function submit(): Promise<SavedClass | undefined> {
  const saved = await form.send()
  if (saved === undefined) return undefined
  key = newUuid()
  editing.set(undefined)
  return saved
}

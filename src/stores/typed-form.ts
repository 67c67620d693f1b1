import { atom, type ReadableAtom } from 'nanostores'
import type { z } from 'zod'
import type { Answer, Failure } from '../contract/envelope.ts'
import type { FieldFault } from '../contract/failures.ts'
import { fieldMessage } from '../contract/field-messages.ts'
import { draftOf, type Draft } from './draft.ts'
import { faultsOf } from './faults.ts'

/** How the sending of a form goes. `attempt` counts the refusals, so that each one moves the focus once. */
export type Sending =
  | { readonly at: 'editing' }
  | { readonly at: 'sending' }
  | {
      readonly at: 'refused'
      readonly attempt: number
      readonly failure: Failure | null
      readonly faults: readonly FieldFault[]
    }
  | { readonly at: 'saved' }

/** Names of the values that are text. */
export type TextName<V> = {
  [K in keyof V & string]: V[K] extends string ? (string extends V[K] ? K : never) : never
}[keyof V & string]

interface FormRules<V, I, O> {
  /** The call's input out of what stands in the form; its fields carry the form's names. */
  readonly inputOf: (values: V) => I
  /** The call's own schema: the browser judges as the server does. A form of several calls names the one it goes to. */
  readonly schema: z.ZodType<unknown, I> | (() => z.ZodType<unknown, I>)
  /** Names of the form for fields of the call that it calls otherwise. */
  readonly names?: Readonly<Record<string, keyof V & string>>
  /** What is wrong that the schema cannot see. */
  readonly own?: (values: V) => readonly FieldFault[]
  readonly send: (input: I) => Promise<Answer<O>>
  /** Keeps what is typed through reload and login, under a name; a form of several things names the one it is begun with. */
  readonly draft?: { readonly name: string | (() => string); readonly shape: z.ZodType<V> }
  /** Hears that something was typed: a new intention. */
  readonly changed?: () => void
}

/** A form whose values live in the store: islands only draw them. */
export interface TypedForm<V, O> {
  /** Null until it is begun. */
  readonly values: ReadableAtom<V | null>
  readonly sending: ReadableAtom<Sending>
  /** Whether what stands there was typed earlier and found again. */
  readonly restored: ReadableAtom<boolean>
  /** Whether what is typed now is kept as a draft, and there when it is begun again. */
  readonly keeps: () => boolean
  /** Starts with values; a draft of this person comes before them. Without `who` no draft is kept. */
  readonly begin: (values: V, who?: number) => void
  readonly set: <K extends keyof V & string>(name: K, value: V[K]) => void
  readonly setText: (name: TextName<V>, value: string) => void
  /** Other values at once, such as what was read from a picture; what they fill is not called wrong any more. */
  readonly replace: (values: V) => void
  /** Drops the draft and starts with these. */
  readonly startOver: (values: V) => void
  /** Marks what is wrong without sending, of these fields alone where they are named; true when nothing is. */
  readonly check: (only?: readonly string[]) => boolean
  /** Marks what turned out to be wrong elsewhere: a code that could not be sent. */
  readonly mark: (faults: readonly FieldFault[]) => void
  /** Forgets what was wrong; what was typed stays. */
  readonly settle: () => void
  /** Sends once; the answer's content, or undefined while one is under way or after a refusal. */
  readonly send: () => Promise<O | undefined>
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A form by its rules: typed values, drafts, faults under their fields, one sending at a time. */
export function typedForm<V extends object, I, O>(rules: FormRules<V, I, O>): TypedForm<V, O> {
  const values = atom<V | null>(null)
  const sending = atom<Sending>({ at: 'editing' })
  const restored = atom(false)
  let draft: Draft<V> | undefined
  let attempt = 0
  const put = (next: V) => {
    values.set(next)
    draft?.keep(next)
  }
  /** What is being mended is not called wrong any more. */
  const mended = (isMended: (field: string) => boolean) => {
    const now = sending.get()
    if (now.at !== 'refused') return
    const faults = now.faults.filter(({ field }) => !isMended(field))
    if (faults.length !== now.faults.length) sending.set({ ...now, faults })
  }
  const typed = (name: string, next: V) => {
    put(next)
    rules.changed?.()
    if (sending.get().at === 'saved') sending.set({ at: 'editing' })
    mended((field) => field === name)
  }
  const refuse = (failure: Failure | null, faults: readonly FieldFault[]) => {
    attempt += 1
    sending.set({ at: 'refused', attempt, failure, faults })
  }
  const named = (field: string) => rules.names?.[field] ?? field
  const faultsIn = (now: V): readonly FieldFault[] => {
    const own = rules.own?.(now) ?? []
    const schema = typeof rules.schema === 'function' ? rules.schema() : rules.schema
    const read = schema.safeParse(rules.inputOf(now), { error: fieldMessage })
    const others = read.success
      ? []
      : read.error.issues.map(({ path, message }) => ({ field: named(path.join('.')), message }))
    return [...own, ...others.filter(({ field }) => !own.some((fault) => fault.field === field))]
  }
  const faultsFrom = (failure: Failure): readonly FieldFault[] =>
    faultsOf(failure).map((fault) => ({ ...fault, field: named(fault.field) }))
  const check = (only?: readonly string[]) => {
    const now = values.get()
    const all = now === null ? [] : faultsIn(now)
    const faults = only === undefined ? all : all.filter(({ field }) => only.includes(field))
    if (faults.length > 0) refuse(null, faults)
    return now !== null && faults.length === 0
  }
  return {
    values,
    sending,
    restored,
    keeps: () => draft !== undefined,
    begin: (start, who) => {
      const { draft: kind } = rules
      const name = typeof kind?.name === 'function' ? kind.name() : kind?.name
      draft = who === undefined || !kind || name === undefined ? undefined : draftOf(who, name, kind.shape)
      const kept = draft?.read()
      restored.set(kept !== undefined && !same(kept, start))
      values.set(kept ?? start)
      sending.set({ at: 'editing' })
    },
    set: (name, value) => {
      const now = values.get()
      if (now !== null && now[name] !== value) typed(name, { ...now, [name]: value })
    },
    setText: (name, value) => {
      const now = values.get()
      if (now !== null) typed(name, { ...now, [name]: value })
    },
    replace: (next) => {
      const before = new Map(Object.entries(values.get() ?? {}))
      put(next)
      const changed = Object.entries(next).filter(([name, value]) => before.get(name) !== value)
      mended((field) => changed.some(([name]) => name === field))
    },
    startOver: (start) => {
      draft?.clear()
      restored.set(false)
      values.set(start)
      sending.set({ at: 'editing' })
    },
    check,
    mark: (faults) => refuse(null, faults),
    settle: () => sending.set({ at: 'editing' }),
    send: async () => {
      const now = values.get()
      if (now === null || sending.get().at === 'sending' || !check()) return undefined
      sending.set({ at: 'sending' })
      const answer = await rules.send(rules.inputOf(now))
      if (!answer.ok) {
        refuse(answer.failure, faultsFrom(answer.failure))
        return undefined
      }
      draft?.clear()
      restored.set(false)
      sending.set({ at: 'saved' })
      return answer.content
    },
  }
}

import { atom, type ReadableAtom } from 'nanostores'
import type { z } from 'zod'
import type { Answer, Failure } from '../contract/envelope.ts'
import type { FieldError } from '../contract/failures.ts'
import { fieldMessage } from '../contract/field-messages.ts'
import { createDraft, type Draft } from './draft.ts'
import { fieldErrorsOf, remainingErrors } from './field-errors.ts'
import { refusedState, type SubmitState } from './submit-state.ts'

/** Names of the string fields of a form. */
export type TextName<V> = {
  [K in keyof V & string]: V[K] extends string ? (string extends V[K] ? K : never) : never
}[keyof V & string]

interface FormOptions<V, I, O> {
  /** Builds the call's input from the form values. */
  readonly inputOf: (values: V) => I
  /** Input schema of the call, for the same validation as on the server; a function if the form has several calls. */
  readonly schema: z.ZodType<unknown, I> | (() => z.ZodType<unknown, I>)
  /** Maps fields of the call to form fields where their names differ. */
  readonly fieldNames?: Readonly<Record<string, keyof V & string>>
  /** Validation beyond the schema. */
  readonly validate?: (values: V) => readonly FieldError[]
  readonly submit: (input: I) => Promise<Answer<O>>
  /** Persists a draft under this name; a function if the name depends on the edited object. */
  readonly draft?: { readonly name: string | (() => string); readonly shape: z.ZodType<V> }
  /** Called after each edit, for example to renew the idempotency key. */
  readonly onChange?: () => void
  /** Fields whose errors are shown at another field. */
  readonly errorTargets?: { readonly [K in keyof V & string]?: keyof V & string }
  /** After a successful submit the form is locked until it is started again. */
  readonly locksWhenDone?: boolean
}

/** A form whose values and submit state live in a store; islands only render them. */
export interface FormStore<V, O> {
  /** Null until the form is started. */
  readonly values: ReadableAtom<V | null>
  readonly submitState: ReadableAtom<SubmitState>
  /** Whether the values were restored from a draft. */
  readonly restored: ReadableAtom<boolean>
  /** Whether edits are persisted as a draft. */
  readonly hasDraft: () => boolean
  /** Starts with values; an existing draft of the user takes precedence. Without a user id no draft is persisted. */
  readonly start: (values: V, who?: number) => void
  /** `part` is the path of the edited part of the value, such as `facts.0.label`. */
  readonly set: <K extends keyof V & string>(name: K, value: V[K], part?: `${K}.${string}`) => void
  readonly setText: (name: TextName<V>, value: string) => void
  /** Replaces all values, for example from OCR; clears the errors of changed fields. */
  readonly replace: (values: V) => void
  /** Deletes the draft and starts with these values. */
  readonly reset: (values: V) => void
  /** Deletes the draft; the form values stay. */
  readonly discardDraft: () => void
  /** Applies edits of other tabs while this tab is hidden, and reports them. Returns the unsubscribe function. */
  readonly listen: (listener: (values: V) => void) => () => void
  /** Clears the error of a field that is being edited; the next submit validates it again. */
  readonly clearError: (path: string) => void
  /** Validates all fields, or only the given ones, and shows the errors; true if valid. */
  readonly validate: (only?: readonly string[]) => boolean
  /** Shows errors found outside this form, for example a code that could not be sent. */
  readonly setErrors: (fieldErrors: readonly FieldError[]) => void
  /** Sets the refused state; the focus moves to the first error only after the user's own submit. */
  readonly setRefused: (failure: Failure | null, fieldErrors: readonly FieldError[], sent: boolean) => void
  /** Clears all errors; the values stay. */
  readonly clearErrors: () => void
  /** Validates and, if valid, asks for confirmation; true if valid. */
  readonly requestConfirmation: () => boolean
  /** Submits once; returns the answer's content, undefined while another submit runs or after a refusal. */
  readonly submit: () => Promise<O | undefined>
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Creates a form store: values, draft, field errors and a single submit at a time. */
export function createForm<V extends object, I, O>(options: FormOptions<V, I, O>): FormStore<V, O> {
  const values = atom<V | null>(null)
  const submitState = atom<SubmitState>({ at: 'editing' })
  const restored = atom(false)
  let draft: Draft<V> | undefined
  const put = (next: V) => {
    values.set(next)
    draft?.save(next)
  }
  const isLocked = () => options.locksWhenDone === true && submitState.get().at === 'done'
  const errorTargets = new Map(Object.entries<(keyof V & string) | undefined>(options.errorTargets ?? {}))
  const clearError = (path: string) => {
    const now = submitState.get()
    if (now.at !== 'refused') return
    const fieldErrors = remainingErrors(now.fieldErrors, errorTargets.get(path) ?? path)
    if (fieldErrors.length === now.fieldErrors.length) return
    submitState.set(
      fieldErrors.length === 0 ? { at: 'editing' } : { ...now, bySubmit: false, fieldErrors: fieldErrors },
    )
  }
  const applyChange = (path: string, next: V) => {
    put(next)
    options.onChange?.()
    if (submitState.get().at === 'done') submitState.set({ at: 'editing' })
    clearError(path)
  }
  const setRefused = (failure: Failure | null, fieldErrors: readonly FieldError[], sent = true) =>
    submitState.set(refusedState(fieldErrors, failure, sent))
  const fieldName = (field: string) => options.fieldNames?.[field] ?? field
  const errorsIn = (now: V): readonly FieldError[] => {
    const own = options.validate?.(now) ?? []
    const schema = typeof options.schema === 'function' ? options.schema() : options.schema
    const read = schema.safeParse(options.inputOf(now), { error: fieldMessage })
    const others = read.success
      ? []
      : read.error.issues.map(({ path, message }) => ({ field: fieldName(path.join('.')), message }))
    return [...own, ...others.filter(({ field }) => !own.some((fault) => fault.field === field))]
  }
  const errorsFrom = (failure: Failure): readonly FieldError[] =>
    fieldErrorsOf(failure).map((fault) => ({ ...fault, field: fieldName(fault.field) }))
  const validate = (only?: readonly string[]) => {
    const now = values.get()
    const all = now === null ? [] : errorsIn(now)
    const fieldErrors = only === undefined ? all : all.filter(({ field }) => only.includes(field))
    if (fieldErrors.length > 0) setRefused(null, fieldErrors)
    return now !== null && fieldErrors.length === 0
  }
  return {
    values,
    submitState,
    restored,
    hasDraft: () => draft !== undefined,
    start: (start, who) => {
      const { draft: kind } = options
      const name = typeof kind?.name === 'function' ? kind.name() : kind?.name
      draft = who === undefined || !kind || name === undefined ? undefined : createDraft(who, name, kind.shape)
      const kept = draft?.read()
      restored.set(kept !== undefined && !same(kept, start))
      values.set(kept ?? start)
      submitState.set({ at: 'editing' })
    },
    set: (name, value, part) => {
      const now = values.get()
      if (now !== null && now[name] !== value && !isLocked()) applyChange(part ?? name, { ...now, [name]: value })
    },
    setText: (name, value) => {
      const now = values.get()
      if (now !== null && !isLocked()) applyChange(name, { ...now, [name]: value })
    },
    replace: (next) => {
      if (next === values.get()) return
      const before = new Map(Object.entries(values.get() ?? {}))
      put(next)
      for (const [name, value] of Object.entries(next)) if (before.get(name) !== value) clearError(name)
    },
    reset: (start) => {
      draft?.clear()
      restored.set(false)
      values.set(start)
      submitState.set({ at: 'editing' })
    },
    discardDraft: () => draft?.clear(),
    listen: (listener) =>
      draft?.listen((other) => {
        if (document.visibilityState !== 'hidden') return
        values.set(other)
        listener(other)
      }) ?? (() => {}),
    clearError,
    validate,
    setErrors: (fieldErrors) => setRefused(null, fieldErrors),
    setRefused,
    clearErrors: () => submitState.set({ at: 'editing' }),
    requestConfirmation: () => {
      const isRight = validate()
      if (isRight) submitState.set({ at: 'asking' })
      return isRight
    },
    submit: async () => {
      const now = values.get()
      if (now === null || submitState.get().at === 'sending' || isLocked() || !validate()) return undefined
      submitState.set({ at: 'sending' })
      const answer = await options.submit(options.inputOf(now))
      if (!answer.ok) {
        setRefused(answer.failure, errorsFrom(answer.failure))
        return undefined
      }
      draft?.clear()
      restored.set(false)
      submitState.set({ at: 'done' })
      return answer.content
    },
  }
}

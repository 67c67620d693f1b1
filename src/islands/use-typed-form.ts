import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ChangeEvent, type RefObject } from 'react'
import type { Sending, TextName, TypedForm } from '../stores/typed-form.ts'
import { focusFirstFault } from './focus-fault.ts'

interface TextProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

interface PickedProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A typed form as an island draws it. */
export interface DrawnForm<V> {
  readonly values: V | null
  readonly sending: Sending
  /** Whether a draft of it is kept. */
  readonly keeps: boolean
  readonly box: RefObject<HTMLFormElement | null>
  /** What is wrong with a value or a part of it, to stand under its field. */
  readonly fault: (name: (keyof V & string) | `${keyof V & string}.${string}`) => string | undefined
  /** What an Input or a Textarea of a text value takes. */
  readonly text: (name: TextName<V>) => TextProps
  /** What a DateInput or a TimeInput of a text value takes. */
  readonly picked: (name: TextName<V>) => PickedProps
}

/** Draws a form whose values live in a store; a refusal moves the focus to the first wrong field. */
export function useTypedForm<V, O>(form: TypedForm<V, O>): DrawnForm<V> {
  const values = useStore(form.values)
  const sending = useStore(form.sending)
  const box = useRef<HTMLFormElement>(null)
  const attempt = sending.at === 'refused' ? sending.attempt : 0
  const moved = useRef(attempt)
  useEffect(() => {
    if (attempt === 0 || moved.current === attempt) return
    moved.current = attempt
    focusFirstFault(box.current)
  }, [attempt])
  const fault = (name: string) =>
    sending.at === 'refused'
      ? sending.faults.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message
      : undefined
  return {
    values,
    sending,
    keeps: form.keeps(),
    box,
    fault,
    text: (name) => ({
      name,
      value: String(values?.[name] ?? ''),
      error: fault(name),
      onChange: (event) => form.setText(name, event.target.value),
    }),
    picked: (name) => ({
      name,
      value: String(values?.[name] ?? ''),
      error: fault(name),
      onChange: (value) => form.setText(name, value),
    }),
  }
}

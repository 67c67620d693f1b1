import { useStore } from '@nanostores/react'
import { useRef, type ChangeEvent, type RefObject } from 'react'
import type { SubmitState } from '../../stores/submit-state.ts'
import type { TextName, FormStore } from '../../stores/form-store.ts'
import { useErrorFocus } from './focus-error.ts'

interface TextProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
}

interface PickerProps {
  readonly name: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A form store bound to inputs. */
export interface FormBindings<V> {
  readonly values: V | null
  readonly sending: SubmitState
  /** Whether a draft is persisted. */
  readonly hasDraft: boolean
  readonly box: RefObject<HTMLFormElement | null>
  /** Error of a field or of a part of it. */
  readonly error: (name: (keyof V & string) | `${keyof V & string}.${string}`) => string | undefined
  /** Error of exactly this path, not of its parts. */
  readonly exactError: (path: (keyof V & string) | `${keyof V & string}.${string}`) => string | undefined
  /** Props of an Input or Textarea. */
  readonly text: (name: TextName<V>) => TextProps
  /** Props of a DateInput or TimeInput. */
  readonly picker: (name: TextName<V>) => PickerProps
}

/** Binds a form store to inputs; a refused submit moves the focus to the first error. */
export function useForm<V, O>(form: FormStore<V, O>): FormBindings<V> {
  const values = useStore(form.values)
  const sending = useStore(form.submitState)
  const box = useRef<HTMLFormElement>(null)
  useErrorFocus(box, sending)
  const fault = (name: string) =>
    sending.at === 'refused'
      ? sending.fieldErrors.find(({ field }) => field === name || field.startsWith(`${name}.`))?.message
      : undefined
  const faultAt = (path: string) =>
    sending.at === 'refused' ? sending.fieldErrors.find(({ field }) => field === path)?.message : undefined
  return {
    values,
    sending,
    hasDraft: form.hasDraft(),
    box,
    error: fault,
    exactError: faultAt,
    text: (name) => ({
      name,
      value: String(values?.[name] ?? ''),
      error: fault(name),
      onChange: (event) => form.setText(name, event.target.value),
    }),
    picker: (name) => ({
      name,
      value: String(values?.[name] ?? ''),
      error: fault(name),
      onChange: (value) => form.setText(name, value),
    }),
  }
}

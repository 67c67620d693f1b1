import { useStore } from '@nanostores/react'
import { useEffect, useRef, type RefObject } from 'react'
import { useForm, type FieldPath, type UseFormReturn } from 'react-hook-form'
import * as store from '../../stores/demands/offer-form.ts'
import { uploads } from '../../stores/demands/offer-uploads.ts'
import type { OfferValues } from '../../stores/demands/offer-values.ts'
import { focusFirstFault } from '../focus-fault.ts'

const single = ['items', 'milestones', 'durationDays', 'validDate', 'note', 'files', 'sealed'] as const
const itemFields = ['name', 'unit', 'quantity', 'unitPrice'] as const
const milestoneFields = ['name', 'percent', 'dueDays'] as const

/** Name of a field of the form; undefined for what the form does not have. */
function fieldOf(name: string): FieldPath<OfferValues> | undefined {
  const [list, row, field] = name.split('.')
  if (list === 'answers' && row !== undefined) return `answers.${row}`
  const item = itemFields.find((one) => one === field)
  if (list === 'items' && item !== undefined) return `items.${Number(row)}.${item}`
  const milestone = milestoneFields.find((one) => one === field)
  if (list === 'milestones' && milestone !== undefined) return `milestones.${Number(row)}.${milestone}`
  return single.find((one) => one === name)
}

/** The offer's form over its store: keeps what is typed, marks what was refused, takes in what was uploaded. */
export function useOfferForm(start: store.OfferStart): {
  readonly form: UseFormReturn<OfferValues>
  readonly box: RefObject<HTMLFormElement | null>
} {
  const form = useForm<OfferValues>({ defaultValues: start.values })
  const { watch, reset, getValues, setValue, setError, clearErrors } = form
  const sending = useStore(store.sending)
  const box = useRef<HTMLFormElement>(null)
  const faulty = useRef(false)

  useEffect(() => {
    const before = JSON.stringify(start.values)
    let typed = start.restored
    const subscription = watch((_values, { name }) => {
      if (name !== undefined) store.mended(name)
      typed ||= JSON.stringify(getValues()) !== before
      if (typed) store.keep(structuredClone(getValues()))
    })
    const stop = store.listen((other) => {
      if (document.visibilityState !== 'hidden') return
      reset(other)
      uploads.start(other.files)
    })
    return () => {
      subscription.unsubscribe()
      stop()
    }
  }, [watch, getValues, reset, start])
  useEffect(
    () =>
      uploads.files.listen(() => {
        const files = uploads.values()
        if (JSON.stringify(files) !== JSON.stringify(getValues('files'))) setValue('files', files)
      }),
    [getValues, setValue],
  )
  useEffect(() => {
    clearErrors()
    if (sending.at !== 'refused') return
    for (const { field, message } of sending.faults) {
      const name = fieldOf(field)
      if (name !== undefined) setError(name, { message })
    }
    // Only a sending moves the focus; whoever is typing is left alone.
    faulty.current = sending.sent
  }, [sending, setError, clearErrors])
  // After the drawing that marks the fields, whenever React gets to it.
  useEffect(() => {
    if (faulty.current && focusFirstFault(box.current)) faulty.current = false
  })
  return { form, box }
}

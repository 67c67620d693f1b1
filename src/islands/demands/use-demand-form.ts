import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { useForm, type FieldPath } from 'react-hook-form'
import * as store from '../../stores/demands/demand-form.ts'
import { mended, sending as sendingState } from '../../stores/demands/demand-sending.ts'
import { intoForm, mostFiles } from '../../stores/demands/demand-uploads.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { focusFirstFault } from '../focus-fault.ts'

const single = [
  ...(['demandTitle', 'categoryId', 'summary', 'budget', 'districtCode', 'deliverBy', 'deadlineDate'] as const),
  ...(['files', 'annexes', 'confidentialText', 'ownTerms', 'sealedOnly'] as const),
]
const factParts = ['label', 'value'] as const
const questionParts = ['label', 'options', 'unit'] as const

/** Name of a field of the form; undefined for what the form does not have. */
export function fieldOf(name: string): FieldPath<DemandValues> | undefined {
  const [list = '', row = '', part] = name.split('.')
  const at = Number(row)
  const isRow = row !== '' && Number.isInteger(at)
  const ofFact = factParts.find((each) => each === part)
  if (list === 'facts' && isRow && ofFact !== undefined) return `facts.${at}.${ofFact}`
  const ofQuestion = questionParts.find((each) => each === part)
  if (list === 'questions' && isRow && ofQuestion !== undefined) return `questions.${at}.${ofQuestion}`
  if (list === 'fields' && isRow) return `fields.${at}`
  return single.find((field) => field === name)
}

/** The form as it is typed: kept at every key, marked where it is wrong, told of other tabs and of arrived files. */
export function useDemandForm(start: store.DemandStart) {
  const sending = useStore(sendingState)
  const box = useRef<HTMLFormElement>(null)
  const faulty = useRef(false)
  const form = useForm<DemandValues>({ defaultValues: start.values })
  const { watch, reset, getValues, setValue, setError, clearErrors } = form

  useEffect(() => {
    const before = JSON.stringify(start.values)
    let typed = start.restored
    let hearing = false
    const subscription = watch((_values, { name }) => {
      if (name !== undefined) mended(name)
      typed ||= JSON.stringify(getValues()) !== before
      if (typed && !hearing) store.keep(getValues())
    })
    const stop = store.listen((other) => {
      if (document.visibilityState !== 'hidden') return
      hearing = true
      reset(other)
      hearing = false
    })
    const stopFiles = intoForm((list, file) => {
      if (getValues(list).length < mostFiles[list]) setValue(list, [...getValues(list), file])
    })
    return () => {
      subscription.unsubscribe()
      stop()
      stopFiles()
    }
  }, [watch, getValues, setValue, reset, start])
  useEffect(() => reset(start.values), [start, reset])
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
  const unplaced =
    sending.at === 'refused'
      ? sending.faults.filter(({ field }) => fieldOf(field) === undefined).map(({ message }) => message)
      : []
  return { form, box, unplaced }
}

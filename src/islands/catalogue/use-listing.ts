import { useStore } from '@nanostores/react'
import * as store from '../../stores/catalogue/listing-form.ts'
import { sending as refused } from '../../stores/catalogue/listing-refusal.ts'
import type { ListingValues } from '../../stores/catalogue/listing-values.ts'

/** Names of the values that are one text. */
type TextName = {
  [K in keyof ListingValues]: ListingValues[K] extends string ? (string extends ListingValues[K] ? K : never) : never
}[keyof ListingValues]

/** The form of a listing as its parts draw it. */
export function useListing(values: ListingValues) {
  const sending = useStore(refused)
  const faults = sending.at === 'refused' ? sending.faults : []
  /** What is wrong with a field; of a list, with the field of a row: `specs.0.price`. */
  const fault = (field: string): string | undefined => faults.find((each) => each.field === field)?.message
  /** What is wrong with a field or anything in it. */
  const within = (field: string): string | undefined =>
    faults.find((each) => each.field === field || each.field.startsWith(`${field}.`))?.message
  const text = (name: TextName) => ({
    name,
    value: values[name],
    error: fault(name),
    onChange: (event: { target: { value: string } }) => store.set(name, event.target.value),
  })
  return { fault, within, text, set: store.set }
}

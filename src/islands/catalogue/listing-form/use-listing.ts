import { useStore } from '@nanostores/react'
import * as store from '../../../stores/catalogue/listing-form.ts'
import { listingSubmitState as refused } from '../../../stores/catalogue/listing-errors.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'

/** Names of the text values. */
type TextName = {
  [K in keyof ListingValues]: ListingValues[K] extends string ? (string extends ListingValues[K] ? K : never) : never
}[keyof ListingValues]

/** Bindings of the listing form for its components. */
export function useListing(values: ListingValues) {
  const sending = useStore(refused)
  const fieldErrors = sending.at === 'refused' ? sending.fieldErrors : []
  /** Error of a field, or of a row's field: `specs.0.price`. */
  const fault = (field: string): string | undefined => fieldErrors.find((each) => each.field === field)?.message
  /** First error of a field or anything inside it. */
  const within = (field: string): string | undefined =>
    fieldErrors.find((each) => each.field === field || each.field.startsWith(`${field}.`))?.message
  const text = (name: TextName) => ({
    name,
    value: values[name],
    error: fault(name),
    onChange: (event: { target: { value: string } }) => store.setListingValue(name, event.target.value),
  })
  return { fault, within, text, set: store.setListingValue }
}

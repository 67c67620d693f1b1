import { useEffect } from 'react'
import * as store from '../../../stores/demands/offer-form/offer-form.ts'
import { offerUploads } from '../../../stores/demands/offer-form/offer-uploads.ts'
import type { OfferSums, OfferValues } from '../../../stores/demands/offer-form/offer-values.ts'
import { useForm, type FormBindings } from '../../form/use-form.ts'

/** Props of the form's tables. */
export interface OfferPart {
  readonly form: FormBindings<OfferValues>
  readonly values: OfferValues
  readonly sums: OfferSums
}

/** Bindings of the offer form: follows other tabs, takes in uploads. */
export function useOfferForm(): FormBindings<OfferValues> {
  useEffect(() => store.followOtherTabs(), [])
  useEffect(
    () =>
      offerUploads.files.listen(() => {
        const files = offerUploads.values()
        const before = store.typedOffer.values.get()?.files
        if (JSON.stringify(files) !== JSON.stringify(before)) store.typedOffer.set('files', files)
      }),
    [],
  )
  return useForm(store.typedOffer)
}

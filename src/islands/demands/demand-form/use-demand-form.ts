import { useEffect } from 'react'
import * as store from '../../../stores/demands/demand-form/demand-form.ts'
import type { DemandValues } from '../../../stores/demands/demand-form/demand-values.ts'
import { useForm, type FormBindings } from '../../form/use-form.ts'

/** Props of the form's sections. */
export interface DemandPart {
  readonly form: FormBindings<DemandValues>
  readonly values: DemandValues
}

const single = [
  ...(['demandTitle', 'categoryId', 'summary', 'budget', 'districtCode', 'deliverBy', 'deadlineDate'] as const),
  ...(['requiredTags', 'files', 'annexes', 'confidentialText', 'ownTerms', 'sealedOnly', 'invitedOnly'] as const),
]
const inRows = /^(facts\.\d+\.(label|value)|questions\.\d+\.(label|options|unit)|fields\.\d+)$/

/** Whether an error of this name is shown at a field. */
const hasField = (name: string): boolean => single.some((field) => field === name) || inRows.test(name)

/** Bindings of the demand form; follows other tabs. */
export function useDemandForm() {
  const form = useForm(store.typedDemand)
  const { sending } = form
  useEffect(() => store.followOtherTabs(), [])
  const unplaced =
    sending.at === 'refused'
      ? sending.fieldErrors.filter(({ field }) => !hasField(field)).map(({ message }) => message)
      : []
  return { form, unplaced }
}

import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { maxRequiredTags } from '../../../domain/demands/required-qualifications.ts'
import { typedDemand } from '../../../stores/demands/demand-form/demand-form.ts'
import { loadQualificationTags, qualificationTags } from '../../../stores/reference/qualification-tags.ts'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import type { DemandPart } from './use-demand-form.ts'

type Props = DemandPart & {
  /** The demand is open: suppliers rely on what it requires. */
  open: boolean
}

/** Qualifications that a supplier has to hold: offers say whether certificates in force meet them. */
export const RequiredTags = ({ form, values: { requiredTags = [] }, open }: Props) => {
  const known = useStore(qualificationTags)
  useEffect(() => void loadQualificationTags(), [])
  const offered = known.at === 'ready' ? known.content : []
  const all = [...offered, ...requiredTags.filter((tag) => !offered.includes(tag))]
  const error = form.error('requiredTags')
  const set = (tag: string, on: boolean) =>
    typedDemand.set('requiredTags', on ? [...requiredTags, tag] : requiredTags.filter((each) => each !== tag))
  return (
    <div className="mt-6" data-fault={error ? '' : undefined}>
      <Field
        label="要求的供应商资质"
        group
        error={error}
        hint={
          known.at === 'failed'
            ? '资质种类加载失败，请刷新页面后再选；其他内容不受影响。'
            : '选填，须全部具备。报价比较中会按有效证书标明满足或不满足，不满足的供应商仍可报价。'
        }
      >
        {(_ids, labelId) => (
          <div role="group" aria-labelledby={labelId} className="flex flex-wrap gap-2">
            {all.map((tag) => (
              <Chip
                key={tag}
                label={tag}
                chosen={requiredTags.includes(tag)}
                disabled={open || (!requiredTags.includes(tag) && requiredTags.length >= maxRequiredTags)}
                onChange={(on) => set(tag, on)}
              />
            ))}
          </div>
        )}
      </Field>
    </div>
  )
}

import { useStore } from '@nanostores/react'
import { listingLimits } from '../../../domain/catalogue/listing-rules.ts'
import { links } from '../../../domain/links.ts'
import { shopTags } from '../../../stores/catalogue/listing-choices.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { DistrictList } from '../../reference/DistrictList.tsx'
import { useListing } from './use-listing.ts'

type Props = { values: ListingValues }

/** Service area, certificates and capability tags of a listing. */
export const ListingReach = ({ values }: Props) => (
  <div className="space-y-6">
    <Areas values={values} />
    <TagChoice values={values} name="tags" />
    <TagChoice values={values} name="capabilities" />
  </div>
)

const Areas = ({ values }: Props) => {
  const { within, set } = useListing(values)
  return (
    <DistrictList
      label="服务地区"
      codes={values.areaCodes}
      onChange={(codes) => set('areaCodes', codes)}
      most={listingLimits.areas}
      none="未添加即为全国。"
      error={within('areaCodes')}
    />
  )
}

const tagLabels = {
  tags: { label: '资质标签', most: listingLimits.tags, hint: '只能选已审核通过且在有效期内的资质。' },
  capabilities: { label: '能力标签', most: listingLimits.capabilities, hint: '帮助买家按能力找到您。' },
} as const

/** Tags to toggle; a selected tag that is no longer available can be removed. */
const TagChoice = ({ values, name }: Props & { name: 'tags' | 'capabilities' }) => {
  const { within, set } = useListing(values)
  const offered = useStore(shopTags)[name]
  const chosen = values[name]
  const { label, most, hint } = tagLabels[name]
  const all = [...offered, ...chosen.filter((word) => !offered.includes(word))]
  const error = within(name)
  return (
    <div data-fault={error ? '' : undefined}>
      <Field label={label} group error={error} hint={all.length === 0 ? undefined : `${hint}最多 ${most} 项。`}>
        {(_ids, labelId) =>
          all.length === 0 ? (
            <p className="text-ink-3">
              还没有可用的资质，可在
              <a href={links.sellerShop()} className="text-accent underline underline-offset-3">
                店铺管理
              </a>
              中登记证书，审核通过后即可选用。
            </p>
          ) : (
            <div role="group" aria-labelledby={labelId} className="flex flex-wrap gap-2">
              {all.map((word) => (
                <Chip
                  key={word}
                  label={word}
                  chosen={chosen.includes(word)}
                  disabled={!chosen.includes(word) && chosen.length >= most}
                  onChange={(on) => set(name, on ? [...chosen, word] : chosen.filter((each) => each !== word))}
                />
              ))}
            </div>
          )
        }
      </Field>
    </div>
  )
}

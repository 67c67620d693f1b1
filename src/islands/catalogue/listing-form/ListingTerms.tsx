import type { ListingKind, PriceType } from '../../../domain/catalogue/listing.ts'
import { durationUnits } from '../../../domain/catalogue/listing-form.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { RowInput } from '../../demands/RowInput.tsx'
import { useListing } from './use-listing.ts'
import { useStore } from '@nanostores/react'
import { listingLimits } from '../../../domain/catalogue/listing-rules.ts'
import { links } from '../../../domain/links.ts'
import { shopTags } from '../../../stores/catalogue/listing-choices.ts'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { DistrictList } from '../../reference/DistrictList.tsx'

type Props = { values: ListingValues }

const priceOptions: readonly { value: PriceType; label: string }[] = [
  { value: 0, label: '一口价' },
  { value: 1, label: '价格区间' },
  { value: 2, label: '面议' },
]
const priceHints: Readonly<Record<ListingKind, Readonly<Record<PriceType, string>>>> = {
  service: {
    0: '买家可直接下单。',
    1: '展示价格区间，买家询价后下单。',
    2: '不展示价格，买家询价。',
  },
  product: {
    0: '展示最低的规格价，买家可直接下单。',
    1: '展示各规格的最低价至最高价。',
    2: '不展示价格，买家询价；规格价仅供您自己参考。',
  },
}

/** Price type of the listing. */
export const PriceKind = ({ values, kind }: Props & { kind: ListingKind }) => {
  const { set } = useListing(values)
  return (
    <Radio
      form="chip"
      label="计价方式"
      required
      options={priceOptions}
      value={values.priceType}
      onChange={(type) => set('priceType', type)}
      hint={priceHints[kind][values.priceType]}
    />
  )
}

/** Price, down payment and duration of a service. */
export const ServiceTerms = ({ values }: Props) => {
  const { fault, text, set } = useListing(values)
  const { priceType } = values
  const duration = fault('durationFrom') ?? fault('durationTo')
  return (
    <div className="space-y-5">
      <PriceKind values={values} kind="service" />
      {priceType !== 2 && (
        <div className="grid items-start gap-5 md:grid-cols-3">
          <Input
            label={priceType === 1 ? '最低价' : '价格'}
            required
            unit="元"
            inputMode="decimal"
            maxLength={16}
            {...text('price')}
          />
          {priceType === 1 && (
            <Input label="最高价" required unit="元" inputMode="decimal" maxLength={16} {...text('highPrice')} />
          )}
          {priceType === 0 && (
            <Input
              label="首付比例"
              unit="%"
              inputMode="numeric"
              maxLength={3}
              hint="下单后先付的比例，留空为一次付清"
              {...text('downPaymentPercent')}
            />
          )}
        </div>
      )}
      <div className="md:max-w-[560px]">
        <Field label="交付周期" group error={duration} hint="两端相同可只填一个；留空表示与买家商定">
          {(ids, labelId) => (
            <div
              role="group"
              aria-labelledby={labelId}
              className="grid grid-cols-[1fr_auto_1fr_112px] items-start gap-2"
            >
              <Plain name="durationFrom" label="最短周期" values={values} note={ids['aria-describedby']} />
              <span className="pt-2 text-ink-3">至</span>
              <Plain name="durationTo" label="最长周期" values={values} note={ids['aria-describedby']} />
              <Select
                bare
                label="周期单位"
                options={durationUnits.map((unit) => ({ value: unit, label: unit }))}
                value={values.durationUnit}
                onChange={(unit) => set('durationUnit', unit)}
              />
            </div>
          )}
        </Field>
      </div>
    </div>
  )
}

type EndProps = Props & { name: 'durationFrom' | 'durationTo'; label: string; note: string | undefined }

const Plain = ({ name, label, values, note }: EndProps) => {
  const { text } = useListing(values)
  const { error, ...rest } = text(name)
  return (
    <RowInput
      label={label}
      wrong={error !== undefined}
      fault={note ?? ''}
      right
      inputMode="numeric"
      maxLength={3}
      {...rest}
    />
  )
}

/** Brand, CAS and catalogue number of a product. */
export const ProductIdentity = ({ values, brands }: Props & { brands: readonly string[] }) => {
  const { text } = useListing(values)
  return (
    <div className="grid items-start gap-5 md:grid-cols-3">
      <Input label="品牌" list="listing-brands" maxLength={40} hint="没有列出的品牌直接填写" {...text('brandName')} />
      <datalist id="listing-brands">
        {brands.map((brand) => (
          <option key={brand} value={brand} />
        ))}
      </datalist>
      <Input label="货号" maxLength={40} {...text('catalogueNo')} />
      <Input label="CAS 号" maxLength={20} placeholder="如 103-90-2" {...text('cas')} />
      <Input label="计量单位" maxLength={10} placeholder="如 瓶、盒、支" {...text('unit')} />
      <Input label="起订量" inputMode="numeric" maxLength={7} unit={values.unit || '件'} {...text('minOrder')} />
    </div>
  )
}

type ListingReachProps = { values: ListingValues }

/** Service area, certificates and capability tags of a listing. */
export const ListingReach = ({ values }: ListingReachProps) => (
  <div className="space-y-6">
    <Areas values={values} />
    <TagChoice values={values} name="tags" />
    <TagChoice values={values} name="capabilities" />
  </div>
)

const Areas = ({ values }: ListingReachProps) => {
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
const TagChoice = ({ values, name }: ListingReachProps & { name: 'tags' | 'capabilities' }) => {
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
              暂无可用资质，可在
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

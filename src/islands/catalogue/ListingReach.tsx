import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listingLimits } from '../../domain/catalogue/listing-rules.ts'
import { links } from '../../domain/links.ts'
import { shopWords } from '../../stores/catalogue/listing-choices.ts'
import type { ListingValues } from '../../stores/catalogue/listing-values.ts'
import { districts, loadDistricts } from '../../stores/districts.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Field } from '../../ui/Field.tsx'
import { DistrictPicker } from '../DistrictPicker.tsx'
import { useListing } from './use-listing.ts'

type Props = { values: ListingValues }

/** Where a listing is offered, and which of the shop's certificates and abilities it names. */
export const ListingReach = ({ values }: Props) => (
  <div className="space-y-6">
    <Areas values={values} />
    <Words values={values} name="tags" />
    <Words values={values} name="capabilities" />
  </div>
)

const province = (code: string) => `${code.slice(0, 2)}0000`

const Areas = ({ values }: Props) => {
  const { within, set } = useListing(values)
  const known = useStore(districts)
  const [picked, setPicked] = useState<string | null>(null)
  const { areaCodes } = values
  const error = within('areaCodes')
  const provinces = [...new Set(areaCodes.map(province))].join()
  useEffect(() => {
    for (const code of provinces.split(',').filter((each) => each !== '')) void loadDistricts(code)
  }, [provinces])
  const all = Object.values(known).flat()
  const nameOf = (code: string) => all.find((each) => each.code === code)?.name ?? code
  const words = (code: string) => (code === province(code) ? nameOf(code) : `${nameOf(province(code))} ${nameOf(code)}`)
  const there = picked !== null && (areaCodes.includes(picked) || areaCodes.includes(province(picked)))
  const add = () => {
    if (picked === null) return
    // A whole province takes the place of its cities.
    const others = areaCodes.filter((code) => picked !== province(picked) || province(code) !== picked)
    set('areaCodes', [...others, picked])
    setPicked(null)
  }
  return (
    <div>
      <div className="grid items-end gap-3 md:grid-cols-[minmax(0,480px)_auto]">
        <DistrictPicker label="服务地区" value={picked} onChange={setPicked} error={error} />
        <div>
          <Button
            className="max-md:h-11"
            disabled={picked === null || there || areaCodes.length >= listingLimits.areas}
            onClick={add}
          >
            {there ? '已包含' : '添加地区'}
          </Button>
        </div>
      </div>
      <ul className="mt-3 flex flex-wrap gap-2" aria-label="已选地区">
        {areaCodes.length === 0 && <li className="text-sm text-ink-3">未添加即为全国。</li>}
        {areaCodes.map((code) => (
          <li key={code} className="inline-flex h-8 items-center gap-1 rounded-md bg-surface-3 pr-1 pl-3 max-md:h-11">
            {words(code)}
            <button
              type="button"
              className="grid size-6 place-items-center rounded text-ink-3 hover:text-bad max-md:size-9"
              aria-label={`移除 ${words(code)}`}
              onClick={() =>
                set(
                  'areaCodes',
                  areaCodes.filter((each) => each !== code),
                )
              }
            >
              <X className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const wording = {
  tags: { label: '资质标签', most: listingLimits.tags, hint: '只能选已审核通过且在有效期内的资质。' },
  capabilities: { label: '能力标签', most: listingLimits.capabilities, hint: '帮助买家按能力找到您。' },
} as const

/** Words to switch on and off; one that was chosen before and may not be chosen any more can be taken away. */
const Words = ({ values, name }: Props & { name: 'tags' | 'capabilities' }) => {
  const { within, set } = useListing(values)
  const offered = useStore(shopWords)[name]
  const chosen = values[name]
  const { label, most, hint } = wording[name]
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

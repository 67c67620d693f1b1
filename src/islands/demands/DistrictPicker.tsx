import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { districts, loadDistricts } from '../../stores/demands/choices.ts'
import { labelClass } from '../../ui/control-class.ts'
import { Select } from '../../ui/Select.tsx'

type Props = {
  /** 省 or 市; null = 不限 */
  value: string | null
  onChange: (code: string | null) => void
  error?: string | undefined
  disabled?: boolean | undefined
}

const anywhere = 'any'
const provinceOf = (code: string) => `${code.slice(0, 2)}0000`

/** Where the supplier should be: a province, and in it a city, or anywhere. */
export const DistrictPicker = ({ value, onChange, error, disabled }: Props) => {
  const known = useStore(districts)
  const province = value === null ? null : provinceOf(value)
  useEffect(() => void loadDistricts(), [])
  useEffect(() => {
    if (province !== null) void loadDistricts(province)
  }, [province])
  const listed = (code: string) => (known[code] ?? []).map((one) => ({ value: one.code, label: one.name }))
  const cities = province === null ? [] : listed(province)
  return (
    <fieldset data-fault={error ? '' : undefined}>
      <legend className={labelClass}>期望供应商地区</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select
          bare
          label="省份"
          options={[{ value: anywhere, label: '不限' }, ...listed('')]}
          value={province ?? anywhere}
          onChange={(code) => onChange(code === anywhere ? null : code)}
          disabled={disabled}
        />
        <Select
          bare
          label="城市"
          options={province === null ? [] : [{ value: province, label: '全省' }, ...cities]}
          value={value}
          placeholder="城市"
          onChange={(code) => onChange(code)}
          disabled={disabled === true || province === null || cities.length === 0}
        />
      </div>
      {error && <p className="mt-1.5 text-sm text-bad">{error}</p>}
    </fieldset>
  )
}

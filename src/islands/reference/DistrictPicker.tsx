import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { districts, loadDistricts } from '../../stores/districts.ts'
import { labelClass } from '../../ui/form/control-class.ts'
import { Select } from '../../ui/form/Select.tsx'
import { Fault } from '../../ui/form/Fault.tsx'

type Props = {
  /** Label: 企业所在地区. */
  label: string
  required?: boolean | undefined
  /** Six-digit code of a province, city or county; null or empty = none. */
  value: string | null
  onChange: (code: string | null) => void
  /** Lowest level: 2 = city, 3 = county. */
  levels?: 2 | 3 | undefined
  /** Offers 不限. */
  anywhere?: boolean | undefined
  /** Only the lowest level can be selected, not a whole province or city. */
  exact?: boolean | undefined
  error?: string | undefined
  disabled?: boolean | undefined
}

const any = 'any'
const provinceOf = (code: string) => `${code.slice(0, 2)}0000`
const cityOf = (code: string) => `${code.slice(0, 4)}00`

/** Selects a province, city and county in China. */
export const DistrictPicker = (props: Props) => {
  const { label, required, onChange, levels = 2, anywhere = false, exact = false, error, disabled } = props
  const value = props.value === '' ? null : props.value
  const known = useStore(districts)
  const province = value === null ? null : provinceOf(value)
  const city = value === null || value === province ? null : cityOf(value)
  useEffect(() => void loadDistricts(), [])
  useEffect(() => {
    if (province !== null) void loadDistricts(province)
  }, [province])
  useEffect(() => {
    if (levels === 3 && city !== null) void loadDistricts(city)
  }, [levels, city])
  const below = (code: string | null) =>
    code === null ? [] : (known[code] ?? []).map((one) => ({ value: one.code, label: one.name }))
  const cities = below(province)
  const counties = below(city)
  // The error is marked at the level to be chosen next.
  const faultBelow = province === null ? undefined : error
  return (
    <fieldset data-fault={error ? '' : undefined} className="min-w-0">
      <legend className={labelClass}>
        {label}
        {required && (
          <span className="text-bad" aria-hidden>
            *
          </span>
        )}
      </legend>
      <div className={`grid gap-3 ${levels === 3 ? 'grid-cols-3 max-md:grid-cols-2' : 'grid-cols-2'}`}>
        <Select
          bare
          label="省份"
          options={anywhere ? [{ value: any, label: '不限' }, ...below('')] : below('')}
          value={province ?? (anywhere ? any : null)}
          placeholder="省份"
          error={province === null ? error : undefined}
          onChange={(code) => onChange(code === any ? null : code)}
          disabled={disabled}
        />
        <Select
          bare
          label="城市"
          options={province === null ? [] : exact ? cities : [{ value: province, label: '全省' }, ...cities]}
          value={levels === 3 ? (city ?? province) : value}
          placeholder="城市"
          error={levels === 2 || city === null ? faultBelow : undefined}
          onChange={onChange}
          disabled={disabled === true || province === null || cities.length === 0}
        />
        {levels === 3 && (
          <Select
            bare
            label="区县"
            options={city === null ? [] : exact ? counties : [{ value: city, label: '全市' }, ...counties]}
            value={city === null ? null : value}
            placeholder="区县"
            error={city === null ? undefined : faultBelow}
            onChange={onChange}
            disabled={disabled === true || city === null || counties.length === 0}
          />
        )}
      </div>
      <Fault message={error} />
    </fieldset>
  )
}

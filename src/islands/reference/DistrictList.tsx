import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { districts, loadDistricts } from '../../stores/districts.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DistrictPicker } from './DistrictPicker.tsx'

type Props = {
  /** Label: 服务地区. */
  label: string
  /** Six-digit codes of provinces and cities. */
  codes: readonly string[]
  onChange: (codes: string[]) => void
  most: number
  /** Text shown for an empty list. */
  none: string
  error?: string | undefined
}

const province = (code: string) => `${code.slice(0, 2)}0000`

/** Selection of provinces and cities; a whole province replaces its cities. */
export const DistrictList = ({ label, codes, onChange, most, none, error }: Props) => {
  const known = useStore(districts)
  const [picked, setPicked] = useState<string | null>(null)
  const provinces = [...new Set(codes.map(province))].join()
  useEffect(() => {
    void loadDistricts()
    for (const code of provinces.split(',').filter((each) => each !== '')) void loadDistricts(code)
  }, [provinces])
  const all = Object.values(known).flat()
  const nameOf = (code: string) => all.find((each) => each.code === code)?.name ?? code
  const words = (code: string) => (code === province(code) ? nameOf(code) : `${nameOf(province(code))} ${nameOf(code)}`)
  const there = picked !== null && (codes.includes(picked) || codes.includes(province(picked)))
  const add = () => {
    if (picked === null) return
    onChange([...codes.filter((code) => picked !== province(picked) || province(code) !== picked), picked])
    setPicked(null)
  }
  return (
    <div>
      <div className="grid items-end gap-3 md:grid-cols-[minmax(0,480px)_auto]">
        <DistrictPicker label={label} value={picked} onChange={setPicked} error={error} />
        <div>
          <Button className="max-md:h-11" disabled={picked === null || there || codes.length >= most} onClick={add}>
            {there ? '已包含' : '添加地区'}
          </Button>
        </div>
      </div>
      <ul className="mt-3 flex flex-wrap gap-2" aria-label={`已选${label}`}>
        {codes.length === 0 && <li className="text-sm text-ink-3">{none}</li>}
        {codes.map((code) => (
          <li key={code} className="inline-flex h-8 items-center gap-1 rounded-md bg-surface-3 pr-1 pl-3 max-md:h-11">
            {words(code)}
            <button
              type="button"
              className="grid size-6 place-items-center rounded text-ink-3 hover:text-bad max-md:size-9"
              aria-label={`移除 ${words(code)}`}
              onClick={() => onChange(codes.filter((each) => each !== code))}
            >
              <X className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

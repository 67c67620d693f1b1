import { useState } from 'react'
import { links } from '../../domain/links.ts'
import { isDay } from '../../domain/time-input.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { DateInput } from '../../ui/date/DateInput.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { areaLabels } from './areas.ts'

const areas = [...areaLabels].map(([value, label]) => ({ value, label: value === '' ? '各分站共有的' : label }))

/** Day and regional variant of the preview of promotions. */
export const PromotionPreviewChoice = ({ day, area }: { day: string; area: string }) => {
  const [chosen, choose] = useState({ day, area })
  const isReadable = isDay(chosen.day)
  return (
    <div className="grid items-end gap-4 md:grid-cols-[220px_220px_auto]">
      <DateInput
        label="日期"
        error={isReadable ? undefined : '请填写日期，如 2026-11-20'}
        value={chosen.day}
        onChange={(next) => choose({ ...chosen, day: next })}
      />
      <Select label="分站" options={areas} value={chosen.area} onChange={(next) => choose({ ...chosen, area: next })} />
      <LinkButton
        kind="main"
        className="max-md:h-11 md:justify-self-start"
        href={links.promotions({ preview: isReadable ? chosen.day : day, area: chosen.area })}
      >
        预览
      </LinkButton>
    </div>
  )
}

import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput, TimeInput } from '../../ui/DateInput.tsx'
import { Input } from '../../ui/Input.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DistrictPicker } from '../DistrictPicker.tsx'

type Props = {
  control: Control<DemandValues>
  register: UseFormRegister<DemandValues>
  errors: FieldErrors<DemandValues>
  negotiable: boolean
  /** Sets the deadline so many days on. */
  onDays: (days: number) => void
  /** Being offered on: only the deadline may move. */
  open: boolean
}

/** Usual times for offering, in days. */
const presets = [7, 14, 30] as const

/** Budget or 议价, where, until when. */
export const BudgetFields = ({ control, register, errors, negotiable, onDays, open }: Props) => (
  <div className="grid items-start gap-x-5 gap-y-5 md:grid-cols-2">
    <div>
      <Input
        label="预算"
        required={!negotiable}
        unit="元"
        inputMode="decimal"
        placeholder={negotiable ? '议价' : '如：960000'}
        disabled={negotiable}
        readOnly={open}
        error={errors.budget?.message}
        hint="供应商会参考预算给出方案；也可以选择议价。"
        {...register('budget')}
      />
      <div className="mt-2">
        <Controller
          control={control}
          name="negotiable"
          render={({ field }) => <Switch label="预算议价" on={field.value} onChange={field.onChange} disabled={open} />}
        />
      </div>
    </div>
    <Controller
      control={control}
      name="districtCode"
      render={({ field }) => (
        <DistrictPicker
          label="期望供应商地区"
          anywhere
          value={field.value}
          onChange={field.onChange}
          error={errors.districtCode?.message}
          disabled={open}
        />
      )}
    />
    <div>
      <div className="grid grid-cols-2 gap-3">
        <Controller
          control={control}
          name="deadlineDate"
          render={({ field: { name, value, onChange, onBlur } }) => (
            <DateInput
              label="报价截止日期"
              required
              hint={open ? '只能推迟' : undefined}
              error={errors.deadlineDate?.message}
              name={name}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
        <Controller
          control={control}
          name="deadlineTime"
          render={({ field: { name, value, onChange, onBlur } }) => (
            <TimeInput label="截止时间" required name={name} value={value} onChange={onChange} onBlur={onBlur} />
          )}
        />
      </div>
      {!open && (
        <div className="mt-2 flex flex-wrap gap-2" role="group" aria-label="常用截止时间">
          {presets.map((days) => (
            <Button key={days} size="sm" onClick={() => onDays(days)}>
              {days} 天
            </Button>
          ))}
        </div>
      )}
    </div>
    <Controller
      control={control}
      name="deliverBy"
      render={({ field: { name, value, onChange, onBlur } }) => (
        <DateInput
          label="期望交付日期"
          readOnly={open}
          hint="可不填"
          error={errors.deliverBy?.message}
          name={name}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    />
  </div>
)

import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import { validDateAfter, validityDays, type OfferValues } from '../../stores/demands/offer-values.ts'
import { Chip } from '../../ui/Chip.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Input } from '../../ui/Input.tsx'

type Props = {
  control: Control<OfferValues>
  register: UseFormRegister<OfferValues>
  errors: FieldErrors<OfferValues>
  validDate: string
  deadline: string
  onChoose: (validDate: string) => void
}

/** How long the work takes, and until when the offer can be accepted. */
export const OfferTime = ({ control, register, errors, validDate, deadline, onChoose }: Props) => (
  <div className="grid gap-5 md:grid-cols-2">
    <Input
      label="总周期"
      required
      unit="天"
      inputMode="numeric"
      hint="自开工起的自然日"
      maxLength={4}
      error={errors.durationDays?.message}
      {...register('durationDays')}
    />
    <Controller
      control={control}
      name="validDate"
      render={({ field: { name, value, onChange, onBlur } }) => (
        <DateInput
          label="报价有效期至"
          required
          hint="当天 23:59 前可被选定"
          error={errors.validDate?.message}
          name={name}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    />
    <div role="group" aria-label="有效期预设" className="-mt-2 md:col-span-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-ink-3">有效期可选：报价截止后</span>
        {validityDays.map((days) => {
          const date = validDateAfter(deadline, days)
          return <Chip key={days} label={`${days} 天`} chosen={date === validDate} onChange={() => onChoose(date)} />
        })}
      </p>
    </div>
  </div>
)

import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { dateInput, daysAfter, instantOf } from '../../domain/time-input.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import { DateInput, TimeInput } from '../../ui/date/DateInput.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'

/** Days ahead that a new deadline is proposed for. */
const proposedDays = 14

/** A chosen new deadline; `deadline` is null while no moment is chosen. */
export function useDeadline(now: string) {
  const [day, setDay] = useState(dateInput(daysAfter(now, proposedDays)))
  const [time, setTime] = useState('18:00')
  return { day, setDay, time, setTime, deadline: instantOf(day, time), now }
}

interface DeadlineFieldsProps {
  readonly chosen: ReturnType<typeof useDeadline>
  readonly failure: Failure | null
}

/** Date and time of a new deadline, with the failure of the last attempt at its field or above. */
export const DeadlineFields = ({ chosen, failure }: DeadlineFieldsProps) => {
  const fault = failure && fieldErrorsOf(failure).find(({ field }) => field === 'deadline')?.message
  return (
    <>
      {failure && !fault && (
        <div className="mb-4">
          <Notice tone="bad" title={failure.message} />
        </div>
      )}
      <div className="grid grid-cols-2 gap-4">
        <DateInput
          label="截止日期"
          required
          min={dateInput(chosen.now)}
          value={chosen.day}
          error={chosen.deadline === null ? '请选择日期和时间' : (fault ?? undefined)}
          onChange={chosen.setDay}
        />
        <TimeInput label="时间" required value={chosen.time} onChange={chosen.setTime} />
      </div>
    </>
  )
}

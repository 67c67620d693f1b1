import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { monthLabel } from '../../domain/operations/report-months.ts'
import { downloadMonthlyReport } from '../../stores/operations/monthly-reports.ts'
import { exportingSheet } from '../../stores/operations/sheet-export.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Select } from '../../ui/form/Select.tsx'

interface Month {
  readonly month: string
  readonly isRunning: boolean
}

/** Chooses a month and downloads its workbook. The last closed month is preselected. */
export const MonthlyReport = ({ months }: { months: readonly Month[] }) => {
  const initial = months.find(({ isRunning }) => !isRunning) ?? months[0]
  const [month, setMonth] = useState(initial?.month ?? null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const busy = useStore(exportingSheet) !== null
  const chosen = months.find((each) => each.month === month)
  const download = () => {
    if (month !== null) void downloadMonthlyReport(month).then(setFailure)
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3 max-md:flex-col max-md:items-stretch">
        <Select
          className="md:w-64"
          label="月份"
          options={months.map((each) => ({
            value: each.month,
            label: monthLabel(each.month),
            note: each.isRunning ? '进行中' : undefined,
          }))}
          value={month}
          onChange={(value) => {
            setMonth(value)
            setFailure(null)
          }}
        />
        <Button kind="main" className="max-md:h-11" busy={busy} disabled={chosen === undefined} onClick={download}>
          下载 Excel
        </Button>
      </div>
      {chosen?.isRunning === true && (
        <Notice tone="go" title={`${monthLabel(chosen.month)}尚未结束`}>
          报表截至下载的时刻，此后的数据会变化。
        </Notice>
      )}
      <div role="status" className="empty:hidden">
        {failure !== null && <Notice tone="bad" title={failure.message} />}
      </div>
    </div>
  )
}

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import type { ActionQuery } from '../../domain/operations/action-query.ts'
import { chainCheck, exportActions, verifyActions } from '../../stores/operations/platform-actions.ts'
import { exportingSheet } from '../../stores/operations/sheet-export.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'

const CheckResult = () => {
  const check = useStore(chainCheck)
  if (check.at === 'failed') return <Notice tone="bad" title={check.failure.message} />
  if (check.at !== 'checked') return null
  if (check.broken !== null)
    return (
      <Notice tone="bad" title={`第 ${check.broken} 条与前一条不一致`}>
        记录在此处缺失或被改动，请保留数据库现状并与备份比对。
      </Notice>
    )
  return (
    <Notice tone="good" title={`${check.rows} 条记录逐条核对无误`}>
      <span className="wrap-anywhere">
        {check.rows === 0 ? '暂无记录。' : `最后一条的校验值 ${check.lastHash}，可另行留存以备日后比对。`}
      </span>
    </Notice>
  )
}

/** Export and check of the actions of operators. */
export const PlatformActionTools = ({ conditions }: { conditions: Omit<ActionQuery, 'before'> }) => {
  const checking = useStore(chainCheck).at === 'checking'
  const exporting = useStore(exportingSheet) !== null
  const [failure, setFailure] = useState<Failure | null>(null)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button
          className="max-md:h-11"
          busy={exporting}
          onClick={() => void exportActions(conditions).then(setFailure)}
        >
          导出 Excel
        </Button>
        <Button className="max-md:h-11" busy={checking} onClick={() => void verifyActions()}>
          核对全部记录
        </Button>
      </div>
      <div role="status" className="space-y-3 empty:hidden">
        {failure !== null && <Notice tone="bad" title={failure.message} />}
        <CheckResult />
      </div>
    </div>
  )
}

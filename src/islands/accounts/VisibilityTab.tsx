import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { companyPartLabels, type Visibility } from '../../domain/accounts/visibility.ts'
import * as store from '../../stores/accounts/visibility.ts'
import { Notice } from '../../ui/Notice.tsx'
import { StateShape } from '../../ui/StateShape.tsx'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { ReadOnlyNotice } from './CompanyFacts.tsx'
import { VisibilityPreview } from './VisibilityPreview.tsx'
import { VisibilityTable } from './VisibilityTable.tsx'

const Table = ({ visibility, mayEdit }: { visibility: Visibility; mayEdit: boolean }) => {
  const choice = useStore(store.choice)
  return (
    <section aria-label="信息公开范围" className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 pt-5 pb-3 md:px-6">
        <p className="text-ink-2">企业名称、认证状态与所在地区总是公开；其余由贵企业决定。</p>
        <span className="text-sm text-ink-3" role="status">
          {choice.at === 'saving' && '保存中'}
          {choice.at === 'saved' && (
            <span className="inline-flex items-center gap-1.5">
              <StateShape tone="good" />
              {companyPartLabels[choice.part]}已保存
            </span>
          )}
        </span>
      </div>
      {choice.at === 'failed' && (
        <div className="px-4 pb-4 md:px-6">
          <Notice tone="bad" title={`${companyPartLabels[choice.part]}没有保存：${choice.failure.message}`}>
            已恢复为原来的选择，请稍后重试。
          </Notice>
        </div>
      )}
      <VisibilityTable visibility={visibility} disabled={!mayEdit} />
    </section>
  )
}

/** 信息公开范围: who sees which part, and what that looks like from outside. */
export const VisibilityTab = ({ mayEdit }: { mayEdit: boolean }) => {
  const state = useStore(store.visibility)
  useEffect(() => void store.load(), [])
  return (
    <div className="space-y-4">
      {!mayEdit && <ReadOnlyNotice right="corporate_show" />}
      <Shown
        state={state}
        what="信息公开范围"
        permission="corporate_show"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(visibility) => (
          <>
            <Table visibility={visibility} mayEdit={mayEdit} />
            <VisibilityPreview visibility={visibility} />
          </>
        )}
      </Shown>
    </div>
  )
}

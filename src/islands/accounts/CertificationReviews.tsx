import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  certificationLabels,
  certificationStatuses,
  type CertificationStatus,
} from '../../domain/accounts/certification.ts'
import * as store from '../../stores/accounts/certification-reviews.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListSearch } from '../demands/ListSearch.tsx'
import { card, Shown } from '../demands/Shown.tsx'
import { TableSkeleton } from '../demands/TableSkeleton.tsx'
import { ReviewDetail } from './ReviewDetail.tsx'
import { ReviewTable } from './ReviewTable.tsx'

/** States that a version can be in, those that wait first; drafts are never submitted. */
const shown = ['submitted', 'more_info', 'rejected', 'approved', 'expired'] as const

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的认证" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="done" title="还没有企业提交认证" text="企业提交后会出现在这里。" />
  )

/** Certifications that companies submitted, for operators: the list, and one version at a time. */
export const CertificationReviews = ({ search }: { search: string }) => {
  const state = useStore(store.reviews)
  const open = useStore(store.open)
  const query = useStore(store.query) ?? readListQuery(search, certificationStatuses)
  useEffect(() => store.start(), [])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const count = (status?: CertificationStatus) =>
    counts && (status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, one) => sum + one, 0))
  const tabs = [
    { key: 'all', label: '全部', count: count() },
    ...shown.map((status) => ({ key: status, label: certificationLabels[status].label, count: count(status) })),
  ]
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">认证审核</h1>
      {open.at === 'none' ? (
        <>
          <ListSearch
            placeholder="企业名称或信用代码"
            keyword={query.keyword}
            onSearch={(keyword) => store.choose({ keyword })}
          />
          <Tabs
            label="认证状态"
            tabs={tabs}
            current={query.status ?? 'all'}
            onChange={(key) => store.choose({ status: shown.find((status) => status === key) })}
          >
            <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
              <Shown
                state={state}
                what="认证"
                permission="corporate_credit"
                onRetry={() => void store.load()}
                skeleton={<TableSkeleton />}
                frame={card}
              >
                {({ data, total }) =>
                  data.length === 0 ? (
                    card(<Nothing filtered={query.status !== undefined || query.keyword !== ''} />)
                  ) : (
                    <>
                      <ReviewTable rows={data} />
                      <div className="pt-4">
                        <Pager
                          total={total}
                          pageSize={store.pageSize}
                          current={query.current}
                          onChange={(current) => store.choose({ current })}
                        />
                      </div>
                    </>
                  )
                }
              </Shown>
            </div>
          </Tabs>
        </>
      ) : (
        <ReviewDetail key={open.review.certificationId} open={open} />
      )}
      <Toaster />
    </>
  )
}

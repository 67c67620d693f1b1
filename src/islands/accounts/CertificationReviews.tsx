import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { certificationLabels, certificationStatuses } from '../../domain/accounts/certification.ts'
import * as store from '../../stores/accounts/certification-reviews.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
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
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">认证审核</h1>
      {open.at === 'none' ? (
        <ListFrame
          state={state}
          what="认证"
          permission="corporate_credit"
          onRetry={() => void store.load()}
          search={{
            placeholder: '企业名称或信用代码',
            keyword: query.keyword,
            onSearch: (keyword) => store.choose({ keyword }),
          }}
          tabs={{
            label: '认证状态',
            tabs: stateTabs(
              shown,
              (status) => certificationLabels[status],
              state.at === 'ready' ? state.content.counts : undefined,
            ),
            current: query.status ?? 'all',
            onChange: (key) => store.choose({ status: shown.find((status) => status === key) }),
          }}
          page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
          empty={<Nothing filtered={query.status !== undefined || query.keyword !== ''} />}
        >
          {({ data }) => <ReviewTable rows={data} />}
        </ListFrame>
      ) : (
        <ReviewDetail key={open.review.certificationId} open={open} />
      )}
      <Toaster />
    </>
  )
}

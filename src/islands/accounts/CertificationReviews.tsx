import { useStore } from '@nanostores/react'
import { certificationLabels } from '../../domain/accounts/certification.ts'
import * as store from '../../stores/accounts/certification-reviews.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { ReviewDetail } from './ReviewDetail.tsx'
import { ReviewTable } from './ReviewTable.tsx'

/** Certifications that companies submitted, for operators: the list, and one version at a time. */
export const CertificationReviews = ({ search }: { search: string }) => {
  const open = useStore(store.open)
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">认证审核</h1>
      {open.at === 'none' ? (
        <FilteredList
          list={store.reviews}
          search={search}
          what="认证"
          permission="corporate_credit"
          placeholder="企业名称或信用代码"
          tabs={{ label: '认证状态', labelOf: (status) => certificationLabels[status] }}
          empty={<EmptyState drawing="done" title="还没有企业提交认证" text="企业提交后会出现在这里。" />}
        >
          {({ data }) => <ReviewTable rows={data} />}
        </FilteredList>
      ) : (
        <ReviewDetail key={open.review.certificationId} open={open} />
      )}
      <Toaster />
    </>
  )
}

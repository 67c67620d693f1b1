import { openTab } from '../../stores/accounts/account-tab.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { card } from '../Shown.tsx'

/** A part of the page that belongs to a company, for somebody who has none. */
export const NoCompanyYet = ({ what }: { what: string }) =>
  card(
    <EmptyState
      drawing="locked"
      title="您的账号还没有所属企业"
      text={`${what}属于企业。新建企业，或凭邀请加入后即可填写。`}
    >
      <Button kind="main" onClick={() => openTab('company')}>
        新建或加入企业
      </Button>
    </EmptyState>,
  )

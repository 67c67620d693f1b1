import { links } from '../../../domain/links.ts'
import type { PendingRequisition } from '../../../stores/orders/requisitions/pending-requisition.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'

type Props = { requisition: PendingRequisition }

/** A request waits for approval: in place of the page on which it was made. */
export const PendingPage = ({ requisition: { requisitionId, requisitionNo } }: Props) => (
  <EmptyState
    title={`已提交审批：${requisitionNo}`}
    text="贵企业的审批规则适用于这次采购。审批通过后自动执行，退回时会写明原因，您会收到通知。"
  >
    <LinkButton kind="main" href={links.buyerRequisition(requisitionId)}>
      查看审批进度
    </LinkButton>
    <LinkButton href={links.buyerRequisitions()}>我的请购</LinkButton>
  </EmptyState>
)

/** The same as a notice within a page or dialog. */
export const PendingNotice = ({ requisition: { requisitionId, requisitionNo } }: Props) => (
  <Notice tone="go" title={`已提交审批：${requisitionNo}`}>
    审批通过后自动执行，您会收到通知。
    <a className="ml-1 text-accent underline underline-offset-3" href={links.buyerRequisition(requisitionId)}>
      查看审批进度
    </a>
  </Notice>
)

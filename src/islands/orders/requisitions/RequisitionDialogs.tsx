import { useStore } from '@nanostores/react'
import type { Requisition, RequisitionRow } from '../../../contract/orders/requisitions.ts'
import {
  isRequisitionReturned,
  isRequisitionWaiting,
  maxRequisitionReason,
} from '../../../domain/orders/requisitions/requisition-states.ts'
import * as store from '../../../stores/orders/requisitions/requisition-list.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'

/** Says what came of an approval: the next step, the result, or why it went back. */
function tellApproval({ status, waitsFor, reason }: Requisition): void {
  if (isRequisitionReturned(status)) toast.warning(`未能执行，已退回：${reason}`)
  else toast.success(isRequisitionWaiting(status) ? `已通过，转下一步：${waitsFor}` : '已通过并执行')
}

const ApprovalDialog = () => {
  const now = useStore(store.approval.state)
  if (now === null) return null
  const { requisitionNo, title } = now.subject
  return (
    <ReasonDialog
      open
      calm
      title={`通过请购 ${requisitionNo}`}
      text={`${title}。最后一步通过后立即执行所申请的操作；价格、库存等已有变化时会退回申请人。`}
      label="审批意见"
      confirm="通过"
      required={false}
      maxLength={maxRequisitionReason}
      busy={now.sending}
      failure={now.failure}
      onCancel={store.approval.close}
      onConfirm={(note) => void store.submitApproval(note).then((done) => done !== null && tellApproval(done))}
    />
  )
}

const ReturnDialog = () => {
  const now = useStore(store.returning.state)
  if (now === null) return null
  const { requisitionNo, title } = now.subject
  return (
    <ReasonDialog
      open
      title={`退回请购 ${requisitionNo}`}
      text={`${title}。申请人会看到原因，可修改后重新提交。`}
      label="退回原因"
      confirm="退回"
      maxLength={maxRequisitionReason}
      busy={now.sending}
      failure={now.failure}
      onCancel={store.returning.close}
      onConfirm={(reason) =>
        void store.returning.submit(reason).then((done) => done && toast.success('已退回，申请人会收到通知'))
      }
    />
  )
}

const WithdrawalDialog = () => {
  const now = useStore(store.withdrawal.state)
  if (now === null) return null
  const { subject, sending, failure } = now
  const consequence = `${subject.title}。撤回后不再审批；从购物车提交的商品会回到购物车。`
  return (
    <Confirm
      open
      title={`撤回请购 ${subject.requisitionNo}？`}
      text={failure === null ? consequence : failure.message}
      confirm="撤回"
      busy={sending}
      onCancel={store.withdrawal.close}
      onConfirm={() => void store.withdrawal.submit().then((done) => done && toast.success('已撤回'))}
    />
  )
}

/** Dialogs of approving, returning and withdrawing. */
export const RequisitionDialogs = () => (
  <>
    <ApprovalDialog />
    <ReturnDialog />
    <WithdrawalDialog />
  </>
)

/** Buttons of what the reader may do now; each takes its share of the width on a phone. */
export const RequisitionActions = ({ row, size }: { row: RequisitionRow; size?: 'sm' }) => {
  const { allowed, requisitionNo } = row
  const button = 'max-md:h-11 max-md:flex-1'
  const sized = size === undefined ? {} : { size }
  if (allowed.length === 0) return null
  return (
    <span className="flex flex-wrap justify-end gap-2 max-md:w-full">
      {allowed.includes('withdraw') && (
        <Button
          {...sized}
          className={button}
          onClick={() => store.withdrawal.open(row)}
          aria-label={`撤回 ${requisitionNo}`}
        >
          撤回
        </Button>
      )}
      {allowed.includes('return') && (
        <Button
          {...sized}
          className={button}
          onClick={() => store.returning.open(row)}
          aria-label={`退回 ${requisitionNo}`}
        >
          退回
        </Button>
      )}
      {allowed.includes('approve') && (
        <Button
          {...sized}
          kind="main"
          className={button}
          onClick={() => store.approval.open(row)}
          aria-label={`通过 ${requisitionNo}`}
        >
          通过
        </Button>
      )}
    </span>
  )
}

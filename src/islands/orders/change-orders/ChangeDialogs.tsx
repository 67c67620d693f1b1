import { useStore } from '@nanostores/react'
import { yuan } from '../../../domain/money.ts'
import { compareTerms } from '../../../domain/orders/change-comparison.ts'
import { changeOrderName, maxChangeReasonLength } from '../../../domain/orders/change-order-states.ts'
import { dateTime } from '../../../domain/time.ts'
import { chargeRefusal } from '../../../stores/orders/budgets/charge.ts'
import * as store from '../../../stores/orders/change-orders.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { ChangeReasons } from './ChangeReasons.tsx'
import { ChangeTable } from './ChangeTable.tsx'

const submit = (said: string, reason?: string) =>
  void store.submitChangeAnswer(reason).then((worked) => {
    if (worked) toast.success(said)
  })

type AnswerDialog = Exclude<store.ChangeDialog, { readonly kind: 'propose' }>

/** What is signed, with its fingerprint and expiry. */
const SignDialog = ({ dialog: { change, sending, failure } }: { dialog: AnswerDialog }) => (
  <Dialog
    open
    width="lg"
    form="sheet"
    onClose={store.closeChangeDialog}
    title={`签署${changeOrderName(change.number)}`}
    text="签署后立即生效，双方可下载补充协议。请核对以下内容。"
    actions={
      <>
        <Button onClick={store.closeChangeDialog}>取消</Button>
        <Button kind="main" busy={sending} onClick={() => submit('已签署，变更立即生效')}>
          签署
        </Button>
      </>
    }
  >
    <div className="space-y-4">
      {failure !== null && <Notice tone="bad" title={chargeRefusal(failure)} />}
      <ChangeReasons change={change} />
      <ChangeTable rows={compareTerms(change.before, change.after)} name="签署内容" />
      {change.refund > 0 && <p>取消的里程碑已付 ¥{yuan(change.refund)}，生效后退回买家。</p>}
      <dl className="space-y-1 rounded-md bg-surface-2 p-3 text-sm">
        <div>
          <dt className="text-ink-3">校验码（SHA-256）</dt>
          <dd className="font-mono break-all">{change.fingerprint}</dd>
        </div>
        <div>
          <dt className="text-ink-3">签署期限</dt>
          <dd>{dateTime(change.expiresAt)}</dd>
        </div>
      </dl>
    </div>
  </Dialog>
)

/** The open dialog of the change orders: proposal, signature, refusal, withdrawal. */
export const ChangeDialogs = () => {
  const dialog = useStore(store.changeDialog)
  if (dialog === null) return null
  if (dialog.kind === 'propose') return <ChangeForm />
  const name = changeOrderName(dialog.change.number)
  if (dialog.kind === 'sign') return <SignDialog dialog={dialog} />
  if (dialog.kind === 'decline')
    return (
      <ReasonDialog
        open
        title={`拒绝${name}`}
        text="拒绝后订单按原约定继续，对方会看到原因。"
        label="原因"
        confirm="拒绝"
        maxLength={maxChangeReasonLength}
        busy={dialog.sending}
        failure={dialog.failure}
        onCancel={store.closeChangeDialog}
        onConfirm={(reason) => submit(`已拒绝${name}`, reason)}
      />
    )
  return (
    <Confirm
      open
      title={`撤回${name}？`}
      text={dialog.failure?.message ?? '撤回后对方不能再签署，订单按原约定继续。'}
      confirm="撤回"
      busy={dialog.sending}
      onCancel={store.closeChangeDialog}
      onConfirm={() => submit(`已撤回${name}`)}
    />
  )
}

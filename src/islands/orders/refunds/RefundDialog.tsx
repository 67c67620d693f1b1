import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Failure } from '../../../contract/envelope.ts'
import { parseFen, formatYuanInput } from '../../../domain/money-input.ts'
import { yuan } from '../../../domain/money.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import * as store from '../../../stores/orders/refunds.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Upload } from '../../../ui/form/Upload.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import type { Side } from '../../../domain/sides.ts'

type Refundable = store.RefundsPage['refundable']
type DialogState = { busy: boolean; failure: Failure | null }

const send = (words: store.RefundInput, said: string) =>
  void store.submitRefundAction(words).then((worked) => {
    if (worked) toast.success(said)
  })

const Failed = ({ failure }: { failure: Failure | null }) =>
  failure === null ? null : (
    <div className="mb-4">
      <Notice tone="bad" title={failure.message} />
    </div>
  )

/** Amount, payment line and reason of a refund. */
const RefundRequestDialog = ({
  side,
  refundable,
  busy,
  failure,
}: DialogState & { side: Side; refundable: Refundable }) => {
  const [lineId, setLineId] = useState(refundable[0]?.lineId ?? null)
  const most = refundable.find((line) => line.lineId === lineId)?.amount ?? 0
  const [typed, setTyped] = useState(formatYuanInput(most))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const amount = parseFen(typed)
  const amountFault =
    amount === null || amount === 0
      ? '请填写退款金额，最多两位小数'
      : amount > most
        ? `最多可退 ¥${yuan(most)}`
        : undefined
  const reasonFault = reason.trim() === '' ? '请填写原因' : undefined
  const title = side === 'buyer' ? '申请退款' : '退款给买家'
  const submit = () => {
    setTried(true)
    if (amountFault !== undefined || reasonFault !== undefined || lineId === null || amount === null) return
    const said = side === 'buyer' ? '已提交申请，等待供应商同意' : '已发起退款，买家会收到通知'
    send({ lineId, amount, reason: reason.trim() }, said)
  }
  return (
    <Dialog
      open
      width="md"
      onClose={store.closeRefundDialog}
      title={title}
      text="在线付款的款项原路退回；银行转账由供应商转回，并上传凭证。"
      actions={
        <>
          <Button onClick={store.closeRefundDialog}>取消</Button>
          <Button kind="main" busy={busy} onClick={submit}>
            {title}
          </Button>
        </>
      }
    >
      <Failed failure={failure} />
      <div className="space-y-4">
        <Radio
          label="款项"
          options={refundable.map((line) => ({
            value: line.lineId,
            label: `${line.name}，可退 ¥${yuan(line.amount)}`,
          }))}
          value={lineId}
          onChange={(next) => {
            setLineId(next)
            setTyped(formatYuanInput(refundable.find((line) => line.lineId === next)?.amount ?? 0))
          }}
        />
        <Input
          label="退款金额"
          required
          unit="元"
          inputMode="decimal"
          value={typed}
          error={tried ? amountFault : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Textarea
          label="原因"
          required
          maxLength={200}
          rows={3}
          value={reason}
          error={tried ? reasonFault : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

/** Voucher of the transfer back. */
const RefundReceiptDialog = ({ busy, failure, amount }: DialogState & { amount: number }) => {
  const items = useStore(store.refundVoucher.items)
  const files = useStore(store.refundVoucher.files)
  return (
    <Dialog
      open
      onClose={store.closeRefundDialog}
      title="确认已退款"
      text={`请将 ¥${yuan(amount)} 转回买家账户，再上传回单。`}
      actions={
        <>
          <Button onClick={store.closeRefundDialog}>取消</Button>
          <Button
            kind="main"
            busy={busy}
            disabled={files.length === 0}
            onClick={() => send({}, '退款已完成，买家会收到通知')}
          >
            确认已退款
          </Button>
        </>
      }
    >
      <Failed failure={failure} />
      <Upload
        label="退款凭证"
        required
        multiple={false}
        files={items}
        accept={acceptOf('attachment')}
        rule={`银行回单或转账截图，${fileRules.attachment.words}`}
        onAdd={store.refundVoucher.add}
        onRemove={store.refundVoucher.remove}
        onRetry={store.refundVoucher.retry}
      />
    </Dialog>
  )
}

/** Dialog before any refund action. */
export const RefundDialog = ({ side, refundable }: { side: Side; refundable: Refundable }) => {
  const deed = useStore(store.refundDialog)
  if (deed === null) return null
  const { sending: busy, failure } = deed
  if (deed.kind === 'wish')
    return <RefundRequestDialog side={side} refundable={refundable} busy={busy} failure={failure} />
  const { refund } = deed
  if (deed.kind === 'done') return <RefundReceiptDialog busy={busy} failure={failure} amount={refund.amount} />
  if (deed.kind === 'refuse') {
    return (
      <ReasonDialog
        open
        title="拒绝退款"
        text="买家会看到您写的原因；如有异议可发起争议。"
        label="拒绝原因"
        confirm="拒绝退款"
        busy={busy}
        failure={failure}
        onCancel={store.closeRefundDialog}
        onConfirm={(reason) => send({ reason }, '已答复买家')}
      />
    )
  }
  const agrees = deed.kind === 'agree'
  const way = refund.method === 'bank' ? '同意后请将款项转回买家账户，并上传凭证。' : '同意后款项原路退回买家。'
  return (
    <Confirm
      open
      busy={busy}
      title={agrees ? `同意退款 ¥${yuan(refund.amount)}` : '撤回退款申请'}
      text={failure?.message ?? (agrees ? way : '撤回后可以重新申请。')}
      confirm={agrees ? '同意退款' : '撤回申请'}
      onCancel={store.closeRefundDialog}
      onConfirm={() => send({}, agrees ? '已同意退款' : '已撤回申请')}
    />
  )
}

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { yuan } from '../../../domain/money.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { itemWorth, maxRefundFiles, receiptDays } from '../../../domain/orders/refund-requests.ts'
import type { Side } from '../../../domain/sides.ts'
import * as store from '../../../stores/orders/refunds.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { AmountInput } from '../../../ui/form/Input.tsx'
import { QuantityStepper } from '../../../ui/form/QuantityStepper.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { LineAmounts } from '../LineAmounts.tsx'

type DialogOf<K extends store.RefundDialog['kind']> = { dialog: Extract<store.RefundDialog, { kind: K }> }

const send = (said: string) =>
  void store.submitRefundDialog().then((worked) => {
    if (worked) toast.success(said)
  })

const Failed = ({ dialog: { failure } }: { dialog: store.RefundDialog }) =>
  failure === null ? null : <Notice tone="bad" title={failure.message} />

const reasonFault = (reason: string) => (reason.trim() === '' ? '请填写原因' : undefined)

/** Quantities and amounts of items of goods. */
const Items = ({ items, tried }: { items: readonly store.TypedItem[]; tried: boolean }) => (
  <ul className="divide-y divide-line rounded-md border border-line">
    {items.map(({ orderLineId, name, unit, left, quantity, typed }) => (
      <li key={orderLineId} className="space-y-3 p-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-52">
            <p className="wrap-anywhere">{name}</p>
            <p className="text-sm text-ink-3">
              可退 {left.quantity} {unit}，¥{yuan(left.amount)}
            </p>
          </div>
          <QuantityStepper
            label={`${name}的退款数量`}
            value={quantity}
            min={0}
            max={left.quantity}
            onChange={(next) => store.changeRefundQuantity(orderLineId, next)}
          />
        </div>
        {quantity > 0 && (
          <AmountInput
            label="退款金额"
            value={typed}
            error={tried ? store.amountFault(typed, itemWorth(left, quantity)) : undefined}
            onChange={(event) => store.changeRefundItem(orderLineId, event.target.value)}
          />
        )}
      </li>
    ))}
  </ul>
)

const Files = () => {
  const items = useStore(store.refundFiles.items)
  return (
    <Upload
      label="文件"
      files={items}
      accept={acceptOf('attachment')}
      rule={`选填，例如检测记录或照片，${fileRules.attachment.words}，最多 ${maxRefundFiles} 个`}
      onAdd={store.addRefundFiles}
      onRemove={store.removeRefundFile}
      onRetry={store.refundFiles.retry}
    />
  )
}

const ways = [
  { value: 'items', label: '按商品' },
  { value: 'lines', label: '按款项' },
] as const

/** Lines or items, reason and files of a refund. */
const RequestDialog = ({ side, dialog }: DialogOf<'request'> & { side: Side }) => {
  const { form, sending } = dialog
  const [tried, setTried] = useState(false)
  const isUploading = useStore(store.refundFiles.busy)
  const { by, lines, items, reason } = form
  const sum = store.sumOfForm(form)
  const faults =
    by === 'lines'
      ? lines.map(({ typed, most }) => store.amountFault(typed, most))
      : items
          .filter(({ quantity }) => quantity > 0)
          .map(({ typed, left, quantity }) => store.amountFault(typed, itemWorth(left, quantity)))
  const title = side === 'buyer' ? '申请退款' : '退款给买家'
  const submit = () => {
    setTried(true)
    if (sum === 0 || faults.some((fault) => fault !== undefined) || reasonFault(reason) !== undefined) return
    send(side === 'buyer' ? '已提交申请，等待供应商答复' : '已发起退款，买家会收到通知')
  }
  return (
    <Dialog
      open
      width="md"
      onClose={store.closeRefundDialog}
      title={title}
      text="在线付款的款项原路退回；银行转账由供应商转回并上传凭证，买家确认收款。"
      actions={
        <>
          <Button onClick={store.closeRefundDialog}>取消</Button>
          <Button kind="main" busy={sending} disabled={isUploading} onClick={submit}>
            {title}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Failed dialog={dialog} />
        {items.length > 0 && <Radio label="退款方式" options={ways} value={by} onChange={store.changeRefundWay} />}
        {by === 'lines' ? (
          <LineAmounts lines={lines} tried={tried} onChange={store.changeRefundLine} />
        ) : (
          <Items items={items} tried={tried} />
        )}
        <p aria-live="polite" className={tried && sum === 0 ? 'text-bad' : 'text-ink-2'}>
          {tried && sum === 0 ? '请填写退款金额' : `退款合计 ¥${yuan(sum)}`}
        </p>
        <Textarea
          label="原因"
          required
          maxLength={200}
          rows={3}
          value={reason}
          error={tried ? reasonFault(reason) : undefined}
          onChange={(event) => store.changeRefundReason(event.target.value)}
        />
        <Files />
      </div>
    </Dialog>
  )
}

/** Agreed amounts, at most what was asked for. */
const AgreeDialog = ({ dialog }: DialogOf<'agree'>) => {
  const { request, lines, reason, sending } = dialog
  const [tried, setTried] = useState(false)
  const sum = store.sumOfTyped(lines)
  const isLess = sum < request.asked
  const submit = () => {
    setTried(true)
    if (sum === 0 || lines.some(({ typed, most }) => store.amountFault(typed, most) !== undefined)) return
    if (!isLess || reasonFault(reason) === undefined) send('已同意退款，买家会收到通知')
  }
  return (
    <Dialog
      open
      width="md"
      onClose={store.closeRefundDialog}
      title="同意退款"
      text={`买家申请 ¥${yuan(request.asked)}。可以同意全部，也可以少退一些并写明原因。`}
      actions={
        <>
          <Button onClick={store.closeRefundDialog}>取消</Button>
          <Button kind="main" busy={sending} onClick={submit}>
            同意退款 ¥{yuan(sum)}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Failed dialog={dialog} />
        <LineAmounts lines={lines} tried={tried} onChange={store.changeRefundLine} />
        {tried && sum === 0 && <p className="text-bad">请填写同意退款的金额；不同意请选择拒绝</p>}
        {isLess && (
          <Textarea
            label="少退的原因"
            required
            maxLength={200}
            rows={3}
            value={reason}
            error={tried ? reasonFault(reason) : undefined}
            onChange={(event) => store.changeRefundReason(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}

const reasonDialogs = {
  refuse: {
    title: '拒绝退款',
    text: '买家会看到您写的原因，之后可以申请平台处理。',
    label: '拒绝原因',
    max: 200,
    said: '已答复买家',
  },
  escalate: {
    title: '申请平台处理',
    text: '平台会看到申请、答复和文件，据此裁定应退的金额；裁定前供应商仍可同意。',
    label: '说明',
    max: 500,
    said: '已提交，平台与供应商会收到通知',
  },
  deny: {
    title: '没有收到退款',
    text: '供应商会看到您的说明，核对后重新转账。',
    label: '说明',
    max: 200,
    said: '已通知供应商核对',
  },
} as const

type TextDialogProps = { dialog: store.RefundDialog; kind: keyof typeof reasonDialogs; reason: string }

/** A step that needs a reason only. */
const TextDialog = ({ dialog, kind, reason }: TextDialogProps) => {
  const [tried, setTried] = useState(false)
  const { sending } = dialog
  const { title, text, label, max, said } = reasonDialogs[kind]
  const submit = () => {
    setTried(true)
    if (reasonFault(reason) === undefined) send(said)
  }
  return (
    <Dialog
      open
      width="md"
      onClose={store.closeRefundDialog}
      title={title}
      text={text}
      actions={
        <>
          <Button onClick={store.closeRefundDialog}>取消</Button>
          <Button kind="main" busy={sending} onClick={submit}>
            {title}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Failed dialog={dialog} />
        <Textarea
          label={label}
          required
          maxLength={max}
          typed={reason.length}
          rows={4}
          value={reason}
          error={tried ? reasonFault(reason) : undefined}
          onChange={(event) => store.changeRefundReason(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

/** Voucher of the transfer back. */
const SendDialog = ({ dialog }: DialogOf<'send' | 'receive' | 'deny'>) => {
  const items = useStore(store.refundVoucher.items)
  const files = useStore(store.refundVoucher.files)
  return (
    <Dialog
      open
      onClose={store.closeRefundDialog}
      title="登记已转账"
      text={`请将 ¥${yuan(dialog.refund.amount)} 转回买家账户，再上传回单。买家确认收款后退款完成，${receiptDays} 天内未提出异议视为已收到。`}
      actions={
        <>
          <Button onClick={store.closeRefundDialog}>取消</Button>
          <Button
            kind="main"
            busy={dialog.sending}
            disabled={files.length === 0}
            onClick={() => send('已登记，等待买家确认收款')}
          >
            登记已转账
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Failed dialog={dialog} />
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
      </div>
    </Dialog>
  )
}

/** Dialog before any refund action. */
export const RefundDialog = ({ side }: { side: Side }) => {
  const dialog = useStore(store.refundDialog)
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'request':
      return <RequestDialog side={side} dialog={dialog} />
    case 'agree':
      return <AgreeDialog dialog={dialog} />
    case 'send':
      return <SendDialog dialog={dialog} />
    case 'withdraw':
    case 'receive': {
      const isReceipt = dialog.kind === 'receive'
      const text = isReceipt
        ? `确认供应商转账的 ¥${yuan(dialog.refund.amount)} 已到账。确认后退款完成，不能撤销。`
        : '撤回后可以重新申请。'
      const label = isReceipt ? '确认收到退款' : '撤回申请'
      return (
        <Confirm
          open
          busy={dialog.sending}
          title={isReceipt ? '确认收到退款' : '撤回退款申请'}
          text={dialog.failure?.message ?? text}
          confirm={label}
          onCancel={store.closeRefundDialog}
          onConfirm={() => send(isReceipt ? '已确认收到退款' : '已撤回申请')}
        />
      )
    }
    case 'refuse':
    case 'escalate':
    case 'deny':
      return <TextDialog dialog={dialog} kind={dialog.kind} reason={dialog.reason} />
  }
}

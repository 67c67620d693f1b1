import { useState } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { yuan } from '../../domain/money.ts'
import { parseFen, formatYuanInput } from '../../domain/money-input.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { AmountInput, Input } from '../../ui/form/Input.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import type { Side } from '../../domain/sides.ts'
import { useStore } from '@nanostores/react'
import { failures } from '../../contract/failures.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { maxDeliveryFiles } from '../../domain/orders/order-documents.ts'
import { milestoneName } from '../../domain/orders/milestone-states.ts'
import * as store from '../../stores/orders/deliver.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { Upload } from '../../ui/form/Upload.tsx'

type Props = {
  side: Side
  /** The order ends at once, without the other side's consent. */
  alone: boolean
  /** Amount paid, in fen. */
  paid: number
  /** Paid and owed for accepted milestones, in fen. */
  accepted: { readonly paid: number; readonly owed: number }
  busy: boolean
  failure: Failure | null
  onCancel: () => void
  onConfirm: (words: { reason: string; refundAmount?: number }) => void
}

const commonReasons = {
  buyer: ['规格或数量有误', '计划有变，不再需要', '与供应商协商一致', '交付时间不合适'],
  seller: ['库存或产能不足', '与买家协商一致', '技术条件无法满足', '买家长期未付款'],
} as const

/** Cancels an order, or requests its cancellation, with reason and refund amount. */
export const CancelDialog = ({ side, alone, paid, accepted, busy, failure, onCancel, onConfirm }: Props) => {
  const [reason, setReason] = useState('')
  const [refund, setRefund] = useState(formatYuanInput(Math.max(0, paid - accepted.paid)))
  const [tried, setTried] = useState(false)
  const asksRefund = !alone && paid > 0
  const amount = parseFen(refund)
  const refundFault =
    amount === null ? '请填写金额，最多两位小数' : amount > paid ? `最多可退 ¥${yuan(paid)}` : undefined
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const missing = !alone && reason.trim() === ''
  const send = () => {
    setTried(true)
    if (missing || (asksRefund && (amount === null || refundFault !== undefined))) return
    onConfirm({ reason: reason.trim(), ...(asksRefund && amount !== null && { refundAmount: amount }) })
  }
  return (
    <Dialog
      open
      onClose={onCancel}
      title={alone ? '取消订单' : '申请取消订单'}
      text={
        alone
          ? `供应商确认前您可以直接取消${paid > 0 ? '，已付款项将退回' : ''}。取消后不能恢复。`
          : '双方已确认的订单须经对方同意才能取消；对方答复前订单照常执行，您可以随时撤回。'
      }
      actions={
        <>
          <Button onClick={onCancel}>返回</Button>
          <Button kind="danger" busy={busy} onClick={send}>
            {alone ? '取消订单' : '提交申请'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <div className="flex flex-wrap gap-2" role="group" aria-label="常见原因">
          {commonReasons[side].map((words) => (
            <Button key={words} size="xs" className="max-md:h-11" onClick={() => setReason(words)}>
              {words}
            </Button>
          ))}
        </div>
        <Textarea
          label="取消原因"
          required={!alone}
          rows={3}
          maxLength={500}
          typed={reason.length}
          value={reason}
          error={tried && missing ? '请填写原因' : fault}
          onChange={(event) => setReason(event.target.value)}
          autoFocus
        />
        {!alone && accepted.owed > 0 && (
          <Notice tone="act" title={`已验收的里程碑尚有 ¥${yuan(accepted.owed)} 未付`}>
            取消后不再应付，请先结清或与对方商定。
          </Notice>
        )}
        {asksRefund && (
          <AmountInput
            label="退款金额"
            required
            hint={`已付 ¥${yuan(paid)}${accepted.paid > 0 ? `，其中已验收里程碑 ¥${yuan(accepted.paid)}` : ''}；填写双方商定退回买家的金额`}
            value={refund}
            error={tried ? refundFault : undefined}
            onChange={(event) => setRefund(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}

const carriers = ['顺丰速运', '京东物流', '中通快递', '圆通速递', '韵达快递', '申通快递', '德邦快递', 'EMS', '冷链专车']

/** Delivery by the supplier: note, files, or tracking number. Input is persisted until sent. */
export const DeliverDialog = ({ goods }: { goods: boolean }) => {
  const form = useStore(store.deliveryForm)
  const files = useStore(store.deliveryUploads.items)
  const busy = useStore(store.deliveryUploads.busy)
  const batches = useStore(store.deliveryBatches)
  if (form === null) return null
  const { orderId, milestone, note, carrier, trackingNo, batchIds, sending, failure } = form
  const fault = (name: string) => failure && fieldErrorsOf(failure).find(({ field }) => field === name)?.message
  const empty = failure?.code === failures.nothingDelivered.code
  const showsFailure = failure !== null && fieldErrorsOf(failure).length === 0
  const send = () =>
    void store.submitDelivery().then((worked) => {
      if (worked) toast.success(goods ? '已发货，买家会收到通知' : '已提交交付，买家会收到通知')
    })
  const parcel = (
    <div className="grid gap-x-4 gap-y-4 md:grid-cols-2">
      <Input
        label="物流公司"
        list="carriers"
        maxLength={30}
        value={carrier}
        onChange={(event) => store.changeDelivery({ carrier: event.target.value })}
      />
      <datalist id="carriers">
        {carriers.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Input
        label="物流单号"
        maxLength={40}
        autoComplete="off"
        value={trackingNo}
        error={fault('trackingNo') ?? undefined}
        onChange={(event) => store.changeDelivery({ trackingNo: event.target.value })}
      />
    </div>
  )
  return (
    <Dialog
      open
      persistsInput
      width="md"
      onClose={store.closeDelivery}
      title={goods ? '发货' : milestone === undefined ? '提交交付' : `提交交付：${milestoneName(milestone)}`}
      text={
        milestone === undefined
          ? `请填写物流单号、交付说明或上传文件，至少一样；买家 14 天内${goods ? '收货' : '验收'}，逾期自动完成。`
          : '请填写交付说明、物流单号或上传文件，至少一样；买家 14 天内验收，逾期视为这个里程碑验收通过。'
      }
      actions={
        <>
          <Button onClick={store.closeDelivery}>取消</Button>
          <Button kind="main" busy={sending} disabled={busy} onClick={send}>
            {goods ? '确认发货' : '提交交付'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {showsFailure && <Notice tone="bad" title={failure.message} />}
        {milestone !== undefined && (
          <p className="rounded-md bg-surface-2 px-3 py-2 break-words whitespace-pre-line">
            <span className="text-ink-3">约定的交付内容：</span>
            {milestone.deliverables}
          </p>
        )}
        {goods && parcel}
        <Textarea
          label={goods ? '说明' : '交付说明'}
          rows={4}
          maxLength={2000}
          typed={note.length}
          value={note}
          error={fault('note') ?? (empty ? '三者至少填写一样' : undefined)}
          onChange={(event) => store.changeDelivery({ note: event.target.value })}
        />
        {batches.at === 'failed' && (
          <Notice tone="bad" title="批次加载失败，重试后可选择发货批次">
            <Button kind="link" onClick={() => void store.loadDeliveryBatches(orderId)}>
              重试
            </Button>
          </Notice>
        )}
        {batches.at === 'ready' && batches.content.data.length > 0 && (
          <Field
            label="发货批次"
            group
            hint="选填；买家可在订单中打开所选批次的 COA 与 SDS。"
            error={fault('batchIds') ?? undefined}
          >
            {(_ids, labelId) => (
              <div role="group" aria-labelledby={labelId} className="space-y-1">
                {batches.content.data.map(({ batchId, batchNo, productName, expired }) => (
                  <Checkbox
                    key={batchId}
                    checked={batchIds.includes(batchId)}
                    onChange={(event) =>
                      store.changeDelivery({
                        batchIds: event.target.checked
                          ? [...batchIds, batchId]
                          : batchIds.filter((each) => each !== batchId),
                      })
                    }
                  >
                    批号 {batchNo}
                    <span className="ml-2 text-ink-3">
                      {productName}
                      {expired && '，已过复验日'}
                    </span>
                  </Checkbox>
                ))}
              </div>
            )}
          </Field>
        )}
        <Upload
          label={goods ? '随货文件' : '交付文件'}
          files={files}
          accept={acceptOf('attachment')}
          disabled={files.filter(({ at }) => at !== 'failed').length >= maxDeliveryFiles}
          rule={`${fileRules.attachment.words}，最多 ${maxDeliveryFiles} 个；仅订单双方可以下载`}
          onAdd={store.addDeliveryFiles}
          onRemove={store.removeDeliveryFile}
          onRetry={store.deliveryUploads.retry}
        />
        {!goods && parcel}
      </div>
    </Dialog>
  )
}

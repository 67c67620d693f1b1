import { useStore } from '@nanostores/react'
import { failures } from '../../contract/failures.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { maxDeliveryFiles } from '../../domain/orders/order-documents.ts'
import { fieldErrorsOf } from '../../stores/field-errors.ts'
import * as store from '../../stores/orders/deliver.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { Upload } from '../../ui/form/Upload.tsx'

const carriers = ['顺丰速运', '京东物流', '中通快递', '圆通速递', '韵达快递', '申通快递', '德邦快递', 'EMS', '冷链专车']

/** Delivery by the supplier: note, files, or tracking number. Input is persisted until sent. */
export const DeliverDialog = ({ goods }: { goods: boolean }) => {
  const form = useStore(store.deliveryForm)
  const files = useStore(store.deliveryUploads.items)
  const busy = useStore(store.deliveryUploads.busy)
  if (form === null) return null
  const { note, carrier, trackingNo, sending, failure } = form
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
      title={goods ? '发货' : '提交交付'}
      text={`请填写物流单号、交付说明或上传文件，至少一样；买家 14 天内${goods ? '收货' : '验收'}，逾期自动完成。`}
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

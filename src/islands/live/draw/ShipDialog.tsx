import { useStore } from '@nanostores/react'
import * as store from '../../../stores/live/shipping.ts'
import { Input } from '../../../ui/Input.tsx'
import { toast } from '../../../ui/toast.ts'
import { FormDialog } from '../../FormDialog.tsx'
import { useTypedForm } from '../../use-typed-form.ts'

/** By whom and under which number an award is sent. */
export const ShipDialog = () => {
  const award = useStore(store.shipping)
  const form = useTypedForm(store.form)
  if (award === null || form.values === null) return null
  const save = () => void store.submit().then((done) => done && toast.good('已发货，中奖人会收到通知'))
  const { address } = award
  return (
    <FormDialog
      form={form}
      title={`发货：${award.prizeName}`}
      text={
        address === null
          ? undefined
          : `${address.receiver} ${address.mobile}，${address.districtName} ${address.street}`
      }
      submit="确认发货"
      onSubmit={save}
      onClose={store.close}
    >
      <Input label="承运商" required maxLength={20} {...form.text('carrier')} />
      <Input label="运单号" required maxLength={40} autoComplete="off" {...form.text('trackingNo')} />
    </FormDialog>
  )
}

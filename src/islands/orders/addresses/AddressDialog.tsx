import { useStore } from '@nanostores/react'
import * as store from '../../../stores/orders/addresses.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import { useForm } from '../../form/use-form.ts'

type Props = {
  /** Called with the saved address's id. */
  onSaved?: ((addressId: number) => void) | undefined
}

/** Form of a new or existing address. A new one keeps its draft until saved. */
export const AddressDialog = ({ onSaved }: Props) => {
  const now = useStore(store.addressDialog)
  const form = useForm(store.addressForm)
  const { values, text, error } = form
  if (now.is === 'none' || values === null) return null
  const isDefault = now.is === 'edit' && now.address.isDefault
  const save = () =>
    void store.saveAddress().then((addressId) => {
      if (addressId === undefined) return
      toast.success(now.is === 'edit' ? '地址已保存' : '地址已新增')
      onSaved?.(addressId)
    })
  return (
    <FormDialog
      form={form}
      title={now.is === 'edit' ? '编辑地址' : '新增地址'}
      submit="保存"
      onSubmit={save}
      onClose={store.closeAddressDialog}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Input label="收货人" required maxLength={20} autoComplete="name" {...text('receiver')} />
        <Input
          label="手机号"
          required
          type="tel"
          inputMode="tel"
          maxLength={30}
          autoComplete="tel"
          {...text('mobile')}
        />
      </div>
      <DistrictPicker
        label="所在地区"
        required
        levels={3}
        exact
        value={values.districtCode}
        onChange={(code) => store.addressForm.set('districtCode', code ?? '')}
        error={error('districtCode')}
      />
      <Input
        label="详细地址"
        required
        maxLength={100}
        typed={values.street.length}
        placeholder="街道、门牌、楼栋与房间"
        autoComplete="street-address"
        {...text('street')}
      />
      {isDefault ? (
        <p className="text-sm text-ink-3">这是默认地址；把另一个地址设为默认即可更换。</p>
      ) : (
        <Checkbox
          checked={values.isDefault}
          onChange={(event) => store.addressForm.set('isDefault', event.target.checked)}
        >
          设为默认地址
        </Checkbox>
      )}
    </FormDialog>
  )
}

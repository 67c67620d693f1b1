import { useStore } from '@nanostores/react'
import * as store from '../../../stores/demands/deciding/offer-reject.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'

/** Dialog with which a buyer rejects one offer. */
export const RejectDialog = ({ open, onDone }: { open: boolean; onDone: () => void }) => {
  const rejection = useStore(store.rejection)
  if (rejection.at === 'none') return null
  const { offer, failure } = rejection
  const send = (reason: string) =>
    void store.rejectOffer(reason).then((worked) => {
      if (!worked) return
      toast.success(`已婉拒 ${offer.shortName} 的报价，对方会收到通知`)
      onDone()
    })
  return (
    <ReasonDialog
      open
      title={`婉拒 ${offer.shortName}`}
      text={open ? '对方会看到您写的原因，截止前可以重新报价。' : '对方会看到您写的原因；报价已截止，婉拒后不能恢复。'}
      label="婉拒原因"
      confirm="婉拒报价"
      busy={rejection.at === 'sending'}
      failure={failure}
      onCancel={store.closeRejection}
      onConfirm={send}
    />
  )
}

import { useStore } from '@nanostores/react'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/demands/seller-offer.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

/** Takes an offer back with a reason; a draft is deleted without one. */
export const WithdrawDialog = ({ offer }: { offer: store.SellerOffer }) => {
  const now = useStore(store.withdrawal)
  if (now.at === 'none') return null
  const draft = offer.status === 'draft'
  const send = (reason: string) =>
    void store.withdraw(reason).then((worked) => {
      if (!worked) return
      if (draft) return location.replace(links.sellerOffers())
      toast.good('报价已撤回，需求方会收到通知')
      void store.load()
    })
  if (draft) {
    return (
      <Confirm
        open
        onCancel={store.dropWithdrawal}
        onConfirm={() => send('')}
        title="删除草稿"
        text={now.failure ? now.failure.message : '填写的内容将被删除，不能恢复。'}
        confirm="删除"
        danger
        busy={now.at === 'sending'}
      />
    )
  }
  return (
    <ReasonDialog
      open
      title="撤回报价"
      text="撤回后需求方不能再选定这份报价；截止前可以重新报价。"
      label="撤回原因"
      confirm="撤回报价"
      busy={now.at === 'sending'}
      failure={now.failure}
      onCancel={store.dropWithdrawal}
      onConfirm={send}
    />
  )
}

import { useStore } from '@nanostores/react'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/shops/shop-overview.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'

const consequences = [
  '在售的服务与商品全部下架，收藏它们的买家会收到通知。',
  '店铺主页与各页面不再可见，搜索与供应商列表中不再出现。',
  '贵企业的同事不能再进入卖家中心；已完成的订单与沟通记录都会保留。',
  '可随时重新开通，图片、资质与内容都在，下架的内容重新上架即可。',
]

const Asking = ({ shopName }: { shopName: string }) => {
  const closing = useStore(store.shopClosing)
  const open = closing.at !== 'none'
  const sending = closing.at === 'sending'
  const failure = open ? closing.failure : null
  // The page is no longer a seller's: after reloading it offers to reopen.
  const send = () => void store.closeShop().then((done) => done && location.assign(links.sellerShop()))
  return (
    <Dialog
      open={open}
      onClose={store.cancelShopClosing}
      title="关闭店铺"
      actions={
        <>
          <Button onClick={store.cancelShopClosing}>取消</Button>
          <Button kind="danger" busy={sending} onClick={send}>
            关闭店铺
          </Button>
        </>
      }
    >
      {failure && (
        <div className="mb-4">
          <Notice tone="bad" title={failure.message}>
            可在
            <a href={links.sellerOrders()} className="text-accent hover:underline">
              订单
            </a>
            与
            <a href={links.sellerOffers()} className="text-accent hover:underline">
              报价
            </a>
            中查看。
          </Notice>
        </div>
      )}
      <ul className="mb-5 list-disc space-y-1.5 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Input
        label={`输入店铺名称“${shopName}”以确认`}
        required
        maxLength={30}
        value={open ? closing.typed : ''}
        error={open && closing.error !== '' ? closing.error : undefined}
        onChange={(event) => store.typeShopName(event.target.value)}
      />
    </Dialog>
  )
}

/** 关闭店铺: consequences; only for the main account. */
export const CloseShop = ({ shopName }: { shopName: string }) => (
  <section
    className="mt-4 flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-4 md:p-6"
    aria-labelledby="close-shop"
  >
    <div className="min-w-0 flex-1">
      <h2 id="close-shop" className="text-lg font-semibold">
        关闭店铺
      </h2>
      <p className="mt-1 text-ink-2">暂停经营几天请在“编辑店铺”中填写休假。关闭后内容全部下架，可重新开通。</p>
    </div>
    <Button className="max-md:h-11 max-md:w-full" onClick={store.openShopClosing}>
      关闭店铺
    </Button>
    <Asking shopName={shopName} />
  </section>
)

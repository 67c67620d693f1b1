import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { PreferencesSection } from './PreferencesSection.tsx'
import { ShopRepliesForm } from './ShopRepliesForm.tsx'

type Props = {
  who: number
  shop: { readonly name: string; readonly logo: string }
  /** 回复消息. */
  mayReply: boolean
}

/** 偏好设置 of a seller: automatic replies of the shop, and notifications. */
export const SellerPreferences = ({ who, shop, mayReply }: Props) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">偏好设置</h1>
    <div className="space-y-6">
      <ShopRepliesForm who={who} shop={shop} mayEdit={mayReply} />
      <PreferencesSection side="seller" />
    </div>
    <Toaster />
  </>
)

import type { CartItem } from '../../../contract/orders/cart.ts'
import { links } from '../../../domain/links.ts'
import { illustrationNamed, ownPicture } from '../../../ui/picture/illustration-url.ts'
import { Picture } from '../../../ui/picture/Picture.tsx'

/** Link to the item's listing. */
export const listingLink = ({ kind, listingNo }: Pick<CartItem, 'kind' | 'listingNo'>) =>
  kind === 'service' ? links.serviceDetail(listingNo) : links.goodsDetail(listingNo)

/** Link to listings of the same category. */
export const similarLink = ({ kind, categoryId }: Pick<CartItem, 'kind' | 'categoryId'>) =>
  kind === 'service' ? links.serviceList({ id: categoryId }) : links.goodsList({ id: categoryId })

/** Note below the title: 服务 · 周期 3~4 周 · 首付款 30%. */
export const itemNote = ({
  kind,
  specText,
  downPaymentPercent,
}: Pick<CartItem, 'kind' | 'specText' | 'downPaymentPercent'>) =>
  [kind === 'service' ? '服务' : '', specText, downPaymentPercent > 0 ? `首付款 ${downPaymentPercent}%` : '']
    .filter((part) => part !== '')
    .join(' · ')

/** Stock text, for goods. */
export const stockText = ({ stock, unit }: CartItem) =>
  stock === null ? null : stock <= 10 ? { few: true, text: `仅剩 ${stock} ${unit}` } : { few: false, text: '现货' }

export const ItemPicture = ({ item, className }: { item: Pick<CartItem, 'productMainPicUrl'>; className: string }) => (
  <Picture
    picture={ownPicture(item.productMainPicUrl)}
    figure={illustrationNamed(item.productMainPicUrl.replace(/^\/figures\/|\.svg$/g, ''))}
    className={`aspect-square shrink-0 self-start rounded-md border border-line ${className}`}
  />
)

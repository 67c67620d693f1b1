import type { CartItem } from '../../../contract/orders/cart.ts'
import { links } from '../../../domain/links.ts'
import { figureNamed, ownPicture } from '../../../ui/figure-url.ts'
import { Picture } from '../../../ui/Picture.tsx'

/** The listing of an item. */
export const pageOf = ({ kind, listingNo }: Pick<CartItem, 'kind' | 'listingNo'>) =>
  kind === 'service' ? links.serviceDetail(listingNo) : links.goodsDetail(listingNo)

/** Others of its category. */
export const similarTo = ({ kind, categoryId }: Pick<CartItem, 'kind' | 'categoryId'>) =>
  kind === 'service' ? links.serviceList({ id: categoryId }) : links.goodsList({ id: categoryId })

/** What stands below a title: 服务 · 周期 3~4 周 · 首付款 30%. */
export const noteOf = ({
  kind,
  specText,
  downPaymentPercent,
}: Pick<CartItem, 'kind' | 'specText' | 'downPaymentPercent'>) =>
  [kind === 'service' ? '服务' : '', specText, downPaymentPercent > 0 ? `首付款 ${downPaymentPercent}%` : '']
    .filter((part) => part !== '')
    .join(' · ')

/** How much of it there is, where that matters. */
export const stockOf = ({ stock, unit }: CartItem) =>
  stock === null ? null : stock <= 10 ? { few: true, text: `仅剩 ${stock} ${unit}` } : { few: false, text: '现货' }

export const ItemPicture = ({ item, className }: { item: Pick<CartItem, 'pictureUrl'>; className: string }) => (
  <Picture
    picture={ownPicture(item.pictureUrl)}
    figure={figureNamed(item.pictureUrl.replace(/^\/figures\/|\.svg$/g, ''))}
    className={`aspect-square shrink-0 self-start rounded-md border border-line ${className}`}
  />
)

import { CalendarOff } from 'lucide-react'
import type { OwnShop } from '../../contract/shops/seller-shop.ts'
import { getBackgroundIndex, shopMenu } from '../../domain/shell/shop-header.ts'
import { today } from '../../domain/time.ts'
import { holidayAt, holidayErrors, holidayText } from '../../domain/shops/holiday.ts'
import { splitParagraphs } from '../../domain/shops/shop-rules.ts'
import { date } from '../../domain/time.ts'
import type { ShopValues } from '../../stores/shops/shop-editor.ts'
import { Avatar } from '../../ui/picture/Avatar.tsx'
import { Certified } from '../../ui/card/Certified.tsx'
import { holidayClass, shopHeadClass, shopIntroClass } from '../../ui/backdrop/shop-head-class.ts'
import { ShopBackdrop } from '../../ui/backdrop/ShopBackdrop.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { useNow } from '../use-now.ts'

type Props = { shop: OwnShop; values: ShopValues }

const Holiday = ({ values }: { values: ShopValues }) => {
  const today = date(useNow())
  const { holidayFrom: from, holidayUntil: until, holidayNotice: notice } = values
  if (from === '' || holidayErrors(values, today).length > 0) return null
  const at = holidayAt({ from, until }, today)
  if (at === null)
    return <p className="border-b border-line px-4 py-2.5 text-sm text-ink-3">休假提示将在开始前 7 天出现</p>
  const { title, text } = holidayText({ at, from, until, notice })
  return (
    <div className={holidayClass.box}>
      <div className={`px-4 ${holidayClass.row}`}>
        <CalendarOff className={holidayClass.icon} />
        <p className={holidayClass.text}>
          <b className="mr-2 font-semibold">{title}</b>
          {text}
        </p>
      </div>
    </div>
  )
}

/** Live preview of the shop on a phone, with the classes of its public pages. */
export const ShopPreview = ({ shop, values }: Props) => {
  const { serviceAccount, productAccount } = shop
  const menu = shopMenu({ id: shop.shopId, shopName: values.shopName, serviceAccount, productAccount })
  const paragraphs = splitParagraphs(values.introduction)
  const place = [shop.districtName, shop.foundedAt && `${shop.foundedAt.slice(0, 4)} 年成立`]
    .filter(Boolean)
    .join(' · ')
  return (
    <section aria-label="店铺预览" className="overflow-hidden rounded-lg border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-2.5 text-sm text-ink-3">预览：手机上的店铺</h2>
      <div className={shopHeadClass.box}>
        <ShopBackdrop
          place={getBackgroundIndex({ id: shop.shopId, backdrop: values.backdrop }, today())}
          form="phone"
        />
        <div className={`px-4 ${shopHeadClass.rowPhone}`}>
          <div className={shopHeadClass.who}>
            <Avatar name={values.shopName || '店'} kind="org" size="lg" picture={values.logo?.url} />
            <div className="min-w-0">
              <p className={shopHeadClass.name}>{values.shopName || '店铺名称'}</p>
              {serviceAccount + productAccount > 0 && (
                <p className={shopHeadClass.counts}>
                  服务 {serviceAccount}　商品 {productAccount}
                </p>
              )}
            </div>
          </div>
        </div>
        <div className={shopHeadClass.nav}>
          <p className="flex h-12 items-center gap-6 overflow-hidden px-4 whitespace-nowrap">
            {menu.map(({ path, label }, index) => (
              <span key={path} className={index === menu.length - 1 ? 'font-medium text-accent' : ''}>
                {label}
              </span>
            ))}
          </p>
        </div>
      </div>
      <Holiday values={values} />
      <div className="p-4">
        <p className={shopIntroClass.facts}>
          {shop.certified && <Certified />}
          {shop.tags.map((tag) => (
            <Tag key={tag} label={tag} />
          ))}
          <span className={shopIntroClass.place}>{place}</span>
        </p>
        <p className={`${shopIntroClass.brief} whitespace-pre-line wrap-anywhere`}>
          {values.brief || '这家店铺还没有填写简介。'}
        </p>
        {paragraphs.length > 0 && (
          <>
            <h3 className="mt-6 mb-2 text-lg font-semibold">店铺介绍</h3>
            <div
              className="max-h-80 space-y-3 overflow-y-auto text-ink-2"
              tabIndex={0}
              role="region"
              aria-label="店铺介绍"
            >
              {paragraphs.map((paragraph, index) => (
                <p key={index} className="whitespace-pre-line wrap-anywhere">
                  {paragraph}
                </p>
              ))}
            </div>
          </>
        )}
      </div>
    </section>
  )
}

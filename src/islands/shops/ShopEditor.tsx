import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { OwnShop } from '../../contract/shops/seller-shop.ts'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/shops/shop-editor.ts'
import { Button, LinkButton } from '../../ui/button/Button.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { FormFrame } from '../form/FormFrame.tsx'
import { useForm } from '../form/use-form.ts'
import { ShopIdentityFields, HolidayFields, ShopTextFields } from './ShopFields.tsx'
import { CalendarOff } from 'lucide-react'
import { getBackgroundIndex, shopMenu } from '../../domain/shell/shop-header.ts'
import { today, date } from '../../domain/time.ts'
import { holidayAt, holidayErrors, holidayText } from '../../domain/shops/holiday.ts'
import { splitParagraphs } from '../../domain/shops/shop-rules.ts'
import type { ShopValues } from '../../stores/shops/shop-editor.ts'
import { Avatar } from '../../ui/picture/Avatar.tsx'
import { Certified } from '../../ui/card/Certified.tsx'
import { holidayClass, shopHeadClass, shopIntroClass } from '../../ui/backdrop/shop-head-class.ts'
import { ShopBackdrop } from '../../ui/backdrop/ShopBackdrop.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { useNow } from '../use-now.ts'

const Newer = () => {
  const newer = useStore(store.newerShop)
  if (newer === null) return null
  return (
    <div className="mb-4">
      <Notice tone="act" title="店铺资料已在别处被修改">
        您填写的内容仍在下方。可以在此基础上继续（保存后以您的为准），或改用已保存的内容。
        <span className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" className="max-md:h-11" onClick={store.keepOwnChanges}>
            继续用我填写的
          </Button>
          <Button size="sm" className="max-md:h-11" onClick={store.discardOwnChanges}>
            改用已保存的
          </Button>
        </span>
      </Notice>
    </div>
  )
}

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
const ShopPreview = ({ shop, values }: Props) => {
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
          {values.brief || '该店铺暂无简介。'}
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

const Fields = ({ shop }: { shop: OwnShop }) => {
  const form = useForm(store.shopForm)
  const restored = useStore(store.shopForm.restored)
  const { values } = form
  if (values === null) return null
  const part = { form, values, shop }
  const save = () => void store.saveShop().then((saved) => saved && toast.success('店铺已保存，页面已更新'))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_390px]">
      <div className="min-w-0">
        <Newer />
        <FormFrame
          form={form}
          label="编辑店铺"
          submit="保存"
          onSubmit={save}
          note={restored ? '已恢复您上次未保存的内容' : '未保存的内容会留在本浏览器'}
          actions={restored && <Button onClick={store.discardOwnChanges}>放弃修改</Button>}
        >
          <ShopIdentityFields {...part} />
          <ShopTextFields {...part} />
          <HolidayFields {...part} />
        </FormFrame>
      </div>
      <div className="desk:sticky desk:top-20">
        <ShopPreview shop={shop} values={values} />
      </div>
    </div>
  )
}

/** 编辑店铺: name, texts and appearance, with a live preview. */
export const ShopEditor = ({ who }: { who: number }) => {
  const state = useStore(store.ownShop)
  useEffect(() => void store.loadShopForm(who), [who])
  const shop = state.at === 'ready' ? state.content : undefined
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">编辑店铺</h1>
        {shop && (
          <LinkButton href={links.shopBrief({ id: shop.shopId, orgId: shop.orgId })} className="max-md:h-11">
            查看店铺
          </LinkButton>
        )}
      </div>
      <AsyncContent
        state={state}
        what="店铺"
        permission="corporate_show"
        onRetry={() => void store.loadShopForm(who)}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={14} className="min-h-[900px]" />}
      >
        {(content) => <Fields shop={content} />}
      </AsyncContent>
      <Toaster />
    </>
  )
}

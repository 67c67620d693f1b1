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
import { ShopPreview } from './ShopPreview.tsx'

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

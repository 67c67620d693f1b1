import { useStore } from '@nanostores/react'
import type { OwnShop } from '../../contract/shops/seller-shop.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import * as store from '../../stores/shops/shop-editor.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Input } from '../../ui/Input.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { Upload } from '../../ui/Upload.tsx'
import { FormSection } from '../FormSection.tsx'
import type { DrawnForm } from '../use-typed-form.ts'
import { BackdropChoice } from './BackdropChoice.tsx'

type PartProps = { form: DrawnForm<store.ShopValues>; values: store.ShopValues; shop: OwnShop }

/** Name, logo and background. */
export const FaceFields = ({ form, values, shop }: PartProps) => {
  const items = useStore(store.logoUpload.items)
  const { text, fault } = form
  return (
    <FormSection number={1} title="名称与标志">
      <div className="space-y-5">
        <Input
          label="店铺名称"
          required
          maxLength={shopLimits.name}
          typed={values.shopName.length}
          hint="在全平台唯一，改名后聊天与列表里的名称一并更新"
          {...text('shopName')}
        />
        <div>
          <Upload
            label="店铺标志"
            error={fault('logo')}
            files={items}
            multiple={false}
            accept={acceptOf('logo')}
            rule={`${fileRules.logo.words}，正方形为佳`}
            onAdd={(files) => store.logoUpload.add(files)}
            onRemove={store.removeLogo}
            onRetry={(id) => store.logoUpload.retry(id)}
          />
          {values.logo !== null && items.length === 0 && (
            <p className="mt-2 flex items-center gap-3 text-sm text-ink-2">
              <img
                src={values.logo.url}
                alt="当前标志"
                className="size-10 rounded-md border border-line object-contain"
              />
              当前标志
              <Button kind="link" size="sm" className="max-md:min-h-11" onClick={store.removeLogo}>
                移除
              </Button>
            </p>
          )}
        </div>
        <BackdropChoice
          shopId={shop.shopId}
          value={values.backdrop}
          onChange={(backdrop) => store.form.set('backdrop', backdrop)}
        />
      </div>
    </FormSection>
  )
}

/** The brief of lists and the introduction of its own page. */
export const WordFields = ({ form, values }: PartProps) => (
  <FormSection number={2} title="简介与介绍">
    <div className="space-y-5">
      <Textarea
        label="店铺简介"
        required
        rows={3}
        maxLength={shopLimits.brief}
        typed={values.brief.length}
        hint="显示在供应商列表、搜索结果与店铺首页"
        placeholder="主要能力、资质与服务过的项目"
        {...form.text('brief')}
      />
      <Textarea
        label="店铺介绍"
        rows={10}
        maxLength={shopLimits.introduction}
        typed={values.introduction.length}
        hint="显示在店铺简介页，空一行即为新的一段"
        placeholder="设施与设备、团队、质量体系、代表项目"
        {...form.text('introduction')}
      />
    </div>
  </FormSection>
)

/** Days of rest. */
export const RestFields = ({ form, values }: PartProps) => (
  <FormSection
    number={3}
    title="休假"
    action={
      values.holidayFrom !== '' || values.holidayUntil !== '' ? (
        <Button
          kind="link"
          size="sm"
          className="max-md:min-h-11"
          onClick={() => store.form.replace({ ...values, holidayFrom: '', holidayUntil: '', holidayNotice: '' })}
        >
          清空
        </Button>
      ) : undefined
    }
  >
    <div className="grid items-start gap-5 md:grid-cols-2">
      <DateInput label="第一天" {...form.picked('holidayFrom')} />
      <DateInput label="最后一天" {...form.picked('holidayUntil')} />
      <Textarea
        className="md:col-span-2"
        label="补充说明"
        rows={2}
        maxLength={shopLimits.holidayNotice}
        typed={values.holidayNotice.length}
        placeholder="如：动物设施照常运行，送样请于节后办理。"
        hint="开始前 7 天起在店铺与商品页提示，结束后自动撤下；休假期间服务与商品照常展示"
        {...form.text('holidayNotice')}
      />
    </div>
  </FormSection>
)

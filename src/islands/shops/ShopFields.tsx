import { useStore } from '@nanostores/react'
import type { OwnShop } from '../../contract/shops/seller-shop.ts'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { shopBackground, shopBackgrounds } from '../../domain/shell/shop-header.ts'
import { shopLimits } from '../../domain/shops/shop-rules.ts'
import { today } from '../../domain/time.ts'
import * as store from '../../stores/shops/shop-editor.ts'
import { ShopBackdrop } from '../../ui/backdrop/ShopBackdrop.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { DateInput } from '../../ui/date/DateInput.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Textarea } from '../../ui/form/Textarea.tsx'
import { Upload } from '../../ui/form/Upload.tsx'
import { FormSection } from '../form/FormSection.tsx'
import type { FormBindings } from '../form/use-form.ts'

type BackdropChoiceProps = { shopId: number; value: number; onChange: (backdrop: number) => void }

const choices = [0, ...Array.from({ length: shopBackgrounds }, (_, place) => place + 1)]

/** Background of the shop's header: one of nine, or a random one per day. */
const BackdropChoice = ({ shopId, value, onChange }: BackdropChoiceProps) => (
  <fieldset>
    <legend className="mb-1.5 font-medium">头图背景</legend>
    <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {choices.map((backdrop) => (
        <label
          key={backdrop}
          className={`block cursor-pointer overflow-hidden rounded-md border focus-within:outline-3 focus-within:outline-accent/25 ${value === backdrop ? 'border-accent' : 'border-line-strong hover:border-accent'}`}
        >
          <input
            type="radio"
            name="backdrop"
            className="sr-only"
            checked={value === backdrop}
            onChange={() => onChange(backdrop)}
          />
          <span className="block h-12 bg-surface-2">
            <ShopBackdrop place={backdrop === 0 ? shopBackground(shopId, today()) : backdrop - 1} form="sample" />
          </span>
          <span
            className={`flex h-8 items-center justify-center border-t border-line text-sm ${value === backdrop ? 'bg-accent-soft font-medium text-accent' : 'text-ink-2'}`}
          >
            {backdrop === 0 ? '随机' : `背景 ${backdrop}`}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

type PartProps = { form: FormBindings<store.ShopValues>; values: store.ShopValues; shop: OwnShop }

/** Name, logo and background. */
export const ShopIdentityFields = ({ form, values, shop }: PartProps) => {
  const items = useStore(store.shopLogoUpload.items)
  const { text, error } = form
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
            error={error('logo')}
            files={items}
            multiple={false}
            accept={acceptOf('logo')}
            rule={`${fileRules.logo.words}，正方形为佳`}
            onAdd={(files) => store.shopLogoUpload.add(files)}
            onRemove={store.removeShopLogo}
            onRetry={(id) => store.shopLogoUpload.retry(id)}
          />
          {values.logo !== null && items.length === 0 && (
            <p className="mt-2 flex items-center gap-3 text-sm text-ink-2">
              <img
                src={values.logo.url}
                alt="当前标志"
                className="size-10 rounded-md border border-line object-contain"
              />
              当前标志
              <Button kind="link" size="sm" className="max-md:min-h-11" onClick={store.removeShopLogo}>
                移除
              </Button>
            </p>
          )}
        </div>
        <BackdropChoice
          shopId={shop.shopId}
          value={values.backdrop}
          onChange={(backdrop) => store.shopForm.set('backdrop', backdrop)}
        />
      </div>
    </FormSection>
  )
}

/** Brief for lists, and the introduction page. */
export const ShopTextFields = ({ form, values }: PartProps) => (
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

/** Holiday period. */
export const HolidayFields = ({ form, values }: PartProps) => (
  <FormSection
    number={3}
    title="休假"
    action={
      values.holidayFrom !== '' || values.holidayUntil !== '' ? (
        <Button
          kind="link"
          size="sm"
          className="max-md:min-h-11"
          onClick={() => store.shopForm.replace({ ...values, holidayFrom: '', holidayUntil: '', holidayNotice: '' })}
        >
          清空
        </Button>
      ) : undefined
    }
  >
    <div className="grid items-start gap-5 md:grid-cols-2">
      <DateInput label="第一天" {...form.picker('holidayFrom')} />
      <DateInput label="最后一天" {...form.picker('holidayUntil')} />
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

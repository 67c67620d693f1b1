import { useStore } from '@nanostores/react'
import { serviceCategories, categoryPath } from '../../../stores/demands/choices.ts'
import { defaultSubscriptionName } from '../../../stores/demands/matching/subscription-values.ts'
import * as store from '../../../stores/demands/matching/subscriptions.ts'
import { districts } from '../../../stores/districts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { FilterChip } from '../../../ui/chip/FilterChip.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import { useForm } from '../../form/use-form.ts'
import { CategoryPicker } from '../demand-form/CategoryPicker.tsx'

type Chips = { group: string; chips: readonly { key: string | number; label: string; onRemove: () => void }[] }
const Chosen = ({ group, chips }: Chips) => (
  <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
    {chips.map(({ key, label, onRemove }) => (
      <FilterChip key={key} group={group} label={label} onRemove={onRemove} />
    ))}
  </div>
)

const Categories = ({ error }: { error: string | undefined }) => {
  const tree = useStore(serviceCategories)
  const values = useStore(store.subscriptionForm.values)
  const picked = values?.category ?? null
  const setPicked = (categoryId: number | null) => store.subscriptionForm.set('category', categoryId)
  const chosen = values?.categories ?? []
  const add = () => {
    const category = tree.at === 'ready' ? categoryPath(tree.content, picked).at(-1) : undefined
    setPicked(null)
    if (category === undefined || chosen.some(({ categoryId }) => categoryId === category.categoryId)) return
    const { categoryId, categoryName } = category
    store.subscriptionForm.set('categories', [...chosen, { categoryId, categoryName }])
  }
  return (
    <div>
      <CategoryPicker optional value={picked} onChange={setPicked} error={error} />
      <Button size="sm" className="mt-2 max-md:h-11" disabled={picked === null} onClick={add}>
        再加一个分类
      </Button>
      <Chosen
        group="分类"
        chips={chosen.map(({ categoryId, categoryName }) => ({
          key: categoryId,
          label: categoryName,
          onRemove: () =>
            store.subscriptionForm.set(
              'categories',
              chosen.filter((each) => each.categoryId !== categoryId),
            ),
        }))}
      />
    </div>
  )
}

const Districts = ({ error }: { error: string | undefined }) => {
  const known = useStore(districts)
  const values = useStore(store.subscriptionForm.values)
  const picked = values?.district ?? null
  const setPicked = (code: string | null) => store.subscriptionForm.set('district', code)
  const chosen = values?.districts ?? []
  const add = () => {
    const place = Object.values(known)
      .flat()
      .find(({ code }) => code === picked)
    setPicked(null)
    if (place === undefined || chosen.some(({ districtCode }) => districtCode === place.code)) return
    store.subscriptionForm.set('districts', [...chosen, { districtCode: place.code, districtName: place.name }])
  }
  return (
    <div>
      <DistrictPicker label="期望供应商地区" anywhere value={picked} onChange={setPicked} error={error} />
      <Button size="sm" className="mt-2 max-md:h-11" disabled={picked === null} onClick={add}>
        再加一个地区
      </Button>
      <Chosen
        group="地区"
        chips={chosen.map(({ districtCode, districtName }) => ({
          key: districtCode,
          label: districtName,
          onRemove: () =>
            store.subscriptionForm.set(
              'districts',
              chosen.filter((each) => each.districtCode !== districtCode),
            ),
        }))}
      />
    </div>
  )
}

/** Conditions of a subscription: categories, keywords, districts, minimum budget. */
export const SubscriptionDialog = () => {
  const drawn = useForm(store.subscriptionForm)
  const open = useStore(store.isSubscriptionFormOpen)
  const { values, text, error } = drawn
  if (!open || values === null) return null
  return (
    <FormDialog
      form={drawn}
      keeps={values.subscriptionId === 0}
      title={values.subscriptionId === 0 ? '新增订阅' : '修改订阅'}
      text="所有条件都符合的新需求会通知贵企业；某项不填即不限。"
      submit="保存订阅"
      onSubmit={() =>
        void store.saveSubscription().then((saved) => saved && toast.success('订阅已保存，有符合的新需求时通知您'))
      }
      onClose={store.closeSubscriptionForm}
    >
      <Categories error={error('categories')} />
      <Input
        label="关键词"
        placeholder="如：比格犬、PK、基因毒性"
        hint="用顿号、逗号或空格隔开，需求含有其中之一即可；不填则不限。"
        {...text('words')}
      />
      <Districts error={error('districts')} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Input
          label="预算不低于"
          unit="元"
          inputMode="decimal"
          hint="不填则不限；面议的需求总会通知。"
          {...text('budget')}
        />
        <Input label="订阅名称" maxLength={20} placeholder={defaultSubscriptionName(values)} {...text('name')} />
      </div>
    </FormDialog>
  )
}

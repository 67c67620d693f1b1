import { useStore } from '@nanostores/react'
import { categories, pathTo } from '../../stores/demands/choices.ts'
import { namedBy } from '../../stores/demands/subscription-values.ts'
import * as store from '../../stores/demands/subscriptions.ts'
import { districts } from '../../stores/districts.ts'
import { Button } from '../../ui/Button.tsx'
import { FilterChip } from '../../ui/FilterChip.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { FormDialog } from '../FormDialog.tsx'
import { DistrictPicker } from '../DistrictPicker.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { CategoryPicker } from './CategoryPicker.tsx'

type Chips = { group: string; chips: readonly { key: string | number; label: string; onRemove: () => void }[] }
const Chosen = ({ group, chips }: Chips) => (
  <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
    {chips.map(({ key, label, onRemove }) => (
      <FilterChip key={key} group={group} label={label} onRemove={onRemove} />
    ))}
  </div>
)

const Categories = ({ error }: { error: string | undefined }) => {
  const tree = useStore(categories)
  const values = useStore(store.form.values)
  const picked = values?.category ?? null
  const setPicked = (categoryId: number | null) => store.form.set('category', categoryId)
  const chosen = values?.categories ?? []
  const add = () => {
    const category = tree.at === 'ready' ? pathTo(tree.content, picked).at(-1) : undefined
    setPicked(null)
    if (category === undefined || chosen.some(({ categoryId }) => categoryId === category.categoryId)) return
    const { categoryId, categoryName } = category
    store.form.set('categories', [...chosen, { categoryId, categoryName }])
  }
  return (
    <div>
      <CategoryPicker optional value={picked} onChange={setPicked} error={error} />
      <Button size="sm" className="mt-2 max-md:h-11" disabled={picked === null} onClick={add}>
        再加一个类别
      </Button>
      <Chosen
        group="类别"
        chips={chosen.map(({ categoryId, categoryName }) => ({
          ...{ key: categoryId, label: categoryName },
          onRemove: () =>
            store.form.set(
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
  const values = useStore(store.form.values)
  const picked = values?.district ?? null
  const setPicked = (code: string | null) => store.form.set('district', code)
  const chosen = values?.districts ?? []
  const add = () => {
    const place = Object.values(known)
      .flat()
      .find(({ code }) => code === picked)
    setPicked(null)
    if (place === undefined || chosen.some(({ districtCode }) => districtCode === place.code)) return
    store.form.set('districts', [...chosen, { districtCode: place.code, districtName: place.name }])
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
          ...{ key: districtCode, label: districtName },
          onRemove: () =>
            store.form.set(
              'districts',
              chosen.filter((each) => each.districtCode !== districtCode),
            ),
        }))}
      />
    </div>
  )
}

/** What a shop waits for: kinds of work, words, places, the least budget. */
export const SubscriptionDialog = () => {
  const drawn = useTypedForm(store.form)
  const open = useStore(store.isOpen)
  const { values, text, fault } = drawn
  if (!open || values === null) return null
  return (
    <FormDialog
      form={drawn}
      keeps={values.subscriptionId === 0}
      title={values.subscriptionId === 0 ? '新增订阅' : '修改订阅'}
      text="所有条件都符合的新需求会通知贵企业；某项不填即不限。"
      submit="保存订阅"
      onSubmit={() => void store.save().then((saved) => saved && toast.good('订阅已保存，有符合的新需求时通知您'))}
      onClose={store.close}
    >
      <Categories error={fault('categories')} />
      <Input
        label="关键词"
        placeholder="如：比格犬、PK、基因毒性"
        hint="用顿号、逗号或空格隔开，需求含有其中之一即可；不填则不限。"
        {...text('words')}
      />
      <Districts error={fault('districts')} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Input
          label="预算不低于"
          unit="元"
          inputMode="decimal"
          hint="不填则不限；议价的需求总会通知。"
          {...text('budget')}
        />
        <Input label="订阅名称" maxLength={20} placeholder={namedBy(values)} {...text('name')} />
      </div>
    </FormDialog>
  )
}

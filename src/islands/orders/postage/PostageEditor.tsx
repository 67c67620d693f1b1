import { useStore } from '@nanostores/react'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import * as store from '../../../stores/orders/postage.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { DistrictList } from '../../reference/DistrictList.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'

const maxPlaces = 400

type SumProps = { label: string; value: string; error: string | undefined; onChange: (value: string) => void }
const Sum = ({ onChange, ...rest }: SumProps) => (
  <Input
    {...rest}
    required
    unit="元"
    inputMode="decimal"
    maxLength={9}
    onChange={(event) => onChange(event.target.value)}
  />
)

const Zones = () => {
  const { values, error } = useForm(store.postageForm)
  if (values === null) return null
  const { zones } = values
  const put = (at: number, change: Partial<store.PostageValues['zones'][number]>) =>
    store.postageForm.set(
      'zones',
      zones.map((zone, index) => (index === at ? { ...zone, ...change } : zone)),
    )
  return (
    <div className="space-y-4">
      {zones.map(({ districts, first, further }, at) => (
        <section key={at} aria-label={`运费区 ${at + 1}`} className="rounded-lg border border-line p-4">
          <div className="mb-3 flex items-center justify-between">
            <h3 className="font-medium">运费区 {at + 1}</h3>
            <Button
              kind="link"
              size="sm"
              className="px-0!"
              aria-label={`删除运费区 ${at + 1}`}
              onClick={() => store.postageForm.set('zones', zones.toSpliced(at, 1))}
            >
              <Trash2 className="size-4" />
              删除
            </Button>
          </div>
          <DistrictList
            label="地区"
            codes={districts}
            onChange={(codes) => put(at, { districts: codes })}
            most={maxPlaces}
            none="尚未添加地区。"
            error={error(`zones.${at}.districts`)}
          />
          <div className="mt-4 grid items-start gap-4 md:max-w-[480px] md:grid-cols-2">
            <Sum
              label="首件"
              value={first}
              error={error(`zones.${at}.first`)}
              onChange={(value) => put(at, { first: value })}
            />
            <Sum
              label="每续件"
              value={further}
              error={error(`zones.${at}.further`)}
              onChange={(value) => put(at, { further: value })}
            />
          </div>
        </section>
      ))}
      <Button
        className="max-md:h-11"
        disabled={zones.length >= store.maxZones}
        onClick={() => store.postageForm.set('zones', [...zones, { ...store.emptyZone }])}
      >
        <Plus className="size-4" />
        添加运费区
      </Button>
    </div>
  )
}

const PostageForm = ({ saved }: { saved: boolean }) => {
  const form = useForm(store.postageForm)
  const { values, text, error } = form
  if (values === null) return null
  return (
    <FormFrame
      form={form}
      label="运费设置"
      submit="保存运费"
      quiet
      onSubmit={() => void store.savePostage()}
      note={saved ? '已下的订单不受影响' : '尚未设置，目前全国包邮'}
    >
      <FormSection title="运费设置">
        <div className="space-y-6">
          <div className="grid items-start gap-4 md:grid-cols-3">
            <Input
              label="首件"
              required
              unit="元"
              inputMode="decimal"
              maxLength={9}
              hint="未列入运费区的地区"
              {...text('first')}
            />
            <Input label="每续件" required unit="元" inputMode="decimal" maxLength={9} {...text('further')} />
            <Input
              label="满额包邮"
              unit="元"
              inputMode="decimal"
              maxLength={12}
              hint="留空为不包邮"
              {...text('freeFrom')}
            />
          </div>
          <Zones />
          <DistrictList
            label="不配送地区"
            codes={values.notTo}
            onChange={(codes) => store.postageForm.set('notTo', codes)}
            most={maxPlaces}
            none="未添加即配送到全国。"
            error={error('notTo')}
          />
        </div>
      </FormSection>
    </FormFrame>
  )
}

/** 运费设置 of a shop: first and further pieces by region, free threshold, excluded regions. */
export const PostageEditor = ({ who }: { who: number }) => {
  const state = useStore(store.postage)
  useEffect(() => void store.loadPostage(who), [who])
  return (
    <div id="postage" className="mt-4">
      <AsyncContent
        state={state}
        what="运费设置"
        permission="goods_manage"
        onRetry={() => void store.loadPostage(who)}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={5} className="min-h-[280px]" />}
      >
        {({ saved }) => <PostageForm saved={saved} />}
      </AsyncContent>
    </div>
  )
}

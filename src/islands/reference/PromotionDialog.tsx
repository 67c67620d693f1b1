import { useStore } from '@nanostores/react'
import { adPlaceLabels, adPlaces } from '../../domain/reference/ad-places.ts'
import * as store from '../../stores/reference/promotions.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { goodsFigures, markNames, serviceFigures } from '../../ui/mark-names.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { useTypedForm } from '../use-typed-form.ts'
import { areaLabels } from './areas.ts'

const pictures = [
  { value: '', label: '不用图样' },
  ...[...new Set<string>([...serviceFigures, ...goodsFigures])].map((name) => ({ value: name, label: `插图 ${name}` })),
  ...markNames.map((name) => ({ value: `mark-${name}`, label: `图标 ${name}` })),
]

const Fields = () => {
  const { values, sending, box, text, fault, picked } = useTypedForm(store.form)
  if (values === null) return null
  const refused = sending.at === 'refused' && sending.faults.length === 0 ? sending.failure : null
  return (
    <form
      ref={box}
      id="promotion"
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void store.submit().then((saved) => saved && toast.good('已保存，页面随即更新'))
      }}
    >
      {refused && <Notice tone="bad" title={refused.message} />}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Select
          label="位置"
          required
          error={fault('place')}
          options={adPlaces.map((place) => ({ value: place, label: adPlaceLabels[place] }))}
          value={values.place}
          onChange={(place) => store.form.set('place', place)}
        />
        <Select
          label="分站"
          error={fault('area')}
          options={[...areaLabels].map(([value, label]) => ({ value, label }))}
          value={values.area}
          onChange={(area) => store.form.set('area', area)}
        />
        <Input label="标题" required maxLength={30} typed={values.title.length} {...text('title')} />
        <Input label="一句说明" maxLength={80} typed={values.text.length} {...text('text')} />
        <Input
          className="md:col-span-2"
          label="地址"
          required
          maxLength={500}
          hint="本站的地址，以 / 开头，如 /serviceHall/service?certified=1"
          {...text('href')}
        />
        <Select
          label="图样"
          error={fault('picture')}
          options={pictures}
          value={values.picture}
          onChange={(picture) => store.form.set('picture', picture)}
        />
        <Input label="排序" required maxLength={5} inputMode="numeric" hint="数小的在前" {...text('sort')} />
        <DateInput label="第一天" hint="不填则即时开始" {...picked('from')} />
        <DateInput label="最后一天" hint="不填则一直展示" {...picked('until')} />
      </div>
      <Checkbox checked={values.isOn} onChange={(event) => store.form.set('isOn', event.target.checked)}>
        启用
      </Checkbox>
    </form>
  )
}

/** A promotion to be written, or written again. */
export const PromotionDialog = () => {
  const open = useStore(store.isOpen)
  const { values, sending } = useTypedForm(store.form)
  const busy = sending.at === 'sending'
  return (
    <Dialog
      open={open}
      width="lg"
      onClose={store.close}
      title={values?.adId === 0 ? '新增推荐' : '修改推荐'}
      actions={
        <>
          <Button onClick={store.close} disabled={busy}>
            取消
          </Button>
          <Button kind="main" type="submit" form="promotion" busy={busy}>
            保存
          </Button>
        </>
      }
    >
      <Fields />
    </Dialog>
  )
}

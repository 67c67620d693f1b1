import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import * as store from '../../../stores/live/round-form.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput, TimeInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm, type FormBindings } from '../../form/use-form.ts'

const maxPrizes = 12

type PrizeProps = { form: FormBindings<store.RoundValues>; index: number }
const Prize = ({ form, index }: PrizeProps) => {
  const prize = form.values?.prizes[index]
  if (prize === undefined) return null
  const field = (name: keyof typeof prize) => ({
    value: prize[name],
    error: form.error(`prizes.${index}.${name}`),
    onChange: (event: { target: { value: string } }) => store.setPrize(index, { [name]: event.target.value }),
  })
  return (
    <fieldset className="space-y-4 rounded-lg border border-line p-4">
      <legend className="px-1 text-sm text-ink-3">奖品 {index + 1}</legend>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Input label="名称" required maxLength={30} {...field('name')} />
        <Input label="说明" maxLength={100} {...field('note')} />
      </div>
      <div className="grid grid-cols-3 items-start gap-4">
        <Input label="价值" required unit="元" inputMode="decimal" {...field('worth')} />
        <Input label="权重" required inputMode="numeric" {...field('weight')} />
        <Input label="件数" required inputMode="numeric" {...field('stock')} />
      </div>
      {(form.values?.prizes.length ?? 0) > 1 && (
        <Button size="sm" className="max-md:h-11" onClick={() => store.removePrize(index)}>
          去掉奖品 {index + 1}
        </Button>
      )}
    </fieldset>
  )
}

/** Form of a new round; seed, probabilities and stock cannot be changed afterwards. */
export const RoundForm = () => {
  const isOpen = useStore(store.isRoundFormOpen)
  const form = useForm(store.roundForm)
  const { values, text, picker } = form
  if (!isOpen || values === null) return null
  const save = () => void store.submitRound().then((done) => done && toast.success('已新建，种子指纹已公布'))
  return (
    <FormDialog
      form={form}
      width="lg"
      title="新建一期抽奖"
      text="新建后种子指纹、概率与库存随即公布，不能再改。"
      submit="新建"
      onSubmit={save}
      onClose={store.closeRoundForm}
    >
      <Input label="名称" required maxLength={30} {...text('title')} />
      <Textarea label="说明" rows={2} maxLength={300} typed={values.intro.length} {...text('intro')} />
      <div className="grid grid-cols-2 items-start gap-4 md:grid-cols-4">
        <DateInput label="开始日期" required {...picker('fromDay')} />
        <TimeInput label="开始时间" required {...picker('fromTime')} />
        <DateInput label="结束日期" required {...picker('toDay')} />
        <TimeInput label="结束时间" required {...picker('toTime')} />
      </div>
      <div className="grid items-start gap-4 md:grid-cols-3">
        <Input label="每次积分" required inputMode="numeric" {...text('cost')} />
        <Input label="每人次数" required inputMode="numeric" {...text('perPerson')} />
        <Input label="未中奖的权重" required inputMode="numeric" {...text('blankWeight')} />
      </div>
      {values.prizes.map((_, index) => (
        <Prize key={index} form={form} index={index} />
      ))}
      {values.prizes.length < maxPrizes && (
        <Button className="max-md:h-11" onClick={store.addPrize}>
          <Plus className="size-4" />
          增加奖品
        </Button>
      )}
    </FormDialog>
  )
}

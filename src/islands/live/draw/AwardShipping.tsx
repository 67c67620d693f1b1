import { useStore } from '@nanostores/react'
import type { ManagedAward } from '../../../contract/live/awards.ts'
import { awardLabels, isAwardExpired, isAwardToShip } from '../../../domain/live/award-states.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import * as rounds from '../../../stores/live/round-form.ts'
import * as store from '../../../stores/live/awards.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm, type FormBindings } from '../../form/use-form.ts'
import { Plus } from 'lucide-react'
import * as roundForm from '../../../stores/live/round-form.ts'
import { DateInput, TimeInput } from '../../../ui/date/DateInput.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'

/** Carrier and tracking number of an award. */
const ShipDialog = () => {
  const award = useStore(store.shippingAward)
  const form = useForm(store.shippingForm)
  if (award === null || form.values === null) return null
  const save = () => void store.submitShipping().then((done) => done && toast.success('已发货，中奖人会收到通知'))
  const { address } = award
  return (
    <FormDialog
      form={form}
      title={`发货：${award.prizeName}`}
      text={
        address === null
          ? undefined
          : `${address.receiver} ${address.mobile}，${address.districtName} ${address.street}`
      }
      submit="确认发货"
      onSubmit={save}
      onClose={store.closeShipping}
    >
      <Input label="承运商" required maxLength={20} {...form.text('carrier')} />
      <Input label="运单号" required maxLength={40} autoComplete="off" {...form.text('trackingNo')} />
    </FormDialog>
  )
}

const Receiver = ({ award: { address, status, claimBy } }: { award: ManagedAward }) =>
  address === null ? (
    <span className="text-ink-3">
      {isAwardExpired(status) ? '逾期未领，已退回库存' : `等待中奖人填写，${monthMinute(claimBy)} 截止`}
    </span>
  ) : (
    <span className="block py-2">
      {address.receiver} <span className="tabular-nums">{address.mobile}</span>
      <span className="block text-sm break-words text-ink-3">
        {address.districtName} {address.street}
      </span>
    </span>
  )

const Sent = ({ award: { carrier, trackingNo, shippedAt } }: { award: ManagedAward }) =>
  shippedAt === null ? (
    <>未发货</>
  ) : (
    <span className="block py-2">
      {carrier} <span className="tabular-nums">{trackingNo}</span>
      <span className="block text-sm text-ink-3 tabular-nums">{dateTime(shippedAt)}</span>
    </span>
  )

const Ship = ({ award }: { award: ManagedAward }) =>
  isAwardToShip(award.status) ? (
    <Button
      size="sm"
      kind="outline"
      className="max-md:h-11"
      onClick={() => store.openShipping(award)}
      aria-label={`发货 ${award.prizeName}，${award.realName}`}
    >
      发货
    </Button>
  ) : null

const columns: readonly Column<ManagedAward>[] = [
  {
    key: 'prize',
    head: '奖品',
    className: 'min-w-44',
    cell: ({ prizeName, roundTitle, entryNo }) => (
      <span className="block py-2">
        <span className="font-medium">{prizeName}</span>
        <span className="block text-sm text-ink-3">
          {roundTitle}，编号 {entryNo}
        </span>
      </span>
    ),
  },
  {
    key: 'winner',
    head: '中奖人',
    className: 'whitespace-nowrap',
    cell: ({ realName, loginName }) => realName || loginName,
  },
  { key: 'receiver', head: '收货', className: 'min-w-52', cell: (award) => <Receiver award={award} /> },
  { key: 'status', head: '状态', cell: ({ status }) => <StateBadge {...awardLabels[status]} /> },
  { key: 'sent', head: '物流', className: 'min-w-44', cell: (award) => <Sent award={award} /> },
  { key: 'action', head: '操作', isActions: true, align: 'right', cell: (award) => <Ship award={award} /> },
]

const PhoneRow = ({ award }: { award: ManagedAward }) => (
  <>
    <p className="font-medium">{award.prizeName}</p>
    <p className="text-sm text-ink-3">
      {award.realName || award.loginName}，{award.roundTitle}，编号 {award.entryNo}
    </p>
    <Receiver award={award} />
    {award.shippedAt !== null && <Sent award={award} />}
    <div className="mt-2 flex items-center justify-between gap-3">
      <StateBadge {...awardLabels[award.status]} />
      <Ship award={award} />
    </div>
  </>
)

const maxPrizes = 12

type PrizeProps = { form: FormBindings<roundForm.RoundValues>; index: number }
const Prize = ({ form, index }: PrizeProps) => {
  const prize = form.values?.prizes[index]
  if (prize === undefined) return null
  const field = (name: keyof typeof prize) => ({
    value: prize[name],
    error: form.error(`prizes.${index}.${name}`),
    onChange: (event: { target: { value: string } }) => roundForm.setPrize(index, { [name]: event.target.value }),
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
        <Button size="sm" className="max-md:h-11" onClick={() => roundForm.removePrize(index)}>
          去掉奖品 {index + 1}
        </Button>
      )}
    </fieldset>
  )
}

/** Form of a new round; seed, probabilities and stock cannot be changed afterwards. */
const RoundForm = () => {
  const isOpen = useStore(roundForm.isRoundFormOpen)
  const form = useForm(roundForm.roundForm)
  const { values, text, picker } = form
  if (!isOpen || values === null) return null
  const save = () => void roundForm.submitRound().then((done) => done && toast.success('已新建，种子指纹已公布'))
  return (
    <FormDialog
      form={form}
      width="lg"
      title="新建一期抽奖"
      text="新建后种子指纹、概率与库存随即公布，不能再改。"
      submit="新建"
      onSubmit={save}
      onClose={roundForm.closeRoundForm}
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
        <Button className="max-md:h-11" onClick={roundForm.addPrize}>
          <Plus className="size-4" />
          增加奖品
        </Button>
      )}
    </FormDialog>
  )
}

/** Awards to be shipped, and new rounds, for operators. */
export const AwardShipping = ({ search, who }: { search: string; who: number }) => (
  <>
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-2xl font-semibold">抽奖与奖品</h1>
      <Button kind="main" onClick={() => rounds.openRoundForm(who)}>
        新建一期抽奖
      </Button>
    </div>
    <FilteredList
      list={store.managedAwards}
      search={search}
      what="奖品"
      placeholder="中奖人或奖品"
      tabs={{ label: '奖品状态', labelOf: (status) => awardLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无中奖记录" text="有人中奖后会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable
          caption="奖品"
          columns={columns}
          rows={data}
          rowKey={({ awardId }) => awardId}
          phone={(award) => <PhoneRow award={award} />}
        />
      )}
    </FilteredList>
    <ShipDialog />
    <RoundForm />
    <Toaster />
  </>
)

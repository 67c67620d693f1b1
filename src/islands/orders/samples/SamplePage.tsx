import { useStore } from '@nanostores/react'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Sample } from '../../../contract/orders/samples.ts'
import { links } from '../../../domain/links.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import {
  isCondemned,
  isQuarantined,
  isSampleOver,
  sampleActionLabels,
  sampleEventLabels,
  sampleStatusLabel,
  type SampleStep,
} from '../../../domain/orders/samples/sample-states.ts'
import {
  formatAmount,
  maxSampleNote,
  maxSplitParts,
  sampleHazardLabels,
  sampleKindLabels,
  splitRefusal,
  storages,
} from '../../../domain/orders/samples/sample-terms.ts'
import { formatLimits } from '../../../domain/orders/samples/temperature.ts'
import type { Side } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import * as store from '../../../stores/orders/samples/samples.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { QrCode } from '../../../ui/picture/QrCode.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FactList } from '../../FactList.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { sampleHref, SampleState, ShipmentList } from './sample-parts.tsx'

const card = 'rounded-lg border border-line bg-surface p-4 md:p-6'

const print = (sample: Sample) =>
  void store.downloadLabels([sample.sampleId]).then((failure) => {
    if (failure !== null) toast.error(`标签暂时不能下载：${failure.message}`)
  })

/** What the holder may do with the sample. In reach of the thumb on phones. */
const Actions = ({ sample }: { sample: Sample }) => {
  const making = useStore(exportingSheet)
  const own = sample.actions.filter((action) => action !== 'pack')
  return (
    <div className="flex flex-wrap gap-3 max-md:sticky max-md:bottom-0 max-md:z-20 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2 print:hidden">
      {own.map((action) =>
        action === 'split' || action === 'useUp' || action === 'destroy' ? (
          <Button
            key={action}
            className="max-md:h-11 max-md:flex-1"
            onClick={() => store.openSampleDialog(action, sample)}
          >
            {sampleActionLabels[action]}
          </Button>
        ) : null,
      )}
      <Button
        className="max-md:h-11 max-md:flex-1"
        busy={making === 'sample-labels'}
        disabled={making !== null && making !== 'sample-labels'}
        onClick={() => print(sample)}
      >
        <Printer className="size-4" />
        打印标签
      </Button>
    </div>
  )
}

const stepTexts: Readonly<Record<SampleStep, { title: string; text: string; confirm: string; done: string }>> = {
  useUp: {
    title: '登记用完',
    text: '样品已全部用于试验或检测。登记后不能恢复，对方会收到通知。',
    confirm: '登记用完',
    done: '已登记用完',
  },
  destroy: {
    title: '登记销毁',
    text: '请写明销毁方式与见证人。登记后不能恢复，对方会收到通知。',
    confirm: '登记销毁',
    done: '已登记销毁',
  },
}

const SplitDialog = ({ now }: { now: store.SampleDialog }) => {
  const parts = useStore(store.splitParts)
  const [isChecked, setChecked] = useState(false)
  const { sample } = now
  const amounts = store.splitAmounts()
  const whole = amounts.flatMap((amount) => amount ?? [])
  const sum = whole.reduce((all, amount) => all + amount, 0)
  const refusal = whole.length < amounts.length ? 'splitSumWrong' : splitRefusal(sample, whole)
  const rest = sample.amount - sum
  const set = (at: number, typed: string) =>
    store.splitParts.set(parts.map((part, index) => (index === at ? typed : part)))
  const send = () => {
    setChecked(true)
    if (refusal === null)
      void store.sendSplit().then((isDone) => isDone && toast.success(`已分为 ${parts.length} 份，请打印新标签`))
  }
  return (
    <Dialog
      open
      form="sheet"
      title={`分样 ${sample.sampleNo}`}
      text={`各份之和须等于 ${formatAmount(sample.amount, sample.unit)}；每份生成新的编号。`}
      onClose={store.closeSampleDialog}
      actions={
        <>
          <Button onClick={store.closeSampleDialog}>取消</Button>
          <Button kind="main" busy={now.sending} onClick={send}>
            分样
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {now.failure !== null && <Notice tone="bad" title={now.failure.message} />}
        <ol className="grid gap-3 md:grid-cols-2">
          {parts.map((part, at) => (
            // Parts have no identity before they are made.
            <li key={at}>
              <Input
                label={`第 ${at + 1} 份`}
                required
                unit={sample.unit}
                inputMode="decimal"
                autoComplete="off"
                maxLength={11}
                value={part}
                error={isChecked && amounts[at] === undefined ? '请填写大于 0 的数量' : undefined}
                onChange={(event) => set(at, event.target.value)}
              />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            size="sm"
            className="max-md:h-11"
            disabled={parts.length >= maxSplitParts}
            onClick={() => store.splitParts.set([...parts, ''])}
          >
            增加一份
          </Button>
          <Button
            size="sm"
            className="max-md:h-11"
            disabled={parts.length <= 2}
            onClick={() => store.splitParts.set(parts.slice(0, -1))}
          >
            减少一份
          </Button>
          <span role="status" className={isChecked && refusal !== null ? 'text-bad' : 'text-ink-3'}>
            {refusal === 'sampleUnitWhole'
              ? '该单位的数量须为整数'
              : rest === 0
                ? '数量已分完'
                : rest > 0
                  ? `还有 ${formatAmount(rest, sample.unit)} 未分`
                  : `超出 ${formatAmount(-rest, sample.unit)}`}
          </span>
        </div>
      </div>
    </Dialog>
  )
}

const StepDialog = ({ now, event }: { now: store.SampleDialog; event: SampleStep }) => {
  const { done, ...texts } = stepTexts[event]
  return (
    <ReasonDialog
      open
      {...texts}
      label="说明"
      maxLength={maxSampleNote}
      busy={now.sending}
      failure={now.failure}
      onCancel={store.closeSampleDialog}
      onConfirm={(reason) => void store.sendSampleStep(event, reason).then((isDone) => isDone && toast.success(done))}
    />
  )
}

const Dialogs = () => {
  const now = useStore(store.sampleDialog)
  if (now === null) return null
  return now.kind === 'split' ? <SplitDialog now={now} /> : <StepDialog now={now} event={now.kind} />
}

const Stopped = ({ sample: { quarantine, status } }: { sample: Sample }) => {
  if (isSampleOver(status)) return null
  if (isQuarantined(quarantine))
    return <Notice tone="bad" title="运输超温，样品已隔离。买家给出处置意见前不能分样、装箱或使用。" />
  return isCondemned(quarantine) ? <Notice tone="bad" title="买家决定销毁。请由保管方销毁后登记。" /> : null
}

const Custody = ({ sample }: { sample: Sample }) => {
  const entries = sample.history.toReversed().map(({ event, by, reason, at }, index) => ({
    title: sampleEventLabels[event] ?? event,
    note: [by, reason].filter(Boolean).join('：'),
    iso: at,
    time: dateTime(at),
    tone: index === 0 ? sampleStatusLabel(sample.status).tone : ('mute' as const),
  }))
  return (
    <section className={card} aria-label="交接记录">
      <h2 className="mb-3 text-lg font-semibold">交接记录</h2>
      <Timeline entries={entries} />
    </section>
  )
}

const Content = ({ sample, side }: { sample: Sample; side: Side }) => (
  <div className="space-y-4">
    <section className={card} aria-label="样品信息">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-2xl font-semibold wrap-anywhere">{sample.name}</h1>
          <p className="mt-1 text-ink-3">{sample.sampleNo}</p>
          <div className="mt-2">
            <SampleState row={sample} />
          </div>
        </div>
        <QrCode
          text={new URL(links.scanSample(sample.sampleNo), location.origin).href}
          label={`样品 ${sample.sampleNo} 的二维码`}
          className="size-24 bg-white"
        />
      </div>
      <div className="mt-4 space-y-4">
        <Stopped sample={sample} />
        <FactList
          facts={[
            { label: '数量', value: formatAmount(sample.amount, sample.unit) },
            { label: '类型', value: sampleKindLabels[sample.kind] },
            { label: '保存条件', value: storages[sample.storage].label },
            { label: '温度范围', value: formatLimits({ min: sample.minTemp, max: sample.maxTemp }) },
            { label: '保管方', value: sample.isHolder ? '本企业' : dealSideLabels[sample.holder] },
            {
              label: '订单',
              value: (
                <a
                  className="text-accent underline underline-offset-3"
                  href={`${side === 'buyer' ? links.buyerOrder(sample.orderId) : links.sellerOrder(sample.orderId)}#samples`}
                >
                  {sample.orderNo}
                </a>
              ),
            },
            { label: '用于', value: sample.milestone ?? '整份订单' },
            {
              label: '危险性',
              value:
                sample.hazards.length === 0 ? '无' : sample.hazards.map((each) => sampleHazardLabels[each]).join('、'),
            },
            { label: '说明', value: sample.note, wide: true },
          ]}
        />
      </div>
    </section>
    {(sample.parent !== null || sample.parts.length > 0) && (
      <section className={card} aria-label="分样">
        <h2 className="text-lg font-semibold">分样</h2>
        {sample.parent !== null && (
          <p className="mt-2">
            由样品{' '}
            <a className="text-accent underline underline-offset-3" href={sampleHref(side, sample.parent.sampleId)}>
              {sample.parent.sampleNo}
            </a>{' '}
            分出
          </p>
        )}
        <ul className="mt-2 divide-y divide-line">
          {sample.parts.map(({ sampleId, sampleNo, amount, status }) => (
            <li key={sampleId} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <a className="hover:text-accent hover:underline" href={sampleHref(side, sampleId)}>
                {sampleNo}
              </a>
              <span className="flex gap-4">
                <span className="tabular-nums">{formatAmount(amount, sample.unit)}</span>
                <StateBadge {...sampleStatusLabel(status)} />
              </span>
            </li>
          ))}
        </ul>
      </section>
    )}
    {sample.shipments.length > 0 && (
      <section className={card} aria-label="运输与交接">
        <h2 className="text-lg font-semibold">运输与交接</h2>
        <ShipmentList shipments={sample.shipments} side={side} />
      </section>
    )}
    <Custody sample={sample} />
    <Actions sample={sample} />
  </div>
)

/** A sample: what it is, where it is, and everything that happened to it. */
export const SamplePage = ({ side, sampleId }: { side: Side; sampleId: number }) => {
  const state = useStore(store.shownSample)
  useEffect(() => store.startSample(side, sampleId), [side, sampleId])
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3 print:hidden">
        <LinkButton className="max-md:h-11" href={side === 'buyer' ? links.buyerSamples() : links.sellerSamples()}>
          全部样品
        </LinkButton>
        <LinkButton className="max-md:h-11" href={links.scanSample()}>
          扫描样品
        </LinkButton>
      </div>
      <AsyncContent
        state={state}
        what="样品"
        heading="样品"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadSample()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} />}
      >
        {(sample) => <Content sample={sample} side={side} />}
      </AsyncContent>
      <Dialogs />
      <Toaster />
    </>
  )
}

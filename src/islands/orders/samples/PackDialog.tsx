import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatAmount, maxSampleNote } from '../../../domain/orders/samples/sample-terms.ts'
import { commonLimits, formatLimits } from '../../../domain/orders/samples/temperature.ts'
import * as store from '../../../stores/orders/samples/samples.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

/** Packs the chosen samples of an order: limits follow from the samples, the tolerance is agreed here. */
export const PackDialog = ({ onPacked }: { onPacked: (shipmentId: number) => void }) => {
  const now = useStore(store.packDialog)
  const [isChecked, setChecked] = useState(false)
  if (now === null) return null
  const limits = commonLimits(now.samples.map(({ minTemp, maxTemp }) => ({ min: minTemp, max: maxTemp })))
  const isToleranceWrong = store.parseTolerance(now.tolerance) === undefined
  const areMinutesWrong = store.parseMinutes(now.minutes) === undefined
  const send = () => {
    setChecked(true)
    void store.sendPacking().then((shipmentId) => {
      if (shipmentId !== undefined) onPacked(shipmentId)
    })
  }
  return (
    <Dialog
      open
      form="sheet"
      title={`装箱 ${now.samples.length} 个样品`}
      text="装箱后可放入温度传感器，填写承运信息后发出。"
      onClose={store.closePacking}
      actions={
        <>
          <Button onClick={store.closePacking}>取消</Button>
          <Button kind="main" busy={now.sending} disabled={limits === undefined} onClick={send}>
            装箱
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {now.failure !== null && <Notice tone="bad" title={now.failure.message} />}
        {limits === undefined ? (
          <Notice tone="bad" title="所选样品的温度范围没有共同部分，请分开装箱。" />
        ) : (
          <p>
            运输温度 <span className="font-medium">{formatLimits(limits)}</span>
            <span className="ml-2 text-sm text-ink-3">取各样品的共同范围</span>
          </p>
        )}
        <ul
          className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2 text-sm"
          tabIndex={0}
          aria-label="要装箱的样品"
        >
          {now.samples.map(({ sampleId, sampleNo, name, amount, unit }) => (
            <li key={sampleId} className="py-0.5 wrap-anywhere">
              {sampleNo} {name}，{formatAmount(amount, unit)}
            </li>
          ))}
        </ul>
        <div className="grid gap-5 md:grid-cols-2">
          <Input
            label="允许超出"
            unit="℃"
            inputMode="decimal"
            maxLength={5}
            autoComplete="off"
            value={now.tolerance}
            error={isChecked && isToleranceWrong ? '请填写 0~10，最多两位小数' : undefined}
            onChange={(event) => store.changePacking({ tolerance: event.target.value })}
          />
          <Input
            label="允许持续"
            unit="分钟"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            hint="0 为任何一次超出即算超温"
            value={now.minutes}
            error={isChecked && areMinutesWrong ? '请填写 0~1440 的整数' : undefined}
            onChange={(event) => store.changePacking({ minutes: event.target.value })}
          />
        </div>
        <Textarea
          label="装箱说明"
          rows={2}
          maxLength={maxSampleNote}
          typed={now.remark.length}
          hint="包装方式、冷媒与数量"
          value={now.remark}
          onChange={(event) => store.changePacking({ remark: event.target.value })}
        />
      </div>
    </Dialog>
  )
}

import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { loggerFaultLabels } from '../../../domain/orders/samples/logger-file.ts'
import { verdictLabels, type ExcursionVerdict } from '../../../domain/orders/samples/sample-states.ts'
import {
  arrivalConditionLabels,
  arrivalConditions,
  isIntact,
  maxSampleNote,
  type ArrivalCondition,
} from '../../../domain/orders/samples/sample-terms.ts'
import {
  temperatureUnitLabels,
  temperatureUnits,
  type TemperatureUnit,
} from '../../../domain/orders/samples/temperature.ts'
import * as store from '../../../stores/orders/samples/shipment.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'

type Now = { now: store.ShipmentDialog }

/** Frame of a dialog of a shipment; without `onConfirm` it is only left. */
const ShipmentFrame = ({
  now,
  title,
  text,
  confirm = title,
  onConfirm,
  children,
}: Now & { title: string; text: string; confirm?: string; onConfirm?: () => void; children: ReactNode }) => (
  <Dialog
    open
    form="sheet"
    title={title}
    text={text}
    onClose={store.closeShipmentDialog}
    actions={
      <>
        <Button onClick={store.closeShipmentDialog}>取消</Button>
        {onConfirm !== undefined && (
          <Button kind="main" busy={now.sending} onClick={onConfirm}>
            {confirm}
          </Button>
        )}
      </>
    }
  >
    <div className="space-y-4">
      {now.failure !== null && <Notice tone="bad" title={now.failure.message} />}
      {children}
    </div>
  </Dialog>
)

const SendDialog = ({ now }: Now) => {
  const [carrier, setCarrier] = useState('')
  const [trackingNo, setTrackingNo] = useState('')
  const [isChecked, setChecked] = useState(false)
  const send = () => {
    setChecked(true)
    if (carrier.trim() !== '')
      void store
        .sendShipment(carrier.trim(), trackingNo.trim())
        .then((isDone) => isDone && toast.success('已确认交出，对方会收到签收提醒'))
  }
  return (
    <ShipmentFrame
      now={now}
      title="确认交出"
      text="确认样品已交给承运方或对方。对方签收后，双方完成交接。"
      onConfirm={send}
    >
      <Input
        label="承运方"
        required
        maxLength={40}
        autoComplete="off"
        hint="快递公司；当面交接的填写“当面交接”"
        value={carrier}
        error={isChecked && carrier.trim() === '' ? '请填写承运方' : undefined}
        onChange={(event) => setCarrier(event.target.value)}
      />
      <Input
        label="运单号"
        maxLength={60}
        autoComplete="off"
        value={trackingNo}
        onChange={(event) => setTrackingNo(event.target.value)}
      />
    </ShipmentFrame>
  )
}

const conditions = arrivalConditions.map((value) => ({ value, label: arrivalConditionLabels[value] }))

const ReceiveDialog = ({ now }: Now) => {
  const photos = useStore(store.photoUpload.items)
  const isUploading = useStore(store.photoUpload.busy)
  const [condition, setCondition] = useState<ArrivalCondition>('intact')
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const isNoteMissing = !isIntact(condition) && note.trim() === ''
  const send = () => {
    setChecked(true)
    if (isUploading) toast.error('照片正在上传，请稍候再确认')
    if (isUploading || isNoteMissing) return
    void store
      .receiveShipment(condition, note.trim())
      .then((isDone) => isDone && toast.success('已确认签收，双方完成交接'))
  }
  return (
    <ShipmentFrame
      now={now}
      title="确认签收"
      text="请核对箱内样品的数量与外观。签收后样品由贵企业保管。"
      onConfirm={send}
    >
      <Radio
        label="到货状况"
        required
        form="chip"
        options={conditions}
        value={condition}
        onChange={(chosen) => setCondition(chosen)}
      />
      <Textarea
        label="说明"
        required={!isIntact(condition)}
        rows={2}
        maxLength={maxSampleNote}
        typed={note.length}
        value={note}
        error={isChecked && isNoteMissing ? '请说明到货状况' : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
      <Upload
        label="到货照片"
        hint="选填"
        files={photos}
        accept="image/*"
        multiple={false}
        rule="JPG、PNG 或 WebP 图片；双方可见"
        onAdd={(files) => store.photoUpload.add(files)}
        onRemove={(id) => store.photoUpload.remove(id)}
        onRetry={(id) => store.photoUpload.retry(id)}
      />
    </ShipmentFrame>
  )
}

const units = temperatureUnits.map((unit) => ({ value: unit, label: temperatureUnitLabels[unit] }))
const zones = [
  { value: 480, label: '北京时间（UTC+8）' },
  { value: 0, label: '世界时（UTC）' },
  { value: 540, label: '东京时间（UTC+9）' },
  { value: 60, label: '中欧冬令时（UTC+1）' },
  { value: 120, label: '中欧夏令时（UTC+2）' },
  { value: -300, label: '美东标准时间（UTC-5）' },
  { value: -240, label: '美东夏令时（UTC-4）' },
  { value: -480, label: '美西标准时间（UTC-8）' },
] as const

/** Lines of the file that cannot be read. */
const Faults = () => {
  const wrong = useStore(store.loggerFaults)
  if (wrong === null) return null
  return (
    <div className="rounded-md border border-line p-3" role="alert">
      <p className="font-medium">共 {wrong.count} 行有错误</p>
      <ul className="mt-1 max-h-40 overflow-y-auto text-sm" tabIndex={0} aria-label="错误的行">
        {wrong.faults.map(({ line, fault, found }) => (
          <li key={`${line} ${fault}`} className="wrap-anywhere">
            第 {line} 行：{loggerFaultLabels[fault]}（{found}）
          </li>
        ))}
      </ul>
    </div>
  )
}

const ImportDialog = ({ now }: Now) => {
  const items = useStore(store.loggerUpload.items)
  const [serialNo, setSerialNo] = useState('')
  const [unit, setUnit] = useState<TemperatureUnit>('C')
  const [offsetMinutes, setOffset] = useState(480)
  const [isChecked, setChecked] = useState(false)
  const isReady = items.some(({ at }) => at === 'ready')
  const isSerialWrong = !/^[\w.-]{1,40}$/.test(serialNo.trim())
  const send = () => {
    setChecked(true)
    if (!isReady || isSerialWrong) return
    void store.importLogger({ serialNo: serialNo.trim(), unit, offsetMinutes }).then((imported) => {
      if (imported === undefined) return
      const known = imported.known > 0 ? `，${imported.known} 条此前已导入` : ''
      toast.success(
        `已导入 ${imported.added} 条${known}${imported.outside > 0 ? `，其中 ${imported.outside} 条超温` : ''}`,
      )
    })
  }
  return (
    <ShipmentFrame
      now={now}
      title="导入记录仪数据"
      text="导入后双方可见且不能删除；只取交出到签收之间的记录，重复导入不产生重复记录。"
      confirm="导入"
      onConfirm={send}
    >
      <Faults />
      <Upload
        label="记录文件"
        required
        files={items}
        accept=".csv,.txt"
        multiple={false}
        rule="CSV，第一行为表头，包含时间与温度两列，最多 60,000 行"
        error={isChecked && !isReady ? '请上传记录仪导出的文件' : undefined}
        onAdd={(files) => store.loggerUpload.add(files)}
        onRemove={(id) => store.loggerUpload.remove(id)}
        onRetry={(id) => store.loggerUpload.retry(id)}
      />
      <Input
        label="记录仪编号"
        required
        maxLength={40}
        autoComplete="off"
        value={serialNo}
        error={isChecked && isSerialWrong ? '请填写编号，限字母、数字与 - _ .' : undefined}
        onChange={(event) => setSerialNo(event.target.value)}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <Select label="温度单位" options={units} value={unit} onChange={(chosen) => setUnit(chosen)} />
        <Select label="文件时区" options={zones} value={offsetMinutes} onChange={(chosen) => setOffset(chosen)} />
      </div>
    </ShipmentFrame>
  )
}

const AssignDialog = ({ now, sensorsHref }: Now & { sensorsHref: string }) => {
  const sensors = useStore(store.freeSensors)
  const assign = (sensorId: number) =>
    void store.assignSensor(sensorId).then((isDone) => isDone && toast.success('传感器已放入，读数归入本次运输'))
  return (
    <ShipmentFrame now={now} title="放入传感器" text="放入后，该传感器的读数归入本次运输，直到签收或取出。">
      {sensors === null ? (
        now.failure === null && (
          <p className="text-ink-3" role="status">
            传感器加载中
          </p>
        )
      ) : sensors.length === 0 ? (
        <p className="text-ink-3">
          暂无空闲的传感器。
          <a href={sensorsHref} className="text-accent underline">
            登记传感器
          </a>
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {sensors.map(({ sensorId, name }) => (
            <li key={sensorId} className="flex flex-wrap items-center justify-between gap-3 px-3 py-2">
              <span className="wrap-anywhere">{name}</span>
              <Button
                size="sm"
                className="max-md:h-11"
                busy={now.sending}
                aria-label={`放入 ${name}`}
                onClick={() => assign(sensorId)}
              >
                放入
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LinkButton size="sm" className="max-md:h-11" href={sensorsHref}>
        管理传感器
      </LinkButton>
    </ShipmentFrame>
  )
}

const verdictTexts: Readonly<Record<ExcursionVerdict, string>> = {
  use: '样品解除隔离，可以继续使用。请写明依据，例如稳定性数据。',
  destroy: '样品由保管方销毁后登记，不能再使用。',
}

const VerdictDialog = ({ now, verdict }: Now & { verdict: ExcursionVerdict }) => (
  <ReasonDialog
    open
    calm={verdict === 'use'}
    title={`超温样品${verdictLabels[verdict]}`}
    text={verdictTexts[verdict]}
    label="理由"
    confirm={`决定${verdictLabels[verdict]}`}
    maxLength={maxSampleNote}
    busy={now.sending}
    failure={now.failure}
    onCancel={store.closeShipmentDialog}
    onConfirm={(reason) =>
      void store
        .decideExcursion(verdict, reason)
        .then((isDone) => isDone && toast.success('处置意见已记录，供应商会收到通知'))
    }
  />
)

const cancel = () =>
  void store.cancelShipment().then((isDone) => {
    if (isDone) toast.success('已取消装箱，样品回到原处')
    else toast.error(store.shipmentDialog.get()?.failure?.message ?? '取消失败，请重试')
  })

/** The open dialog of a shipment. */
export const ShipmentDialogs = ({ sensorsHref }: { sensorsHref: string }) => {
  const now = useStore(store.shipmentDialog)
  if (now === null) return null
  switch (now.kind) {
    case 'send':
      return <SendDialog now={now} />
    case 'receive':
      return <ReceiveDialog now={now} />
    case 'import':
      return <ImportDialog now={now} />
    case 'assign':
      return <AssignDialog now={now} sensorsHref={sensorsHref} />
    case 'cancel':
      return (
        <Confirm
          open
          title="取消装箱"
          text="样品回到原处，放入的传感器一并取出。"
          confirm="取消装箱"
          cancel="返回"
          danger
          busy={now.sending}
          onCancel={store.closeShipmentDialog}
          onConfirm={cancel}
        />
      )
    case 'use':
    case 'destroy':
      return <VerdictDialog now={now} verdict={now.kind} />
  }
}

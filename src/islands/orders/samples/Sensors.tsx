import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { MadeSensor, SensorRow } from '../../../contract/orders/samples.ts'
import { links } from '../../../domain/links.ts'
import { formatTemperature } from '../../../domain/orders/samples/temperature.ts'
import type { Side } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/samples/sensors.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FactList } from '../../FactList.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { shipmentHref } from './sample-parts.tsx'

const Name = ({ sensor }: { sensor: SensorRow }) => (
  <>
    <span className="font-medium wrap-anywhere">{sensor.name}</span>
    <span className="block text-sm whitespace-nowrap text-ink-3">{sensor.userName}</span>
  </>
)

const Last = ({ sensor: { lastReading, refusal, refusedAt } }: { sensor: SensorRow }) => (
  <>
    {lastReading === null ? '暂无读数' : `${formatTemperature(lastReading.temperature)}，${dateTime(lastReading.at)}`}
    {refusal !== '' && refusedAt !== null && (
      <span className="block text-sm wrap-anywhere text-bad">
        {dateTime(refusedAt)} 被拒：{refusal}
      </span>
    )}
  </>
)

const Place = ({ sensor: { shipment }, side }: { sensor: SensorRow; side: Side }) =>
  shipment === null ? (
    <>空闲</>
  ) : (
    <a className="whitespace-nowrap hover:text-accent hover:underline" href={shipmentHref(side, shipment.shipmentId)}>
      {shipment.shipmentNo}
    </a>
  )

const State = ({ sensor: { revokedAt } }: { sensor: SensorRow }) => (
  <StateBadge {...(revokedAt === null ? { label: '启用', tone: 'good' } : { label: '已停用', tone: 'mute' })} />
)

const Revoke = ({ sensor }: { sensor: SensorRow }) =>
  sensor.revokedAt !== null ? null : (
    <Button
      size="sm"
      className="max-md:h-11"
      aria-label={`停用 ${sensor.name}`}
      onClick={() => store.openRevocation(sensor)}
    >
      停用
    </Button>
  )

const NameDialog = ({ now }: { now: Extract<store.SensorDialog, { at: 'naming' }> }) => {
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const send = () => {
    setChecked(true)
    if (name.trim() !== '') void store.createSensor(name.trim())
  }
  return (
    <Dialog
      open
      form="sheet"
      title="登记传感器"
      text="登记后生成该传感器自己的凭证，只显示一次。"
      onClose={store.closeSensorDialog}
      actions={
        <>
          <Button onClick={store.closeSensorDialog}>取消</Button>
          <Button kind="main" busy={now.sending} onClick={send}>
            登记
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {now.failure !== null && <Notice tone="bad" title={now.failure.message} />}
        <Input
          label="名称"
          required
          maxLength={40}
          autoComplete="off"
          hint="型号与编号，便于现场辨认"
          value={name}
          error={isChecked && name.trim() === '' ? '请填写名称' : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

const copy = (text: string) =>
  void navigator.clipboard.writeText(text).then(
    () => toast.success('已复制'),
    () => toast.error('复制失败，请手动选择复制'),
  )

const MadeDialog = ({ sensor }: { sensor: MadeSensor }) => (
  <Dialog
    open
    width="lg"
    form="sheet"
    title={`传感器 ${sensor.name} 的凭证`}
    text="凭证只显示这一次，请立即写入传感器；遗失后停用并重新登记。"
    persistsInput
    onClose={store.closeSensorDialog}
    actions={
      <>
        <Button onClick={() => copy(sensor.secret)}>复制凭证</Button>
        <Button kind="main" onClick={store.closeSensorDialog}>
          已保存
        </Button>
      </>
    }
  >
    <FactList
      columns={1}
      facts={[
        {
          label: '地址',
          value: <span className="font-mono">{`${location.origin.replace(/^http/, 'ws')}/mqtt`}</span>,
        },
        { label: '协议', value: 'MQTT 3.1.1，clean session，QoS 1' },
        { label: '用户名', value: <span className="font-mono">{sensor.userName}</span> },
        { label: '客户端标识', value: <span className="font-mono">{sensor.userName}</span> },
        { label: '凭证', value: <span className="font-mono break-all">{sensor.secret}</span> },
        { label: '主题', value: <span className="font-mono">{sensor.topic}</span> },
        {
          label: '消息',
          value: <span className="font-mono break-all">{'{"at":"2026-11-28T08:00:00Z","seq":1,"c":4.2}'}</span>,
        },
      ]}
    />
  </Dialog>
)

const revoke = () =>
  void store.revokeSensor().then((isDone) => {
    if (isDone) toast.success('传感器已停用，连接已断开')
  })

const Dialogs = () => {
  const now = useStore(store.sensorDialog)
  if (now === null) return null
  switch (now.at) {
    case 'naming':
      return <NameDialog now={now} />
    case 'made':
      return <MadeDialog sensor={now.sensor} />
    case 'revoking':
      return (
        <Confirm
          open
          title={`停用 ${now.sensor.name}`}
          text={now.failure?.message ?? '凭证立即失效，连接断开；已有读数保留。停用后不能恢复。'}
          confirm="停用"
          danger
          busy={now.sending}
          onCancel={store.closeSensorDialog}
          onConfirm={revoke}
        />
      )
  }
}

/** Temperature sensors of a company. */
export const Sensors = ({ side }: { side: Side }) => {
  const state = useStore(store.sensorList)
  useEffect(() => store.startSensors(side), [side])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold">温度传感器</h1>
          <p className="mt-1 text-ink-3">
            每个传感器用自己的凭证上传读数，在运输页放入后归入该次运输。
            <a href={links.helpArticle(3325)} className="text-accent underline">
              如何接入传感器
            </a>
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton className="max-md:h-11" href={side === 'buyer' ? links.buyerSamples() : links.sellerSamples()}>
            全部样品
          </LinkButton>
          <Button kind="main" className="max-md:h-11" onClick={store.openSensorForm}>
            登记传感器
          </Button>
        </div>
      </div>
      <AsyncContent
        state={state}
        what="传感器"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadSensors()}
        frame={cardFrame}
        skeleton={<TableSkeleton rows={4} />}
      >
        {(sensors) =>
          sensors.length === 0 ? (
            cardFrame(
              <EmptyState title="暂无传感器" text="登记能够联网的温度传感器；离线记录仪在运输页导入 CSV 即可。" />,
            )
          ) : (
            <DataTable
              caption="温度传感器"
              rows={sensors}
              rowKey={({ sensorId }) => sensorId}
              phone={(sensor) => (
                <>
                  <div className="flex flex-wrap items-start justify-between gap-2">
                    <span className="min-w-0">
                      <Name sensor={sensor} />
                    </span>
                    <State sensor={sensor} />
                  </div>
                  <p className="mt-1">
                    <Last sensor={sensor} />
                  </p>
                  <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
                    <Place sensor={sensor} side={side} />
                    <Revoke sensor={sensor} />
                  </div>
                </>
              )}
              columns={[
                { key: 'name', head: '传感器', className: 'min-w-40', cell: (sensor) => <Name sensor={sensor} /> },
                { key: 'last', head: '最近读数', cell: (sensor) => <Last sensor={sensor} /> },
                { key: 'place', head: '所在运输', cell: (sensor) => <Place sensor={sensor} side={side} /> },
                {
                  key: 'state',
                  head: '状态',
                  className: 'whitespace-nowrap',
                  cell: (sensor) => <State sensor={sensor} />,
                },
                {
                  key: 'actions',
                  head: '操作',
                  isActions: true,
                  align: 'right',
                  cell: (sensor) => <Revoke sensor={sensor} />,
                },
              ]}
            />
          )
        }
      </AsyncContent>
      <Dialogs />
      <Toaster />
    </>
  )
}

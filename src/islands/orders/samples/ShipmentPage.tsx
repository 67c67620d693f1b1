import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Excursion, Shipment } from '../../../contract/orders/samples.ts'
import { links } from '../../../domain/links.ts'
import { dealSideLabels, shortHash } from '../../../domain/orders/deal-record.ts'
import { readingFormats, type ReadingFormat } from '../../../domain/orders/samples/reading.ts'
import { shipmentLabel, verdictLabels } from '../../../domain/orders/samples/sample-states.ts'
import { arrivalConditionLabels, formatAmount } from '../../../domain/orders/samples/sample-terms.ts'
import { formatLimits, formatTemperature } from '../../../domain/orders/samples/temperature.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { dateTime } from '../../../domain/time.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import * as store from '../../../stores/orders/samples/shipment.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Chart } from '../../charts/Chart.tsx'
import { FactList } from '../../FactList.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { sampleHref, SampleState } from './sample-parts.tsx'
import { ShipmentDialogs } from './ShipmentDialogs.tsx'

const card = 'rounded-lg border border-line bg-surface p-4 md:p-6'

/** Both confirmations of a hand-over. */
const HandOver = ({ shipment }: { shipment: Shipment }) => {
  const { fromSide, buyer, seller, shippedAt, shippedBy, receivedAt, receivedBy, condition, conditionNote } = shipment
  const nameOf = (side: Side) => `${dealSideLabels[side]} ${side === 'buyer' ? buyer : seller}`
  return (
    <section className={card} aria-label="双方交接">
      <h2 className="text-lg font-semibold">双方交接</h2>
      <ol className="mt-3 grid gap-4 md:grid-cols-2">
        <li className="rounded-md border border-line p-3">
          <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
            交出方确认
            <StateBadge
              {...(shippedAt === null ? { label: '未确认', tone: 'mute' } : { label: '已确认', tone: 'good' })}
            />
          </p>
          <p className="mt-1 wrap-anywhere text-ink-2">{nameOf(fromSide)}</p>
          {shippedAt !== null && (
            <p className="text-sm text-ink-3">
              {shippedBy}，<time dateTime={shippedAt}>{dateTime(shippedAt)}</time>
            </p>
          )}
        </li>
        <li className="rounded-md border border-line p-3">
          <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
            接收方确认
            <StateBadge
              {...(receivedAt === null ? { label: '未确认', tone: 'mute' } : { label: '已确认', tone: 'good' })}
            />
          </p>
          <p className="mt-1 wrap-anywhere text-ink-2">{nameOf(otherSide(fromSide))}</p>
          {receivedAt !== null && (
            <p className="text-sm text-ink-3">
              {receivedBy}，<time dateTime={receivedAt}>{dateTime(receivedAt)}</time>
            </p>
          )}
          {condition !== null && (
            <p className="mt-1 wrap-anywhere">
              到货状况：{arrivalConditionLabels[condition]}
              {conditionNote !== '' && `，${conditionNote}`}
            </p>
          )}
          {shipment.photo !== null && (
            <a className="mt-2 inline-block" href={shipment.photo.url} aria-label={`到货照片 ${shipment.photo.name}`}>
              <img
                src={shipment.photo.url}
                alt="到货照片"
                className="max-h-40 rounded-md border border-line"
                loading="lazy"
              />
            </a>
          )}
        </li>
      </ol>
    </section>
  )
}

const ExcursionItem = ({ excursion, side }: { excursion: Excursion; side: Side }) => {
  const { excursionId, source, firstAt, lastAt, worst, verdict, reason, decidedBy, decidedAt } = excursion
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium">
          {source} 测得 {formatTemperature(worst)}
        </span>
        <StateBadge
          {...(verdict === null
            ? { label: side === 'buyer' ? '待您处置' : '待买家处置', tone: side === 'buyer' ? 'act' : 'bad' }
            : { label: `买家决定：${verdictLabels[verdict]}`, tone: 'mute' })}
        />
      </p>
      <p className="text-sm text-ink-3">
        <time dateTime={firstAt}>{dateTime(firstAt)}</time> 至 <time dateTime={lastAt}>{dateTime(lastAt)}</time>
      </p>
      {decidedAt !== null && (
        <p className="mt-1 wrap-anywhere text-ink-2">
          {decidedBy}，{dateTime(decidedAt)}：{reason}
        </p>
      )}
      {verdict === null && side === 'buyer' && (
        <div className="mt-2 flex flex-wrap gap-3 print:hidden">
          <Button className="max-md:h-11" onClick={() => store.openShipmentDialog('use', excursionId)}>
            继续使用
          </Button>
          <Button
            className="max-md:h-11"
            kind="danger"
            onClick={() => store.openShipmentDialog('destroy', excursionId)}
          >
            决定销毁
          </Button>
        </div>
      )}
    </li>
  )
}

const takeOut = (sensorId: number) =>
  void store.takeOutSensor(sensorId).then((failure) => {
    if (failure === null) toast.success('传感器已取出')
    else toast.error(`传感器未取出：${failure.message}`)
  })

const Sensors = ({ shipment }: { shipment: Shipment }) =>
  shipment.sensors.length === 0 ? null : (
    <ul className="mt-3 space-y-1" aria-label="传感器">
      {shipment.sensors.map(({ sensorId, name, isOwn, from, until }) => (
        <li key={`${sensorId} ${from}`} className="flex flex-wrap items-center gap-x-3">
          <span>{name}</span>
          <span className="text-sm text-ink-3">
            {dateTime(from)} 放入{until !== null && `，${dateTime(until)} 取出`}
          </span>
          {isOwn && until === null && (
            <button
              type="button"
              className="text-sm text-accent hover:underline max-md:min-h-11"
              aria-label={`取出 ${name}`}
              onClick={() => takeOut(sensorId)}
            >
              取出
            </button>
          )}
        </li>
      ))}
    </ul>
  )

interface ReadingRow {
  readonly key: string
  readonly source: string
  readonly at: string
  readonly temperature: number
}

/** Rows of the table beside the chart; the sheet has all readings. */
const tableRows = 200

const exportLabels: Readonly<Record<ReadingFormat, string>> = { xlsx: '导出 Excel', csv: '导出 CSV' }

const download = (format: ReadingFormat) =>
  void store.downloadReadings(format).then((failure) => {
    if (failure !== null) toast.error(`温度记录暂时不能导出：${failure.message}`)
  })

const Readings = ({ shipment }: { shipment: Shipment }) => {
  const making = useStore(exportingSheet)
  const { series, digest, minTemp, maxTemp, tolerance, toleranceMinutes } = shipment
  const rows: ReadingRow[] = series
    .flatMap(({ source, points }) =>
      points.map(({ at, temperature }, place) => ({ key: `${source} ${at} ${place}`, source, at, temperature })),
    )
    .toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <section className={`${card} min-w-0`} aria-label="运输温度">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">运输温度</h2>
          <p className="text-sm text-ink-3">
            要求 {formatLimits({ min: minTemp, max: maxTemp })}，允许超出 {formatTemperature(tolerance)}、持续{' '}
            {toleranceMinutes} 分钟
          </p>
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          {shipment.mayAssign && (
            <Button className="max-md:h-11" onClick={() => store.openShipmentDialog('assign')}>
              放入传感器
            </Button>
          )}
          {shipment.mayImport && (
            <Button className="max-md:h-11" onClick={() => store.openShipmentDialog('import')}>
              导入记录仪数据
            </Button>
          )}
          {digest !== null &&
            readingFormats.map((format) => (
              <Button
                key={format}
                className="max-md:h-11"
                busy={making === store.readingsExport(format)}
                onClick={() => download(format)}
              >
                {exportLabels[format]}
              </Button>
            ))}
        </div>
      </div>
      <Sensors shipment={shipment} />
      {digest === null ? (
        <p className="mt-4 text-ink-3">暂无温度记录。放入传感器后自动上传；使用离线记录仪的，签收后导入 CSV。</p>
      ) : (
        <>
          <p className="mt-3 text-ink-2">
            共 {digest.count.toLocaleString('en-US')} 条，最低 {formatTemperature(digest.min)}，最高{' '}
            {formatTemperature(digest.max)}
            <span className="ml-3 text-sm text-ink-3" title={digest.hash}>
              校验码 <span className="font-mono">{shortHash(digest.hash)}</span>
            </span>
          </p>
          <div className="mt-3">
            <Chart
              title="运输温度"
              height={280}
              spec={{
                kind: 'times',
                min: minTemp,
                max: maxTemp,
                lines: series.map(({ source, points }) => ({
                  name: source,
                  points: points.map(({ at, temperature }) => ({ at, value: temperature })),
                })),
              }}
            />
          </div>
          <details className="mt-3">
            <summary className="inline-flex cursor-pointer items-center text-sm text-ink-2 hover:text-accent max-md:min-h-11">
              查看数据表
            </summary>
            {rows.length > tableRows && (
              <p className="mt-1 text-sm text-ink-3">显示最近 {tableRows} 条，全部记录请导出 Excel 或 CSV。</p>
            )}
            <div className="mt-2">
              <DataTable
                caption="温度记录"
                rows={rows.slice(0, tableRows)}
                rowKey={({ key }) => key}
                phone={({ source, at, temperature }) => (
                  <p className="flex flex-wrap justify-between gap-2">
                    <span>
                      {dateTime(at)} <span className="text-sm text-ink-3">{source}</span>
                    </span>
                    <span className="tabular-nums">{formatTemperature(temperature)}</span>
                  </p>
                )}
                columns={[
                  { key: 'at', head: '时间', className: 'whitespace-nowrap', cell: ({ at }) => dateTime(at) },
                  { key: 'source', head: '来源', cell: ({ source }) => source },
                  {
                    key: 'temperature',
                    head: '温度',
                    align: 'right',
                    className: 'whitespace-nowrap tabular-nums',
                    cell: ({ temperature }) => formatTemperature(temperature),
                  },
                ]}
              />
            </div>
          </details>
        </>
      )}
    </section>
  )
}

/** The step that is due. In reach of the thumb on phones. */
const Steps = ({ shipment: { maySend, mayCancel, mayReceive } }: { shipment: Shipment }) =>
  maySend || mayCancel || mayReceive ? (
    <div className="flex flex-wrap gap-3 max-md:sticky max-md:bottom-0 max-md:z-20 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-2 print:hidden">
      {mayCancel && (
        <Button className="max-md:h-11" onClick={() => store.openShipmentDialog('cancel')}>
          取消装箱
        </Button>
      )}
      {maySend && (
        <Button kind="main" className="max-md:h-11 max-md:flex-1" onClick={() => store.openShipmentDialog('send')}>
          确认交出
        </Button>
      )}
      {mayReceive && (
        <Button kind="main" className="max-md:h-11 max-md:flex-1" onClick={() => store.openShipmentDialog('receive')}>
          确认签收
        </Button>
      )}
    </div>
  ) : null

const Content = ({ shipment, side }: { shipment: Shipment; side: Side }) => (
  <div className="space-y-4">
    <section className={card} aria-label="运输信息">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl font-semibold">样品运输 {shipment.shipmentNo}</h1>
        <StateBadge {...shipmentLabel(shipment.status, shipment.isGiver)} />
      </div>
      <div className="mt-4 space-y-4">
        {shipment.undecided > 0 && (
          <Notice
            tone="bad"
            title={
              side === 'buyer'
                ? '运输超温，样品已隔离，请给出处置意见。'
                : '运输超温，样品已隔离，等待买家给出处置意见。'
            }
          />
        )}
        <FactList
          facts={[
            {
              label: '订单',
              value: (
                <a
                  className="text-accent underline underline-offset-3"
                  href={`${side === 'buyer' ? links.buyerOrder(shipment.orderId) : links.sellerOrder(shipment.orderId)}#samples`}
                >
                  {shipment.orderNo}
                </a>
              ),
            },
            { label: '样品', value: `${shipment.count} 个` },
            { label: '承运', value: shipment.carrier },
            { label: '运单号', value: shipment.trackingNo },
            { label: '装箱说明', value: shipment.remark, wide: true },
          ]}
        />
      </div>
    </section>
    {shipment.excursions.length > 0 && (
      <section className={card} aria-label="超温处置">
        <h2 className="text-lg font-semibold">超温处置</h2>
        <ul className="divide-y divide-line">
          {shipment.excursions.map((excursion) => (
            <ExcursionItem key={excursion.excursionId} excursion={excursion} side={side} />
          ))}
        </ul>
      </section>
    )}
    <HandOver shipment={shipment} />
    <Readings shipment={shipment} />
    <section className={card} aria-label="箱内样品">
      <h2 className="text-lg font-semibold">箱内样品</h2>
      <ul className="mt-2 divide-y divide-line">
        {shipment.samples.map((row) => (
          <li key={row.sampleId} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <a
                className="font-medium wrap-anywhere hover:text-accent hover:underline"
                href={sampleHref(side, row.sampleId)}
              >
                {row.name}
              </a>
              <span className="block text-sm text-ink-3">
                {row.sampleNo}，{formatAmount(row.amount, row.unit)}
              </span>
            </span>
            <SampleState row={row} />
          </li>
        ))}
      </ul>
    </section>
    <Steps shipment={shipment} />
  </div>
)

/** A shipment of samples: hand-over by both sides, temperature, excursions. */
export const ShipmentPage = ({ side, shipmentId }: { side: Side; shipmentId: number }) => {
  const state = useStore(store.shownShipment)
  useEffect(() => store.startShipment(side, shipmentId), [side, shipmentId])
  return (
    <>
      <div className="mb-4 print:hidden">
        <LinkButton className="max-md:h-11" href={side === 'buyer' ? links.buyerSamples() : links.sellerSamples()}>
          全部样品
        </LinkButton>
      </div>
      <AsyncContent
        state={state}
        what="样品运输"
        heading="样品运输"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadShipment()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} />}
      >
        {(shipment) => <Content shipment={shipment} side={side} />}
      </AsyncContent>
      <ShipmentDialogs
        sensorsHref={
          side === 'buyer' ? links.buyerSamples({ view: 'sensors' }) : links.sellerSamples({ view: 'sensors' })
        }
      />
      <Toaster />
    </>
  )
}

import { useStore } from '@nanostores/react'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import type { OrderSamples as Content } from '../../../contract/orders/samples.ts'
import type { Side } from '../../../domain/sides.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import { openSampleForm } from '../../../stores/orders/samples/sample-form.ts'
import * as store from '../../../stores/orders/samples/samples.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { PackDialog } from './PackDialog.tsx'
import { sampleColumns, SamplePhoneRow, shipmentHref, ShipmentList } from './sample-parts.tsx'
import { SampleForm } from './SampleForm.tsx'

const toggle = (sampleId: number) => {
  const chosen = new Set(store.chosenSamples.get())
  if (!chosen.delete(sampleId)) chosen.add(sampleId)
  store.chosenSamples.set(chosen)
}

/** Buttons for the chosen samples. */
const Chosen = ({ content, orderId }: { content: Content; orderId: number }) => {
  const chosen = useStore(store.chosenSamples)
  const making = useStore(exportingSheet)
  const samples = content.samples.filter(({ sampleId }) => chosen.has(sampleId))
  const isPackable = samples.length > 0 && samples.every(({ actions }) => actions.includes('pack'))
  const print = () =>
    void store.downloadLabels(samples.map(({ sampleId }) => sampleId)).then((failure) => {
      if (failure !== null) toast.error(`标签暂时不能下载：${failure.message}`)
    })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 print:hidden">
      <Button
        className="max-md:h-11"
        disabled={samples.length === 0 || making !== null}
        busy={making === 'sample-labels'}
        onClick={print}
      >
        <Printer className="size-4" />
        打印标签
      </Button>
      <Button className="max-md:h-11" disabled={!isPackable} onClick={() => store.openPacking(orderId, samples)}>
        装箱
      </Button>
      <span className="text-sm text-ink-3" role="status">
        {samples.length === 0
          ? '选择样品后可打印标签或装箱'
          : isPackable
            ? `已选 ${samples.length} 个`
            : `已选 ${samples.length} 个，其中有样品不在贵企业、已装箱或在隔离中，不能装箱`}
      </span>
    </div>
  )
}

type Props = { side: Side; orderId: number; who: number }

/** Samples of an order and their shipments. */
export const OrderSamples = ({ side, orderId, who }: Props) => {
  const state = useStore(store.orderSamples)
  const chosen = useStore(store.chosenSamples)
  useEffect(() => store.startOrderSamples(side, orderId), [side, orderId])
  const content = state.at === 'ready' ? state.content : null
  // Most orders have none and can have none any more: nothing to show.
  if (content !== null && content.samples.length === 0 && !content.mayRegister) return null
  return (
    <section id="samples" className="mt-6 scroll-mt-16" aria-label="样品">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">样品</h2>
        {content?.mayRegister === true && (
          <Button
            size="sm"
            kind="outline"
            className="max-md:h-11 print:hidden"
            onClick={() => openSampleForm(orderId, who)}
          >
            登记样品
          </Button>
        )}
      </div>
      <AsyncContent
        state={state}
        what="样品"
        onRetry={() => void store.loadOrderSamples()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={3} />}
      >
        {(loaded) =>
          loaded.samples.length === 0 ? (
            <p className="rounded-lg border border-line bg-surface p-5 text-ink-3">
              暂无样品。需要寄送或交接实物时在此登记，双方都能查看交接、运输温度与处置。
            </p>
          ) : (
            <>
              <Chosen content={loaded} orderId={orderId} />
              <DataTable
                caption="样品清单"
                rows={loaded.samples}
                rowKey={({ sampleId }) => sampleId}
                rowName={({ name, sampleNo }) => `${name} ${sampleNo}`}
                chosen={chosen}
                onChoose={(next) => store.chosenSamples.set(next)}
                columns={sampleColumns(side)}
                phone={(row) => (
                  <>
                    <Checkbox
                      className="mb-2 min-h-11"
                      checked={chosen.has(row.sampleId)}
                      onChange={() => toggle(row.sampleId)}
                    >
                      选择 {row.sampleNo}
                    </Checkbox>
                    <SamplePhoneRow row={row} side={side} />
                  </>
                )}
              />
              {loaded.shipments.length > 0 && (
                <div className="mt-3 rounded-lg border border-line bg-surface px-4 desk:px-6">
                  <ShipmentList shipments={loaded.shipments} side={side} />
                </div>
              )}
            </>
          )
        }
      </AsyncContent>
      {content !== null && <SampleForm milestones={content.milestones} />}
      <PackDialog onPacked={(shipmentId) => location.assign(shipmentHref(side, shipmentId))} />
    </section>
  )
}

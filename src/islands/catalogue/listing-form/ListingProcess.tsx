import { listingLimits } from '../../../domain/catalogue/listing-rules.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { labelClass } from '../../../ui/form/control-class.ts'
import { RowInput } from '../../demands/RowInput.tsx'
import { ListingRows } from './ListingRows.tsx'
import { useListing } from './use-listing.ts'
import { Fault } from '../../../ui/form/Fault.tsx'

type Step = ListingValues['steps'][number]

/** A new step starts the week after the previous one ends. */
function createNextStep(steps: readonly Step[]): Step {
  const week = String((Number(steps.at(-1)?.to) || 0) + 1)
  return { name: '', from: week, to: week }
}

/** Process steps by week, and deliverables. */
export const ListingProcess = ({ values }: { values: ListingValues }) => {
  const { fault, set } = useListing(values)
  return (
    <div className="space-y-6">
      <div>
        <p className={labelClass}>服务步骤</p>
        <p className="-mt-1 mb-2 text-sm text-ink-3">从第 1 周起计，步骤可以重叠；详情页会画成时间图。</p>
        <ListingRows
          name="步骤"
          rows={values.steps}
          most={listingLimits.steps}
          fresh={() => createNextStep(values.steps)}
          onChange={(steps) => set('steps', steps)}
        >
          {(step, at, put) => {
            const id = `step-fault-${at}`
            const [name, from, to] = [fault(`steps.${at}.name`), fault(`steps.${at}.from`), fault(`steps.${at}.to`)]
            return (
              <>
                <div className="grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_112px_112px]">
                  <div className="max-md:col-span-2">
                    <RowInput
                      label={`步骤 ${at + 1}`}
                      placeholder="如：方案设计与签字"
                      maxLength={30}
                      wrong={name !== undefined}
                      fault={id}
                      value={step.name}
                      onChange={(event) => put({ name: event.target.value })}
                    />
                  </div>
                  <RowInput
                    label={`步骤 ${at + 1} 开始的周`}
                    unit="周"
                    right
                    inputMode="numeric"
                    maxLength={3}
                    wrong={from !== undefined}
                    fault={id}
                    value={step.from}
                    onChange={(event) => put({ from: event.target.value })}
                  />
                  <RowInput
                    label={`步骤 ${at + 1} 结束的周`}
                    unit="周"
                    right
                    inputMode="numeric"
                    maxLength={3}
                    wrong={to !== undefined}
                    fault={id}
                    value={step.to}
                    onChange={(event) => put({ to: event.target.value })}
                  />
                </div>
                <Fault id={id} message={name ?? from ?? to} />
              </>
            )
          }}
        </ListingRows>
      </div>
      <div>
        <p className={labelClass}>交付物</p>
        <ListingRows
          name="交付物"
          rows={values.deliverables}
          most={listingLimits.deliverables}
          fresh={() => ({ name: '', note: '' })}
          onChange={(deliverables) => set('deliverables', deliverables)}
        >
          {(given, at, put) => {
            const wrong = fault(`deliverables.${at}.name`) ?? fault(`deliverables.${at}.note`)
            return (
              <>
                <div className="grid grid-cols-1 gap-2 md:grid-cols-2">
                  <RowInput
                    label={`交付物 ${at + 1}`}
                    placeholder="如：总结报告"
                    maxLength={40}
                    wrong={wrong !== undefined}
                    fault={`deliverable-fault-${at}`}
                    value={given.name}
                    onChange={(event) => put({ name: event.target.value })}
                  />
                  <RowInput
                    label={`交付物 ${at + 1} 的说明`}
                    placeholder="如：中英文 PDF，含原始数据"
                    maxLength={100}
                    wrong={false}
                    fault={`deliverable-fault-${at}`}
                    value={given.note}
                    onChange={(event) => put({ note: event.target.value })}
                  />
                </div>
                <Fault id={`deliverable-fault-${at}`} message={wrong} />
              </>
            )
          }}
        </ListingRows>
      </div>
    </div>
  )
}

import { mostDiscounts } from '../../domain/orders/discounts.ts'
import type { ListingValues } from '../../stores/catalogue/listing-values.ts'
import { labelClass } from '../../ui/control-class.ts'
import { Input } from '../../ui/Input.tsx'
import { RowInput } from '../demands/RowInput.tsx'
import { ListingRows } from './ListingRows.tsx'
import { useListing } from './use-listing.ts'
import { Fault } from '../../ui/Fault.tsx'

/** What a product at a fixed price asks for first, and what it costs by the dozen. */
export const ListingDiscounts = ({ values }: { values: ListingValues }) => {
  const { fault, text, set } = useListing(values)
  if (values.priceType !== 0) return null
  const whole = fault('discounts')
  const unit = values.unit === '' ? '件' : values.unit
  return (
    <div className="space-y-5">
      <div className="md:max-w-[270px]">
        <Input
          label="首付比例"
          unit="%"
          inputMode="numeric"
          maxLength={3}
          hint="下单后先付的比例，留空为一次付清"
          {...text('downPaymentPercent')}
        />
      </div>
      <div role="group" aria-labelledby="discounts-label" data-fault={whole ? '' : undefined}>
        <p id="discounts-label" className={labelClass}>
          阶梯价
        </p>
        <ListingRows
          name="一档"
          rows={values.discounts}
          most={mostDiscounts}
          fresh={() => ({ from: '', percent: '' })}
          onChange={(discounts) => set('discounts', discounts)}
          hint={`各规格按数量分别计算；95 表示按原价的 95% 计价，最多 ${mostDiscounts} 档。`}
        >
          {(step, at, put) => {
            const id = `discount-fault-${at}`
            const [from, percent] = [fault(`discounts.${at}.from`), fault(`discounts.${at}.percent`)]
            return (
              <>
                <div className="flex flex-wrap items-center gap-2">
                  <span className="text-ink-2">满</span>
                  <span className="w-24">
                    <RowInput
                      label={`起始数量 ${at + 1}`}
                      wrong={from !== undefined}
                      fault={id}
                      right
                      inputMode="numeric"
                      maxLength={7}
                      value={step.from}
                      onChange={(event) => put({ from: event.target.value })}
                    />
                  </span>
                  <span className="text-ink-2">{unit}，按原价的</span>
                  <span className="w-20">
                    <RowInput
                      label={`折扣 ${at + 1}`}
                      wrong={percent !== undefined}
                      fault={id}
                      right
                      inputMode="numeric"
                      maxLength={2}
                      value={step.percent}
                      onChange={(event) => put({ percent: event.target.value })}
                    />
                  </span>
                  <span className="text-ink-2">% 计价</span>
                </div>
                <Fault id={id} message={from ?? percent} />
              </>
            )
          }}
        </ListingRows>
        <Fault message={whole} />
      </div>
    </div>
  )
}

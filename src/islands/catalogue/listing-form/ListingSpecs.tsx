import { listingLimits } from '../../../domain/catalogue/listing-rules.ts'
import { links } from '../../../domain/links.ts'
import { emptySpec, type ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { RowInput } from '../../demands/RowInput.tsx'
import { ListingRows } from './ListingRows.tsx'
import { useListing } from './use-listing.ts'
import { Fault } from '../../../ui/form/Fault.tsx'
import { maxDiscounts } from '../../../domain/orders/discounts.ts'
import { labelClass } from '../../../ui/form/control-class.ts'
import { Input } from '../../../ui/form/Input.tsx'

const columns = [
  { field: 'name', label: '规格', most: 60, placeholder: '如 100 mg', right: false, mode: undefined },
  { field: 'code', label: '商家编码', most: 40, placeholder: '选填', right: false, mode: undefined },
  { field: 'price', label: '价格', most: 16, placeholder: '元', right: true, mode: 'decimal' },
  { field: 'stock', label: '库存', most: 9, placeholder: '件', right: true, mode: 'numeric' },
] as const
const grid = 'grid gap-2 grid-cols-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]'

/** Specifications of a product, each with price and stock. */
export const ListingSpecs = ({ values }: { values: ListingValues }) => {
  const { fault, set } = useListing(values)
  const whole = fault('specs')
  return (
    <div data-fault={whole ? '' : undefined}>
      <div className={`${grid} mb-1.5 pr-26 text-sm text-ink-2 max-md:hidden`} aria-hidden>
        {columns.map(({ field, label }) => (
          <span key={field} className={field === 'price' || field === 'stock' ? 'text-right' : ''}>
            {label}
            {field === 'price' && '（元）'}
            {(field === 'name' || field === 'price') && <span className="text-bad">*</span>}
          </span>
        ))}
      </div>
      <ListingRows
        name="规格"
        rows={values.specs}
        most={listingLimits.specs}
        least={1}
        fresh={() => ({ ...emptySpec })}
        onChange={(specs) => set('specs', specs)}
        hint={
          <>
            已有规格的库存保存后随即生效，也可在
            <a href={links.sellerStock()} className="text-accent underline underline-offset-3">
              库存管理
            </a>
            中修改。
          </>
        }
      >
        {(spec, at, put) => {
          const id = `spec-fault-${at}`
          const wrong = columns.flatMap(({ field, label }) => {
            const message = fault(`specs.${at}.${field}`)
            return message === undefined ? [] : [{ field, text: field === 'name' ? message : `${label}：${message}` }]
          })
          return (
            <>
              <div className={grid}>
                {columns.map(({ field, label, most, placeholder, right, mode }) => (
                  <label key={field} className="min-w-0">
                    <span className="mb-1 block text-sm text-ink-2 md:hidden" aria-hidden>
                      {label}
                    </span>
                    <RowInput
                      label={`${label} ${at + 1}`}
                      wrong={wrong.some((each) => each.field === field)}
                      fault={id}
                      right={right}
                      inputMode={mode}
                      maxLength={most}
                      placeholder={placeholder}
                      value={spec[field]}
                      onChange={(event) => put({ [field]: event.target.value })}
                    />
                  </label>
                ))}
              </div>
              <Fault id={id} message={wrong.map((each) => each.text).join('；')} />
            </>
          )
        }}
      </ListingRows>
      <Fault message={whole} />
    </div>
  )
}

/** Minimum order and quantity discounts of a fixed-price product. */
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
          most={maxDiscounts}
          fresh={() => ({ from: '', percent: '' })}
          onChange={(discounts) => set('discounts', discounts)}
          hint={`各规格按数量分别计算；95 表示按原价的 95% 计价，最多 ${maxDiscounts} 档。`}
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

import { listingLimits } from '../../domain/catalogue/listing-rules.ts'
import { links } from '../../domain/links.ts'
import { emptySpec, type ListingValues } from '../../stores/catalogue/listing-values.ts'
import { RowInput } from '../demands/RowInput.tsx'
import { ListingRows } from './ListingRows.tsx'
import { useListing } from './use-listing.ts'
import { Fault } from '../../ui/Fault.tsx'

const columns = [
  { field: 'name', label: '规格', most: 60, placeholder: '如 100 mg', right: false, mode: undefined },
  { field: 'code', label: '商家编码', most: 40, placeholder: '选填', right: false, mode: undefined },
  { field: 'price', label: '价格', most: 16, placeholder: '元', right: true, mode: 'decimal' },
  { field: 'stock', label: '库存', most: 9, placeholder: '件', right: true, mode: 'numeric' },
] as const
const grid = 'grid gap-2 grid-cols-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]'

/** The specifications of a product: what is bought, each with its own price and stock. */
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

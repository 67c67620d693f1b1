import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { taxRateText } from '../../domain/orders/tax-rates.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { Formula } from '../../ui/text/Formula.tsx'
import { CardPicture } from '../CardPicture.tsx'

type Line = OrderDetail['lines'][number]

const Name = ({ line }: { line: Line }) => {
  const { kind, listingNo, name, specName, formula, pictureUrl } = line
  const href =
    listingNo === '' || kind === null
      ? null
      : kind === 'product'
        ? links.goodsDetail(listingNo)
        : links.serviceDetail(listingNo)
  return (
    <span className="flex items-center gap-3">
      {pictureUrl !== '' && <CardPicture picture={pictureUrl} className="size-14 border border-line print:hidden" />}
      <span className="min-w-0">
        {href === null ? (
          <span className="break-words">{name}</span>
        ) : (
          <a className="break-words hover:text-accent hover:underline" href={href}>
            {name}
          </a>
        )}
        {(specName !== '' || formula !== '') && (
          <span className="block text-sm text-ink-3">
            {specName}
            {formula !== '' && (
              <span className={specName === '' ? '' : 'ml-3'}>
                <Formula formula={formula} />
              </span>
            )}
          </span>
        )}
      </span>
    </span>
  )
}

const UnitPrice = ({ line: { listPrice, unitPrice } }: { line: Line }) => (
  <>
    {listPrice > unitPrice && (
      <s className="mr-2 text-sm text-ink-3">
        <span className="sr-only">原价 </span>¥{yuan(listPrice)}
      </s>
    )}
    ¥{yuan(unitPrice)}
  </>
)

const quantityOf = ({ quantity, unit }: Line) => `${quantity.toLocaleString('en-US')} ${unit}`

/** One line on a phone. */
const PhoneRow = ({ line }: { line: Line }) => (
  <>
    <Name line={line} />
    <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="text-sm text-ink-2 tabular-nums">
        <UnitPrice line={line} /> × {quantityOf(line)}
      </span>
      <span className="font-medium tabular-nums">¥{yuan(line.amount)}</span>
    </p>
  </>
)

const columns: readonly Column<Line>[] = [
  { key: 'name', head: '项目', className: 'min-w-48', cell: (line) => <Name line={line} /> },
  {
    key: 'price',
    head: '单价',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (line) => <UnitPrice line={line} />,
  },
  {
    key: 'quantity',
    head: '数量',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: quantityOf,
  },
  {
    key: 'amount',
    head: '金额',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ amount }) => <span className="font-medium">¥{yuan(amount)}</span>,
  },
]

const Sum = ({ name, fen, strong = false }: { name: string; fen: number; strong?: boolean }) => (
  <div className="flex justify-end gap-6">
    <dt className="text-ink-3">{name}</dt>
    <dd className={`min-w-36 text-right whitespace-nowrap tabular-nums ${strong ? 'text-xl font-semibold' : ''}`}>
      ¥{yuan(fen)}
    </dd>
  </div>
)

/** Order lines and totals. */
export const OrderItems = ({ order }: { order: OrderDetail }) => {
  const first = order.lines.reduce((sum, line) => sum + line.downPayment, 0)
  const items = order.lines.reduce((sum, line) => sum + line.amount, 0)
  const changed = order.total - items - order.postage
  const rates = new Set(order.lines.flatMap(({ taxRate }) => (taxRate === null ? [] : [taxRateText(taxRate)])))
  const taxes = rates.size === 0 ? null : [...rates].join('、')
  const saved = order.lines.reduce((sum, line) => sum + (line.listPrice - line.unitPrice) * line.quantity, 0)
  return (
    <section id="items" className="mt-6 scroll-mt-16">
      <h2 className="mb-3 text-lg font-semibold">订单内容</h2>
      <DataTable
        caption="订单内容"
        rows={order.lines}
        rowKey={({ lineId }) => lineId}
        columns={columns}
        phone={(line) => <PhoneRow line={line} />}
      />
      <dl className="mt-3 space-y-1 pr-4">
        {(order.postage > 0 || saved > 0 || changed !== 0) && <Sum name="小计" fen={items} />}
        {saved > 0 && <Sum name="阶梯价已优惠" fen={saved} />}
        {taxes !== null && (
          <div className="flex justify-end gap-6">
            <dt className="text-ink-3">税率（含税）</dt>
            <dd className="min-w-36 text-right whitespace-nowrap">{taxes}</dd>
          </div>
        )}
        {order.address !== null && <Sum name="运费" fen={order.postage} />}
        {changed !== 0 && <Sum name={changed > 0 ? '变更单增加' : '变更单减少'} fen={Math.abs(changed)} />}
        <Sum name="合计" fen={order.total} strong />
        {first > 0 && first < items && <Sum name="其中首付" fen={first + order.postage} />}
      </dl>
    </section>
  )
}

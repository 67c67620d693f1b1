import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { making } from '../../stores/operations/made-sheet.ts'
import type { OrderList } from '../../stores/orders/order-list.ts'
import type { OrderQuery } from '../../stores/orders/order-query.ts'
import { Button } from '../../ui/Button.tsx'
import { DateInput } from '../../ui/DateInput.tsx'
import { toast } from '../../ui/toast.ts'
import { ListSearch } from '../ListSearch.tsx'

type Props = { list: OrderList; side: 'buyer' | 'seller'; query: OrderQuery }

/** By words and by days; and what was found as a sheet. */
export const OrderFilter = ({ list, side, query }: Props) => {
  const busy = useStore(making) === 'orders'
  const { from, until } = query
  const save = () =>
    void list.takeSheet().then((failure) => {
      if (failure !== null) toast.bad(failure.message)
    })
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:w-full">
      <div className="flex items-center gap-2 max-md:w-full" role="group" aria-label="下单日期">
        <DateInput
          bare
          className="min-w-0 flex-1 md:w-38 md:flex-none"
          label="下单日期从"
          value={from}
          max={until === '' ? undefined : until}
          onChange={(day) => list.choose({ from: day })}
        />
        <span className="text-ink-3" aria-hidden>
          至
        </span>
        <DateInput
          bare
          className="min-w-0 flex-1 md:w-38 md:flex-none"
          label="下单日期到"
          value={until}
          min={from === '' ? undefined : from}
          onChange={(day) => list.choose({ until: day })}
        />
      </div>
      <ListSearch
        placeholder={side === 'buyer' ? '订单号、项目或供应商' : '订单号、项目或买家'}
        keyword={query.keyword}
        onSearch={(keyword) => list.choose({ keyword })}
      />
      <Button className="max-md:h-11 max-md:w-full" busy={busy} onClick={save}>
        {!busy && <FileDown className="size-4" />}
        导出 Excel
      </Button>
    </div>
  )
}

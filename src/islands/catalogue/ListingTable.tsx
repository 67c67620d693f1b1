import { useStore } from '@nanostores/react'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { ago, dateTime } from '../../domain/time.ts'
import { kindWords, type SellerListing } from '../../stores/catalogue/listing-calls.ts'
import { sellerProducts, sellerServices, type SellerListings } from '../../stores/catalogue/seller-listings.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { Actions, acts, actWords, nameOf, State, Sum, Title } from './ListingCells.tsx'

type Props = { kind: ListingKind; rows: readonly SellerListing[]; now: string }

/** Buttons over the chosen rows: each does what it can and says how many that are. */
const Bulk = ({ store }: { store: SellerListings }) => {
  // Asked anew whenever rows are chosen.
  useStore(store.chosen)
  return (
    <span className="flex flex-wrap gap-2">
      {acts.map((act) => {
        const rows = store.able(act)
        return (
          rows.length > 0 && (
            <Button
              key={act}
              size="sm"
              kind={act === 'delete' ? 'danger' : 'plain'}
              onClick={() => store.ask(act, rows)}
            >
              {actWords[act]} {rows.length}
            </Button>
          )
        )
      })}
    </span>
  )
}

/** Listings as their seller sees them: a table, on phones cards. */
export const ListingTable = ({ kind, rows, now }: Props) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const chosen = useStore(store.chosen)
  const columns: Column<SellerListing>[] = [
    { key: 'title', head: kindWords[kind].name, className: 'min-w-64', cell: (row) => <Title kind={kind} row={row} /> },
    { key: 'price', head: '价格', align: 'right', cell: (row) => <Sum row={row} /> },
    ...(kind === 'product'
      ? [
          {
            key: 'stock',
            head: '库存',
            align: 'right' as const,
            className: 'whitespace-nowrap',
            cell: (row: SellerListing) => (
              <>
                <span className={row.stock === 0 ? 'text-warn' : ''}>{row.stock.toLocaleString('zh-CN')}</span>
                <span className="block text-sm text-ink-3">{row.specCount}&nbsp;个规格</span>
              </>
            ),
          },
        ]
      : []),
    { key: 'state', head: '状态', className: 'whitespace-nowrap', cell: (row) => <State row={row} /> },
    {
      key: 'seen',
      head: '浏览 / 收藏',
      align: 'right',
      className: 'whitespace-nowrap',
      cell: (row) => `${row.viewCount} / ${row.followCount}`,
    },
    {
      key: 'updated',
      head: '更新',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <time dateTime={row.updatedAt} title={dateTime(row.updatedAt)} className="text-sm text-ink-2">
          {ago(row.updatedAt, now)}
        </time>
      ),
    },
    { key: 'do', head: '操作', align: 'right', cell: (row) => <Actions kind={kind} row={row} store={store} /> },
  ]
  return (
    <>
      <div className="max-md:hidden">
        <DataTable
          caption={`${kindWords[kind].name}列表`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={nameOf}
          chosen={chosen}
          onChoose={store.choose}
          bulk={<Bulk store={store} />}
        />
      </div>
      <div className="md:hidden">
        {chosen.size > 0 && (
          <div className="mb-3 flex flex-wrap items-center gap-2 rounded-lg bg-accent-soft p-3" role="status">
            已选 {chosen.size} 项
            <Bulk store={store} />
          </div>
        )}
        <ul className="space-y-3">
          {rows.map((row) => (
            <li key={row.id} className="rounded-lg border border-line bg-surface p-4">
              <div className="flex gap-3">
                <Checkbox
                  aria-label={`选择 ${nameOf(row)}`}
                  checked={chosen.has(row.id)}
                  onChange={() => store.choose(new Set([row.id]).symmetricDifference(chosen))}
                />
                <div className="min-w-0 flex-1">
                  <Title kind={kind} row={row} />
                  <div className="mt-3 flex flex-wrap items-start justify-between gap-2">
                    <Sum row={row} />
                    <span>
                      <State row={row} />
                    </span>
                  </div>
                  <div className="mt-3 flex items-center justify-between gap-2">
                    <span className="text-sm text-ink-3">
                      {kind === 'product' ? `库存 ${row.stock}` : `浏览 ${row.viewCount}`}
                    </span>
                    <Actions kind={kind} row={row} store={store} />
                  </div>
                </div>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

import { useStore } from '@nanostores/react'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { ago, dateTime } from '../../../domain/time.ts'
import { listingKindInfo, type SellerListing } from '../../../stores/catalogue/listing-calls.ts'
import { sellerProducts, sellerServices, type SellerListings } from '../../../stores/catalogue/seller-listings.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import {
  ListingActions,
  listingActions,
  actionLabels,
  shortTitle,
  ListingState,
  ListingPrice,
  ListingTitle,
} from './ListingCells.tsx'

type Props = { kind: ListingKind; rows: readonly SellerListing[]; now: string }

/** Bulk actions, each with the number of selected rows it applies to. */
const BulkActions = ({ store }: { store: SellerListings }) => {
  // Recomputed when the selection changes.
  useStore(store.selected)
  return (
    <span className="flex flex-wrap gap-2">
      {listingActions.map((act) => {
        const rows = store.selectedFor(act)
        return (
          rows.length > 0 && (
            <Button
              key={act}
              size="sm"
              kind={act === 'delete' ? 'danger' : 'plain'}
              onClick={() => store.requestConfirmation(act, rows)}
            >
              {actionLabels[act]} {rows.length}
            </Button>
          )
        )
      })}
    </span>
  )
}

/** The seller's listings: a table, cards on phones. */
export const ListingTable = ({ kind, rows, now }: Props) => {
  const store = kind === 'service' ? sellerServices : sellerProducts
  const chosen = useStore(store.selected)
  const columns: Column<SellerListing>[] = [
    {
      key: 'title',
      head: listingKindInfo[kind].name,
      className: 'min-w-64',
      cell: (row) => <ListingTitle kind={kind} row={row} />,
    },
    { key: 'price', head: '价格', align: 'right', cell: (row) => <ListingPrice row={row} /> },
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
    { key: 'state', head: '状态', className: 'whitespace-nowrap', cell: (row) => <ListingState row={row} /> },
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
    {
      key: 'do',
      head: '操作',
      isActions: true,
      align: 'right',
      cell: (row) => <ListingActions kind={kind} row={row} store={store} />,
    },
  ]
  return (
    <>
      <div className="max-md:hidden">
        <DataTable
          caption={`${listingKindInfo[kind].name}列表`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowName={shortTitle}
          chosen={chosen}
          onChoose={store.select}
          bulk={<BulkActions store={store} />}
        />
      </div>
      <div className="md:hidden">
        {chosen.size > 0 && (
          <div className="mb-3 flex flex-wrap items-center gap-2 rounded-lg bg-accent-soft p-3" role="status">
            已选 {chosen.size} 项
            <BulkActions store={store} />
          </div>
        )}
        <ul className="space-y-3">
          {rows.map((row) => (
            <li key={row.id} className="rounded-lg border border-line bg-surface p-4">
              <div className="flex gap-3">
                <Checkbox
                  aria-label={`选择 ${shortTitle(row)}`}
                  checked={chosen.has(row.id)}
                  onChange={() => store.select(new Set([row.id]).symmetricDifference(chosen))}
                />
                <div className="min-w-0 flex-1">
                  <ListingTitle kind={kind} row={row} />
                  <div className="mt-3 flex flex-wrap items-start justify-between gap-2">
                    <ListingPrice row={row} />
                    <span>
                      <ListingState row={row} />
                    </span>
                  </div>
                  <div className="mt-3 flex items-center justify-between gap-2">
                    <span className="text-sm text-ink-3">
                      {kind === 'product' ? `库存 ${row.stock}` : `浏览 ${row.viewCount}`}
                    </span>
                    <ListingActions kind={kind} row={row} store={store} />
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

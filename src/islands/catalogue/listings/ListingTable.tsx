import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { ago, dateTime } from '../../../domain/time.ts'
import { listingKindInfo, type SellerListing } from '../../../stores/catalogue/listing-calls.ts'
import { emptyPriceChange } from '../../../stores/catalogue/price-change.ts'
import type { SellerListings } from '../../../stores/catalogue/seller-listings.ts'
import { Button } from '../../../ui/button/Button.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { SheetButton } from '../../list/SheetButton.tsx'
import {
  ListingActions,
  listingActions,
  actionLabels,
  ListingState,
  ListingPrice,
  ListingTitle,
} from './ListingCells.tsx'

/** Bulk actions, each with the number of selected rows it applies to. */
export const ListingBulkActions = ({ store, rows }: { store: SellerListings; rows: readonly SellerListing[] }) => (
  <>
    <Button
      size="sm"
      onClick={() =>
        store.priceChange.open(
          emptyPriceChange,
          rows.map(({ id }) => id),
        )
      }
    >
      调价 {rows.length}
    </Button>
    {listingActions.map((act) => {
      const allowed = store.selectedFor(act)
      return (
        allowed.length > 0 && (
          <Button
            key={act}
            size="sm"
            kind={act === 'delete' ? 'danger' : 'plain'}
            onClick={() => store.requestConfirmation(act, allowed)}
          >
            {actionLabels[act]} {allowed.length}
          </Button>
        )
      )
    })}
    <SheetButton
      name={store.name}
      label="导出所选"
      onDownload={() => store.downloadSheet(new Set(rows.map(({ id }) => id)))}
    />
  </>
)

/** Columns of the seller's listings; the first one names a listing, the last one has its actions. */
export const listingColumns = (kind: ListingKind, store: SellerListings, now: string): Column<SellerListing>[] => [
  {
    key: 'title',
    head: listingKindInfo[kind].name,
    className: 'min-w-64',
    cell: (row) => <ListingTitle kind={kind} row={row} />,
  },
  { key: 'price', head: '价格', align: 'right', sortable: true, cell: (row) => <ListingPrice row={row} /> },
  ...(kind === 'product' ? [stockColumn] : []),
  { key: 'state', head: '状态', className: 'whitespace-nowrap', cell: (row) => <ListingState row={row} /> },
  {
    key: 'views',
    head: '浏览',
    align: 'right',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: ({ viewCount }) => viewCount.toLocaleString('zh-CN'),
  },
  {
    key: 'follows',
    head: '收藏',
    align: 'right',
    sortable: true,
    className: 'whitespace-nowrap',
    cell: ({ followCount }) => followCount.toLocaleString('zh-CN'),
  },
  {
    key: 'updatedAt',
    head: '更新',
    sortable: true,
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

const stockColumn: Column<SellerListing> = {
  key: 'stock',
  head: '库存',
  align: 'right',
  className: 'whitespace-nowrap',
  cell: (row) => (
    <span className="block">
      <span className={row.stock === 0 ? 'text-warn' : ''}>{row.stock.toLocaleString('zh-CN')}</span>
      <span className="block text-sm text-ink-3">{row.specCount}&nbsp;个规格</span>
    </span>
  ),
}

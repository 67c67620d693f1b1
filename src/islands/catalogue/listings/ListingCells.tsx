import { isFigureUrl } from '../../../domain/pictures/drawing-names.ts'
import { isWritable } from '../../../domain/catalogue/listing-actions.ts'
import { listingChangeLabels, listingLabels, isListingPublished } from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingPrice } from '../../../domain/money.ts'
import { listingKindInfo, type SellerListing } from '../../../stores/catalogue/listing-calls.ts'
import { isActionAllowed, type ListingAction, type SellerListings } from '../../../stores/catalogue/seller-listings.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { goodsIllustrationOf, serviceIllustrationOf } from '../../../ui/picture/mark-names.ts'
import { Menu, type MenuEntry } from '../../../ui/overlay/Menu.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'

/** Label of each action. */
export const actionLabels: Readonly<Record<ListingAction, string>> = {
  submit: '提交发布',
  withdraw: '撤回',
  unlist: '下架',
  relist: '重新上架',
  delete: '删除',
}
export const listingActions: readonly ListingAction[] = ['submit', 'withdraw', 'unlist', 'relist', 'delete']

const figureOf = (name: string, kind: ListingKind) =>
  serviceIllustrationOf(name) ?? goodsIllustrationOf(name) ?? (kind === 'service' ? 'hplc' : 'bottle')
export const shortTitle = ({ title }: SellerListing) => title || '未填写标题'

/** Status of a listing and its pending change, with the rejection reason. */
export const ListingState = ({ row }: { row: SellerListing }) => (
  <>
    <StateBadge {...listingLabels[row.status]} />
    {row.change !== null && (
      <span className="mt-1 block">
        <StateBadge {...listingChangeLabels[row.change]} />
      </span>
    )}
    {row.reason !== '' && (
      <span
        className="mt-1 line-clamp-2 max-w-40 text-sm whitespace-normal text-ink-3 md:line-clamp-1"
        title={row.reason}
      >
        {row.reason}
      </span>
    )}
  </>
)

/** Picture, title, number and category. */
export const ListingTitle = ({ kind, row }: { kind: ListingKind; row: SellerListing }) => (
  <span className="flex items-start gap-3">
    <Picture
      // Illustrations take the page's accent colour only when rendered inline.
      picture={isFigureUrl(row.pictureUrl) ? undefined : row.pictureUrl || undefined}
      figure={figureOf(row.figure, kind)}
      // A row of 56 px.
      className={`shrink-0 rounded ${kind === 'service' ? 'aspect-[16/10] w-14' : 'aspect-square w-12'}`}
    />
    <span className="min-w-0">
      <a
        href={listingKindInfo[kind].edit(row.id)}
        className="line-clamp-2 font-medium wrap-anywhere hover:text-accent md:line-clamp-1"
      >
        {shortTitle(row)}
      </a>
      <span className="block text-sm text-ink-3">
        {[row.no, row.catalogueNo && `货号 ${row.catalogueNo}`, row.categoryName].filter(Boolean).join(' · ')}
      </span>
    </span>
  </span>
)

/** Main action of a row, and the menu 更多. */
export const ListingActions = ({
  kind,
  row,
  store,
}: {
  kind: ListingKind
  row: SellerListing
  store: SellerListings
}) => {
  const words = listingKindInfo[kind]
  const entries: MenuEntry[] = [
    { label: '预览', href: words.preview(row) },
    ...(isListingPublished(row.status) ? [{ label: `查看${words.name}页`, href: words.page(row) }] : []),
    ...listingActions
      .filter((act) => isActionAllowed(row, act))
      .map((act) => ({
        label: actionLabels[act],
        danger: act === 'delete',
        onChoose: () => store.requestConfirmation(act, [row]),
      })),
  ]
  return (
    <span className="inline-flex items-center gap-2">
      <LinkButton
        size="sm"
        className="max-md:h-11"
        href={words.edit(row.id)}
        aria-label={`${isWritable(row) ? '编辑' : '查看'} ${shortTitle(row)}`}
      >
        {isWritable(row) ? '编辑' : '查看'}
      </LinkButton>
      <Menu label="更多" size="sm" entries={entries} />
    </span>
  )
}

/** The price; a missing price is not 面议. */
export const ListingPrice = ({ row: { priceType, price, highPrice } }: { row: SellerListing }) =>
  price === null && priceType !== 2 ? '--' : <Price price={listingPrice(priceType, price, highPrice)} size="sm" />

import { isWritable } from '../../domain/catalogue/listing-actions.ts'
import { listingChangeLabels, listingLabels } from '../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { listingPrice } from '../../domain/money.ts'
import { kindWords, type SellerListing } from '../../stores/catalogue/listing-calls.ts'
import { allows, type ListingAct, type SellerListings } from '../../stores/catalogue/seller-listings.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { goodsFigures, isStructure, serviceFigures } from '../../ui/mark-names.ts'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'

/** What each act is called where it is offered. */
export const actWords: Readonly<Record<ListingAct, string>> = {
  submit: '提交发布',
  withdraw: '撤回',
  unlist: '下架',
  relist: '重新上架',
  delete: '删除',
}
export const acts: readonly ListingAct[] = ['submit', 'withdraw', 'unlist', 'relist', 'delete']

const figures = [...serviceFigures, ...goodsFigures]
const figureOf = (name: string, kind: ListingKind) =>
  isStructure(name) ? name : (figures.find((each) => each === name) ?? (kind === 'service' ? 'hplc' : 'bottle'))
export const nameOf = ({ title }: SellerListing) => title || '未填写标题'

/** State of a listing and of its change, with the reason of a refusal. */
export const State = ({ row }: { row: SellerListing }) => (
  <>
    <StateBadge {...listingLabels[row.status]} />
    {row.change !== null && (
      <span className="mt-1 block">
        <StateBadge {...listingChangeLabels[row.change]} />
      </span>
    )}
    {row.reason !== '' && (
      <span className="mt-1 line-clamp-2 max-w-40 text-sm whitespace-normal text-ink-3" title={row.reason}>
        {row.reason}
      </span>
    )}
  </>
)

/** Picture, title, number and category. */
export const Title = ({ kind, row }: { kind: ListingKind; row: SellerListing }) => (
  <span className="flex items-start gap-3">
    <Picture
      // A drawn plate takes the page's accent only where it is drawn here.
      picture={row.pictureUrl.startsWith('/figures/') ? undefined : row.pictureUrl || undefined}
      figure={figureOf(row.figure, kind)}
      className={`w-14 shrink-0 rounded ${kind === 'service' ? 'aspect-[16/10]' : 'aspect-square'}`}
    />
    <span className="min-w-0">
      <a href={kindWords[kind].edit(row.id)} className="line-clamp-2 font-medium wrap-anywhere hover:text-accent">
        {nameOf(row)}
      </a>
      <span className="block text-sm text-ink-3">
        {[row.no, row.catalogueNo && `货号 ${row.catalogueNo}`, row.categoryName].filter(Boolean).join(' · ')}
      </span>
    </span>
  </span>
)

/** The button of a row and what stands behind 更多. */
export const Actions = ({ kind, row, store }: { kind: ListingKind; row: SellerListing; store: SellerListings }) => {
  const words = kindWords[kind]
  const entries: MenuEntry[] = [
    { label: '预览', href: words.preview(row) },
    ...(row.status === 'published' ? [{ label: `查看${words.name}页`, href: words.page(row) }] : []),
    ...acts
      .filter((act) => allows(row, act))
      .map((act) => ({ label: actWords[act], danger: act === 'delete', onChoose: () => store.ask(act, [row]) })),
  ]
  return (
    <span className="inline-flex items-center gap-2">
      <LinkButton
        size="sm"
        className="max-md:h-11"
        href={words.edit(row.id)}
        aria-label={`${isWritable(row) ? '编辑' : '查看'} ${nameOf(row)}`}
      >
        {isWritable(row) ? '编辑' : '查看'}
      </LinkButton>
      <Menu label="更多" size="sm" entries={entries} />
    </span>
  )
}

/** The price; one that is not typed yet is no 面议. */
export const Sum = ({ row: { priceType, price, highPrice } }: { row: SellerListing }) =>
  price === null && priceType !== 2 ? '--' : <Price price={listingPrice(priceType, price, highPrice)} size="sm" />

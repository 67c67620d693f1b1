import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { listingChangeLabels, listingLabels } from '../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { kindWords } from '../../stores/catalogue/listing-calls.ts'
import { loadBrands, loadShopWords } from '../../stores/catalogue/listing-choices.ts'
import * as store from '../../stores/catalogue/listing-form.ts'
import * as refusal from '../../stores/catalogue/listing-refusal.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { AutoReview } from '../AutoReview.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { ListingFields } from './ListingFields.tsx'

type Props = {
  kind: ListingKind
  /** Null for a new one. */
  id: number | null
  /** The person, whose draft it is, and their shop. */
  who: number
  shopId: number
}

/** Publishing a service or a product, or changing one. */
export const ListingForm = ({ kind, id, who, shopId }: Props) => {
  const state = useStore(store.opened)
  const sending = useStore(refusal.sending)
  const { name } = kindWords[kind]
  useEffect(() => {
    void store.open(kind, id, who)
    void loadShopWords(shopId)
    if (kind === 'product') void loadBrands()
    return store.leave
  }, [kind, id, who, shopId])
  const listing = state.at === 'ready' ? state.content : undefined
  const isNew = listing === undefined ? id === null : listing.id === null || listing.status === 'draft'
  const badge =
    listing && (listing.change === null ? listingLabels[listing.status] : listingChangeLabels[listing.change])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-semibold">
          {sending.at === 'saved' ? '提交完成' : isNew ? `发布${name}` : `编辑${name}`}
        </h1>
        {listing?.id && badge && <StateBadge form="tint" {...badge} />}
        <a href={kindWords[kind].list()} className="ml-auto text-ink-2 hover:text-accent">
          返回{name}管理
        </a>
      </div>
      <Shown
        state={state}
        what={name}
        permission={kind === 'service' ? 'org_service_manage' : 'goods_manage'}
        onRetry={() => void store.open(kind, id, who)}
        frame={card}
        skeleton={
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
            <CardSkeleton lines={18} className="min-h-[900px]" />
            <CardSkeleton lines={6} className="max-desk:hidden" />
          </div>
        }
      >
        {(content) =>
          sending.at === 'saved' ? (
            card(<Done kind={kind} listing={content} />)
          ) : (
            <>
              <AutoReview className="mb-4">提交后立即上架，不经人工审核。</AutoReview>
              <ListingFields kind={kind} listing={content} />
            </>
          )
        }
      </Shown>
      <Toaster />
    </>
  )
}

/** After it was sent: what happens now and where to go. */
const Done = ({ kind, listing }: { kind: ListingKind; listing: store.Around }) => {
  const { name, list, edit, page } = kindWords[kind]
  const waits = listing.status === 'pending_review' || listing.change === 'pending_review'
  const out = listing.status === 'published'
  const title = waits ? (out ? '修改已提交审核' : `${name}已提交审核`) : out ? `${name}已上架` : '修改已生效'
  const text = waits ? '通常在一个工作日内完成，结果会通知您。' : '买家现在看到的就是这些内容。'
  return (
    <EmptyState drawing="done" title={title} text={out || waits ? text : '重新上架后买家即可看到。'}>
      <LinkButton kind="main" href={list()}>
        返回{name}管理
      </LinkButton>
      {out && listing.id !== null && (
        <LinkButton href={page({ id: listing.id, no: listing.no })}>查看{name}页</LinkButton>
      )}
      <LinkButton href={edit()}>再发布一项</LinkButton>
    </EmptyState>
  )
}

import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  listingChangeLabels,
  listingLabels,
  isListingDraft,
  isListingInReview,
  isListingPublished,
} from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import { loadBrands, loadShopTags } from '../../../stores/catalogue/listing-choices.ts'
import * as store from '../../../stores/catalogue/listing-form.ts'
import * as refusal from '../../../stores/catalogue/listing-errors.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { AutoReview } from '../../review/AutoReview.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { OwnReference } from '../../accounts/open-api/OwnReference.tsx'
import { ListingFields } from './ListingFields.tsx'

type Props = {
  kind: ListingKind
  /** Null for a new listing. */
  id: number | null
  /** The person the draft belongs to, and their shop. */
  who: number
  shopId: number
}

/** Form to publish or change a service or product. */
export const ListingForm = ({ kind, id, who, shopId }: Props) => {
  const state = useStore(store.openedListing)
  const sending = useStore(refusal.listingSubmitState)
  const { name } = listingKindInfo[kind]
  useEffect(() => {
    void store.openListingForm(kind, id, who)
    void loadShopTags(shopId)
    if (kind === 'product') void loadBrands()
    return store.closeListingForm
  }, [kind, id, who, shopId])
  const listing = state.at === 'ready' ? state.content : undefined
  const isNew = listing === undefined ? id === null : listing.id === null || isListingDraft(listing.status)
  const badge =
    listing && (listing.change === null ? listingLabels[listing.status] : listingChangeLabels[listing.change])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h1 className="text-2xl font-semibold">
          {sending.at === 'done' ? '提交完成' : isNew ? `发布${name}` : `编辑${name}`}
        </h1>
        {listing?.id && badge && <StateBadge form="tint" {...badge} />}
        <a href={listingKindInfo[kind].list()} className="ml-auto text-ink-2 hover:text-accent">
          返回{name}管理
        </a>
      </div>
      <AsyncContent
        state={state}
        what={name}
        permission={kind === 'service' ? 'org_service_manage' : 'goods_manage'}
        onRetry={() => void store.openListingForm(kind, id, who)}
        frame={cardFrame}
        skeleton={
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
            <CardSkeleton lines={18} className="min-h-[900px]" />
            <CardSkeleton lines={6} className="max-desk:hidden" />
          </div>
        }
      >
        {(content) =>
          sending.at === 'done' ? (
            cardFrame(<Done kind={kind} listing={content} />)
          ) : (
            <>
              <AutoReview className="mb-4">提交后立即上架，不经人工审核。</AutoReview>
              <ListingFields kind={kind} listing={content} />
              {content.id !== null && <OwnReference kind={kind} side="seller" id={content.id} />}
            </>
          )
        }
      </AsyncContent>
      <Toaster />
    </>
  )
}

/** Confirmation after submitting, with the next steps. */
const Done = ({ kind, listing }: { kind: ListingKind; listing: store.ListingInfo }) => {
  const { name, list, edit, page } = listingKindInfo[kind]
  const waits = isListingInReview(listing.status) || listing.change === 'pending_review'
  const out = isListingPublished(listing.status)
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

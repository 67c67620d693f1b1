import { useStore } from '@nanostores/react'
import { durationText } from '../../../domain/catalogue/listing-form.ts'
import { listingStepText } from '../../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingPrice } from '../../../domain/money.ts'
import { monthMinute } from '../../../domain/time.ts'
import { attributesState } from '../../../stores/catalogue/listing-attributes.ts'
import { listingChecks } from '../../../stores/catalogue/listing-checks.ts'
import { type OpenedListing, listingKindInfo } from '../../../stores/catalogue/listing-calls.ts'
import { categories } from '../../../stores/catalogue/listing-choices.ts'
import { productInput, serviceInput } from '../../../stores/catalogue/listing-input.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { categoryPath } from '../../../stores/demands/choices.ts'
import { Price } from '../../../ui/card/Price.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { useState } from 'react'
import { isWritable } from '../../../domain/catalogue/listing-actions.ts'
import { sentence } from '../../../domain/sentence.ts'
import { withdrawOrDiscard } from '../../../stores/catalogue/listing-steps.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useAutoReview } from '../../review/AutoReview.tsx'
import {
  isListingInReview,
  isListingRejected,
  isListingSuspended,
  isListingPublished,
  isListingUnlisted,
} from '../../../domain/catalogue/listing-states.ts'

type Props = { kind: ListingKind; values: ListingValues; listing: Pick<OpenedListing, 'no' | 'history'> }

const Check = ({ done, label, optional }: { done: boolean; label: string; optional: boolean }) => (
  <li className="flex items-center gap-2">
    <StateShape tone={done ? 'good' : 'mute'} />
    {label}
    {optional && !done && <span className="text-ink-3">（选填）</span>}
    <span className="sr-only">{done ? '已填' : '未填'}</span>
  </li>
)

/** Summary, checklist and history beside the form. */
export const ListingAside = ({ kind, values, listing }: Props) => {
  const tree = useStore(categories)
  const wanted = useStore(attributesState)
  const path = tree.at === 'ready' ? categoryPath(tree.content, values.categoryId) : []
  const input = kind === 'service' ? serviceInput(values) : productInput(values)
  const { price, highPrice, priceType } = input
  const duration = 'durationFrom' in input ? durationText(input) : ''
  return (
    <aside className="space-y-4 desk:sticky desk:top-20" aria-label="摘要">
      <section className="rounded-lg border border-line bg-surface">
        <h2 className="border-b border-line px-5 py-3 font-semibold">摘要</h2>
        <div className="p-5">
          <p className="font-medium wrap-anywhere">{values.title || '未填写标题'}</p>
          {path.length > 0 && (
            <p className="mt-1 text-sm text-ink-3">{path.map((one) => one.categoryName).join(' / ')}</p>
          )}
          {listing.no !== '' && <p className="mt-1 text-sm text-ink-3">编号 {listing.no}</p>}
          <p className="mt-3 text-sm text-ink-3">价格</p>
          {priceType !== 2 && price === null ? (
            '--'
          ) : (
            <Price price={listingPrice(priceType, price, highPrice)} size="lg" />
          )}
          {kind === 'service' && (
            <>
              <p className="mt-3 text-sm text-ink-3">交付周期</p>
              <p>{duration || '与买家商定'}</p>
            </>
          )}
        </div>
      </section>
      <section className="rounded-lg border border-line bg-surface p-5">
        <h2 className="text-sm text-ink-2">提交前检查</h2>
        <ul className="mt-2 space-y-1.5">
          {listingChecks(kind, values, wanted.at === 'ready' ? wanted.attributes : undefined).map((check) => (
            <Check key={check.label} {...check} />
          ))}
        </ul>
      </section>
      {listing.history.length > 0 && (
        <section className="rounded-lg border border-line bg-surface p-5">
          <h2 className="mb-3 text-sm text-ink-2">动态</h2>
          <Timeline
            entries={listing.history
              .toReversed()
              .slice(0, 8)
              .map((step, at) => ({
                tone: at === 0 ? 'go' : 'mute',
                title: listingStepText(step),
                note: step.reason || undefined,
                time: monthMinute(step.at),
                iso: step.at,
              }))}
          />
        </section>
      )}
    </aside>
  )
}

type Listing = Omit<OpenedListing, 'values'>
type BannerText = { readonly tone: 'mute' | 'go' | 'act' | 'bad'; readonly title: string; readonly text: string }

/** Explanation of the listing's state for its editor; null where none is needed. */
function bannerText({ status, change, reason }: Listing, name: string, auto: boolean): BannerText | null {
  const then = auto ? '提交后' : '提交并通过审核后'
  if (isListingInReview(status))
    return { tone: 'go', title: '审核中', text: '审核期间不能修改；需要修改请先撤回，修改后再提交。' }
  if (change === 'pending_review')
    return { tone: 'go', title: '修改审核中', text: '通过后生效，此前买家看到的是原来的内容；需要再改请先撤回。' }
  if (change === 'rejected')
    return { tone: 'bad', title: '修改未通过审核', text: `${sentence(reason)}买家看到的仍是原来的内容。` }
  if (isListingRejected(status))
    return { tone: 'bad', title: '未通过审核', text: `${sentence(reason)}请修改后重新提交。` }
  if (isListingSuspended(status))
    return { tone: 'bad', title: '平台已停售', text: `${sentence(reason)}您可以修改内容，解除停售请联系平台客服。` }
  if (change === 'draft')
    return { tone: 'act', title: '有未提交的修改', text: `${then}生效，此前买家看到的是原来的内容。` }
  if (isListingPublished(status))
    return { tone: 'mute', title: '已上架', text: `修改${then}生效，此前买家看到的是现在的${name}。` }
  if (isListingUnlisted(status))
    return { tone: 'mute', title: '已下架', text: `修改${then}生效；重新上架请到列表中操作。` }
  return null
}

/** Notices above the form: state, local draft found, edit conflict. */
export const ListingBanner = ({ kind, listing }: { kind: ListingKind; listing: Listing }) => {
  const [busy, setBusy] = useState(false)
  const words = bannerText(listing, listingKindInfo[kind].name, useAutoReview())
  if (words === null) return null
  const withdraw = () => {
    setBusy(true)
    void withdrawOrDiscard(kind, 'withdraw').then((failure) => {
      setBusy(false)
      if (failure) toast.error(failure.message)
      else toast.success('已撤回，可以修改了')
    })
  }
  return (
    <div className="mb-4">
      <Notice tone={words.tone} title={words.title}>
        {words.text.replace(/^。/, '').replaceAll('。。', '。')}
        {!isWritable(listing) && (
          <span className="mt-2 flex flex-wrap gap-3">
            <Button size="sm" busy={busy} onClick={withdraw}>
              撤回{listing.change === null ? '' : '修改'}
            </Button>
            {listing.id !== null && (
              <LinkButton size="sm" href={listingKindInfo[kind].preview({ id: listing.id, no: listing.no })}>
                预览
              </LinkButton>
            )}
          </span>
        )}
      </Notice>
    </div>
  )
}

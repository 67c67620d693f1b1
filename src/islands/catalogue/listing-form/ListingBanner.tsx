import { useState } from 'react'
import { isWritable } from '../../../domain/catalogue/listing-actions.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { sentence } from '../../../domain/sentence.ts'
import { listingKindInfo, type OpenedListing } from '../../../stores/catalogue/listing-calls.ts'
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

type Listing = Omit<OpenedListing, 'values'>
type BannerText = { readonly tone: 'mute' | 'go' | 'act' | 'bad'; readonly title: string; readonly text: string }

/** Explanation of the listing's state for its editor; null where none is needed. */
function bannerText({ status, change, reason }: Listing, name: string, auto: boolean): BannerText | null {
  const then = auto ? '提交后' : '提交并通过审核后'
  if (isListingInReview(status))
    return { tone: 'go', title: '审核中', text: '审核期间不能修改；需要修改请先撤回，改好后再提交。' }
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

import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { listingLabels } from '../../../domain/catalogue/listing-states.ts'
import {
  listingLookup,
  findListing,
  submitListingStep,
  allowedListingStep,
  type ListingLookup,
} from '../../../stores/catalogue/listing-control.ts'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ListSearch } from '../../list/ListSearch.tsx'

type Found = Extract<ListingLookup, { at: 'found' | 'sending' }>

/** The listing found, with the operator's actions. */
const FoundListing = ({ found }: { found: Found }) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { listing, failure } = found
  const event = allowedListingStep(listing)
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = () => {
    if (event === null) return
    if (event === 'suspend' && reason.trim() === '') return setMissing(true)
    void submitListingStep(event, reason.trim()).then((done) => {
      if (!done) return
      setReason('')
      toast.success(event === 'suspend' ? '已停售，供应商会收到通知' : '已解除停售，由供应商重新上架')
    })
  }
  return (
    <div className="mt-4 space-y-3 border-t border-line pt-4">
      <div>
        <p className="font-medium wrap-anywhere">{listing.title || '（未填写标题）'}</p>
        <p className="text-sm text-ink-3">
          {listing.shopName} · {listing.number}
        </p>
      </div>
      <StateBadge {...listingLabels[listing.status]} />
      {listing.reason && <p className="text-sm text-ink-2">原因：{listing.reason}</p>}
      {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
      {event === null ? (
        <p className="text-sm text-ink-2">只有已上架、已下架的可以停售，停售中的可以解除。</p>
      ) : (
        <>
          {event === 'suspend' && (
            <Textarea
              label="停售原因"
              required
              rows={3}
              maxLength={200}
              typed={reason.length}
              value={reason}
              hint="供应商会看到"
              error={missing && reason.trim() === '' ? '请说明原因' : fault}
              onChange={(typed) => setReason(typed.target.value)}
            />
          )}
          <Button
            kind={event === 'suspend' ? 'danger' : 'outline'}
            block
            className="max-md:h-11"
            busy={found.at === 'sending'}
            onClick={send}
          >
            {event === 'suspend' ? '停售' : '解除停售'}
          </Button>
        </>
      )}
    </div>
  )
}

/** Suspends or releases a listing by its number. */
export const ListingControl = () => {
  const state = useStore(listingLookup)
  return (
    <section aria-labelledby="control" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="control" className="font-semibold">
        停售与解除
      </h2>
      <p className="mt-1 mb-3 text-sm text-ink-2">输入详情页上的服务编号或商品编号。</p>
      <ListSearch placeholder="服务编号或商品编号" keyword="" onSearch={(number) => void findListing(number)} />
      <div aria-live="polite" aria-busy={state.at === 'looking'}>
        {state.at === 'looking' && <p className="mt-3 text-sm text-ink-3">查找中……</p>}
        {state.at === 'failed' && (
          <p className="mt-3 text-sm text-bad">
            {state.failure.code === 404 ? '没有这个编号的服务或商品，请核对' : state.failure.message}
          </p>
        )}
        {(state.at === 'found' || state.at === 'sending') && <FoundListing key={state.listing.number} found={state} />}
      </div>
    </section>
  )
}

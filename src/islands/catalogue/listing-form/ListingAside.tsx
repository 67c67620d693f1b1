import { useStore } from '@nanostores/react'
import { durationText } from '../../../domain/catalogue/listing-form.ts'
import { listingStepText } from '../../../domain/catalogue/listing-history.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { listingPrice } from '../../../domain/money.ts'
import { monthMinute } from '../../../domain/time.ts'
import { attributesState } from '../../../stores/catalogue/listing-attributes.ts'
import { listingChecks } from '../../../stores/catalogue/listing-checks.ts'
import type { OpenedListing } from '../../../stores/catalogue/listing-calls.ts'
import { categories } from '../../../stores/catalogue/listing-choices.ts'
import { productInput, serviceInput } from '../../../stores/catalogue/listing-input.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { categoryPath } from '../../../stores/demands/choices.ts'
import { Price } from '../../../ui/card/Price.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'

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

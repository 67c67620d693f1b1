import { LockKeyhole } from 'lucide-react'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import { links } from '../../domain/links.ts'
import { dateTime, timeLeft } from '../../domain/time.ts'
import type { SealedOffer } from '../../stores/demands/buyer-demand.ts'

type Props = { demand: DemandDetail; sealed: readonly SealedOffer[]; now: string }

/** Offers under seal: that they are there, from whom, when, and the fingerprint that was fixed. Nothing to compare yet. */
export const SealedOffers = ({ demand, sealed, now }: Props) => (
  <section className="mb-4 rounded-lg border border-line bg-surface" aria-label="密封报价">
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-5 py-3">
      <h3 className="flex items-center gap-2 font-semibold">
        <LockKeyhole className="size-4 text-ink-3" aria-hidden />
        {sealed.length} 份密封报价
      </h3>
      <p className="text-sm text-ink-2">
        截止后开启
        {demand.status === 'open' && <span className="ml-2 text-ink-3">{timeLeft(demand.deadline, now)}</span>}
      </p>
    </div>
    <ul className="divide-y divide-line">
      {sealed.map(({ offerId, offerNo, companyName, orgId, shopId, version, hash, submittedAt }) => (
        <li key={offerId} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 px-5 py-3">
          <span className="font-medium">
            {shopId === null ? (
              companyName
            ) : (
              <a className="hover:text-accent" href={links.shopHome({ id: shopId, orgId })}>
                {companyName}
              </a>
            )}
          </span>
          <span className="text-sm text-ink-3">
            {offerNo} · 第 {version} 版{submittedAt !== null && ` · ${dateTime(submittedAt)} 提交`}
          </span>
          <span className="min-w-0 text-xs break-all text-ink-3">指纹 SHA-256 {hash}</span>
        </li>
      ))}
    </ul>
    <p className="border-t border-line px-5 py-3 text-sm text-ink-3">
      提交时已固定内容指纹；开启后可在本页核对内容未被改动。开启前不能查看、选定或婉拒。
    </p>
  </section>
)

import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { DemandFit as Fit } from '../../../contract/demands/matching.ts'
import type { FitKind } from '../../../domain/demands/demand-fit.ts'
import { links } from '../../../domain/links.ts'
import { listingPrice } from '../../../domain/money.ts'
import * as store from '../../../stores/demands/matching/demand-fit.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

/** Where a missing requirement can be added. */
const remedies: Readonly<Record<FitKind, { readonly label: string; readonly href: string }>> = {
  service: { label: '发布服务', href: links.sellerEditService() },
  certification: { label: '更新企业认证', href: links.buyerAccount({ tab: 'certification' }) },
  qualification: { label: '添加资质', href: links.sellerShop() },
  region: { label: '修改服务地区', href: links.sellerServices() },
  delivery: { label: '查看服务周期', href: links.sellerServices() },
  confidentiality: { label: '查看保密条款', href: '#annex' },
}

type RowsProps = { rows: Fit['requirements'] }

/** Requirements with what the own company has; the missing ones say where to add it. */
const Requirements = ({ rows }: RowsProps) => (
  <ul className="divide-y divide-line">
    {rows.map(({ kind, label, asked, own, isMet }) => (
      <li key={`${kind} ${label}`} className="flex gap-3 py-3 first:pt-0 last:pb-0">
        {isMet ? (
          <CircleCheck className="mt-0.5 size-5 shrink-0 text-good" aria-label="已满足" />
        ) : (
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-warn" aria-label="缺少" />
        )}
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere">
            <span className="text-ink-3">{label}：</span>
            {asked}
          </p>
          <p className={`text-sm wrap-anywhere ${isMet ? 'text-ink-3' : 'text-ink-2'}`}>{own}</p>
        </div>
        {!isMet && (
          <a
            href={remedies[kind].href}
            className="shrink-0 text-sm text-accent hover:underline max-md:min-h-11 max-md:content-center"
          >
            {remedies[kind].label}
          </a>
        )}
      </li>
    ))}
  </ul>
)

const Services = ({ fit: { services, total } }: { fit: Fit }) =>
  services.length === 0 ? (
    <EmptyState
      size="cell"
      title="暂无同类的在售服务"
      text="没有同类服务也可以报价；发布同类服务后，需求方更容易判断贵企业的能力。"
    >
      <LinkButton kind="outline" className="max-md:h-11" href={links.sellerEditService()}>
        发布服务
      </LinkButton>
    </EmptyState>
  ) : (
    <>
      <ul className="divide-y divide-line">
        {services.map((row) => (
          <li key={row.serviceId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0">
            <div className="min-w-0 flex-1 basis-60">
              <a
                href={links.serviceDetail(row.serviceId)}
                className="wrap-anywhere hover:text-accent max-md:inline-block max-md:py-2"
              >
                {row.serviceName}
              </a>
              <p className="text-sm text-ink-3">
                {[row.categoryName, row.durationText === '' ? '' : `周期 ${row.durationText}`]
                  .filter(Boolean)
                  .join('，')}
              </p>
            </div>
            <Price price={listingPrice(row.priceType, row.price, row.highPrice)} size="sm" />
          </li>
        ))}
      </ul>
      {total > services.length && (
        <p className="mt-2 text-sm text-ink-3">
          共 {total} 项，其余的见{' '}
          <a href={links.sellerServices()} className="text-accent underline">
            服务管理
          </a>
          。
        </p>
      )}
    </>
  )

/** How the own shop fits a public demand: matching services, and what of the requirements is missing. */
export const DemandFit = ({ demandId }: { demandId: number }) => {
  const state = useStore(store.demandFit)
  useEffect(() => store.startDemandFit(demandId), [demandId])
  return (
    <AsyncContent
      state={state}
      what="匹配情况"
      permission="my_supply"
      onRetry={() => void store.loadDemandFit()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={4} />}
    >
      {(fit) => {
        const missing = fit.requirements.filter(({ isMet }) => !isMet).length
        return (
          <div className="grid gap-4 desk:grid-cols-2 desk:gap-6">
            <section className="rounded-lg border border-line bg-surface p-4 desk:p-6" aria-labelledby="fit-services">
              <h3 id="fit-services" className="mb-4 font-semibold">
                同类在售服务
              </h3>
              <Services fit={fit} />
            </section>
            <section className="rounded-lg border border-line bg-surface p-4 desk:p-6" aria-labelledby="fit-asked">
              <h3 id="fit-asked" className="mb-4 font-semibold">
                要求对照
                <span className="ml-3 text-sm font-normal text-ink-3">
                  {missing === 0 ? '全部满足' : `${fit.requirements.length} 项中缺少 ${missing} 项，不影响报价`}
                </span>
              </h3>
              <Requirements rows={fit.requirements} />
            </section>
          </div>
        )
      }}
    </AsyncContent>
  )
}

/** Mounts the part in a public page; loaded on demand for suppliers. */
export function mountDemandFit(place: HTMLElement, demandId: number): void {
  createRoot(place).render(<DemandFit demandId={demandId} />)
}

import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DemandSupplier } from '../../../contract/demands/matching.ts'
import { formatSupplierFacts } from '../../../domain/orders/supplier-record.ts'
import { links } from '../../../domain/links.ts'
import { monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/matching/invites.ts'
import { refusalText } from '../../../stores/shops/blocked-supplier.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { Certified } from '../../../ui/card/Certified.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { SupplierMarkBadge } from '../../shops/SupplierMarkBadge.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

type RowProps = { demandId: number; row: DemandSupplier; invitedAt: string | undefined; offered: boolean }

const Supplier = ({ demandId, row, invitedAt, offered }: RowProps) => {
  const busy = useStore(store.invitingShops).has(row.shopId)
  const invite = () =>
    void store.inviteSupplier(demandId, row).then((failure) => {
      if (failure === null) toast.success(`已邀请 ${row.shopName}，对方会收到通知`)
      else toast.error(refusalText(failure))
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0">
      <Avatar name={row.shopName} kind="org" picture={row.shopLogo === '' ? undefined : row.shopLogo} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <a href={links.shopHome({ id: row.shopId, orgId: row.orgId })} className="font-medium hover:text-accent">
            {row.shopName}
          </a>
          <SupplierMarkBadge orgId={row.orgId} />
          {row.certified && <Certified />}
          {row.tags.slice(0, 3).map((tag) => (
            <Tag key={tag} label={tag} />
          ))}
        </p>
        <p className="text-sm text-ink-3">
          {formatSupplierFacts(row)} · {row.districtName}
        </p>
      </div>
      {invitedAt === undefined ? (
        <Button
          size="sm"
          kind="outline"
          className="max-md:h-11"
          busy={busy}
          aria-label={`邀请报价：${row.shopName}`}
          onClick={invite}
        >
          邀请报价
        </Button>
      ) : (
        <span className="text-sm text-ink-3">
          {offered ? '已报价' : '已邀请'} {monthMinute(invitedAt)}
        </span>
      )}
    </li>
  )
}

/** Matching suppliers to invite; for own demands open for offers. */
export const SupplierInvites = ({ demandId }: { demandId: number }) => {
  const state = useStore(store.invites)
  useEffect(() => void store.loadInvites(demandId), [demandId])
  return (
    <section className="mt-8" aria-labelledby="invites-title">
      <h2 id="invites-title" className="mb-3 text-lg font-semibold">
        推荐供应商
      </h2>
      <AsyncContent
        state={state}
        what="推荐供应商"
        permission="my_requirement"
        onRetry={() => void store.loadInvites(demandId)}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={4} />}
      >
        {({ suppliers, invited }) =>
          suppliers.length === 0 && invited.length === 0 ? (
            cardFrame(<EmptyState title="暂无同类服务的供应商" text="需求公开后，订阅了相关分类的供应商会收到通知。" />)
          ) : (
            <div className="rounded-lg border border-line bg-surface px-4 desk:px-6">
              <p className="border-b border-line py-3 text-sm text-ink-2">
                在本需求的分类中有服务、认证在有效期内。每条需求最多邀请 30 家，已邀请 {invited.length} 家。
              </p>
              {invited.length > 0 && (
                <p className="border-b border-line py-3 text-sm text-ink-2">
                  已邀请：
                  {invited.map(({ shopName, offered }) => `${shopName}${offered ? '（已报价）' : ''}`).join('、')}
                </p>
              )}
              <ul>
                {suppliers.map((row) => {
                  const one = invited.find(({ shopId }) => shopId === row.shopId)
                  return (
                    <Supplier
                      key={row.shopId}
                      demandId={demandId}
                      row={row}
                      invitedAt={one?.invitedAt}
                      offered={one?.offered ?? false}
                    />
                  )
                })}
              </ul>
            </div>
          )
        }
      </AsyncContent>
    </section>
  )
}

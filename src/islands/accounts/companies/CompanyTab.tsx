import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import * as store from '../../../stores/accounts/companies/company.ts'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import type { Viewer } from '../profile/AccountInfo.tsx'
import { CompanyFacts } from './CompanyFacts.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { JoinCompany } from './JoinCompany.tsx'
import type { Side } from '../../../domain/sides.ts'

const box = 'flex flex-col rounded-lg border border-line bg-surface p-5 md:p-6'

/** Without a company: create one, or join one by invitation. */
const NoCompany = ({ side }: { side: Side }) => {
  const [making, setMaking] = useState(false)
  if (making) return <CompanyForm side={side} company={null} onBack={() => setMaking(false)} />
  return (
    <>
      <p className="mb-4 text-ink-2">您的账号还没有所属企业。需求、报价与订单都属于企业，请先选择一种方式。</p>
      <div className="grid items-stretch gap-4 md:grid-cols-2">
        <section className={box}>
          <h2 className="text-lg font-semibold">新建企业</h2>
          <p className="mt-2 flex-1 text-ink-2">
            您的企业还没有人在平台注册。您将成为企业的主账号，可以邀请同事、分配角色，之后提交企业认证。
          </p>
          <div className="mt-4">
            <Button kind="main" onClick={() => setMaking(true)}>
              新建企业
            </Button>
          </div>
        </section>
        <JoinCompany className={box} />
      </div>
    </>
  )
}

type Props = { side: Side; viewer: Viewer }

/** 企业资料: form with the permission, read-only details without it, create or join without a company. */
export const CompanyTab = ({ side, viewer }: Props) => {
  const state = useStore(store.company)
  const { userId, mayShow } = viewer
  useEffect(() => void store.startCompany(side, userId), [side, userId])
  return (
    <AsyncContent
      state={state}
      what="企业资料"
      permission="corporate_show"
      onRetry={() => void store.loadCompany()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={14} className="min-h-[640px]" />}
    >
      {(company) =>
        company.companyId === null ? (
          <NoCompany side={side} />
        ) : mayShow ? (
          <CompanyForm side={side} company={company} />
        ) : (
          <CompanyFacts company={company} />
        )
      }
    </AsyncContent>
  )
}

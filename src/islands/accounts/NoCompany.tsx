import { useState } from 'react'
import type { Side } from '../../stores/accounts/company.ts'
import { Button } from '../../ui/Button.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { JoinCompany } from './JoinCompany.tsx'

const box = 'flex flex-col rounded-lg border border-line bg-surface p-5 md:p-6'

/** Two ways to a company: making it, or joining one by an invitation. */
export const NoCompany = ({ side }: { side: Side }) => {
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

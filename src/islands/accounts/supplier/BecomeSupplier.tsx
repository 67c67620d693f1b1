import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { supplierStepLabels, supplierSteps, isCertified } from '../../../domain/accounts/certification.ts'
import { links } from '../../../domain/links.ts'
import { authorisation } from '../../../stores/accounts/certification/certification.ts'
import * as store from '../../../stores/accounts/companies/supplier.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Steps } from '../../../ui/navigation/Steps.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { AgreementStep, ShopForm, PayeeStep } from './supplier-steps.tsx'
import { CertificationTab } from '../certification/CertificationTab.tsx'
import { JoinCompany } from '../companies/JoinCompany.tsx'

/** Requirements of each step. */
const needs: Record<(typeof supplierSteps)[number], string> = {
  certification: '营业执照的照片或扫描件',
  shop: '店铺名称、简介与业务分类',
  agreement: '阅读并同意供应商入驻协议',
  account: '开户银行与账号，买家据此付款',
  done: '进入卖家中心，发布服务与商品',
}

const Certification = ({ progress, userId }: { progress: store.CompanyAuth; userId: number }) => {
  const now = useStore(authorisation)
  const approved = now.at === 'ready' && isCertified(now.content.authStatus)
  // Approved automatically or by an operator meanwhile: the next step opens.
  useEffect(() => {
    if (approved) void store.loadSupplier()
  }, [approved])
  return (
    <>
      {progress.companyId === null && (
        <details className="rounded-lg border border-line bg-surface">
          <summary className="flex min-h-12 flex-wrap items-center gap-x-3 px-4 py-2 md:px-6">
            <span>您的账号尚未加入企业，提交认证后将以您为主账号建立企业。</span>
            <span className="text-accent">企业已在平台？凭邀请加入</span>
          </summary>
          <JoinCompany className="border-t border-line p-4 md:p-6" />
        </details>
      )}
      <CertificationTab viewer={{ userId }} />
    </>
  )
}

const Done = ({ hasAccount }: { hasAccount: boolean }) => (
  <>
    {!hasAccount && (
      <Notice tone="act" title="收款账户待填写">
        填写之前，买家无法以银行转账付款。
        <Button kind="link" size="sm" className="max-md:min-h-11" onClick={store.goToBankAccount}>
          现在填写
        </Button>
      </Notice>
    )}
    {cardFrame(
      <EmptyState drawing="done" title="店铺已开通" text="贵企业已成为供应商，可以发布服务与商品、对需求报价。">
        <LinkButton kind="main" href={links.sellerDashboard()}>
          进入卖家中心
        </LinkButton>
        <LinkButton href={links.demandHall({ openOnly: 1 })}>查看需求</LinkButton>
      </EmptyState>,
    )}
  </>
)

const Way = ({ progress, userId }: { progress: store.CompanyAuth; userId: number }) => {
  const step = useStore(store.supplierStep)
  const place = supplierSteps.indexOf(step)
  const head = useRef<HTMLElement>(null)
  const before = useRef(step)
  // A new step starts at the top, for scroll position and focus.
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    head.current?.focus({ preventScroll: true })
    head.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return (
    <div className="space-y-4">
      <section
        ref={head}
        tabIndex={-1}
        aria-label="开通进度"
        className="scroll-mt-20 rounded-lg border border-line bg-surface p-4 outline-none md:p-6"
      >
        <Steps
          steps={supplierSteps.map((each) => ({ label: supplierStepLabels[each], note: needs[each] }))}
          current={step === 'done' ? (progress.hasAccount ? place + 1 : place - 1) : place}
        />
        {!progress.mayAct && step !== 'done' && step !== 'account' && (
          <div className="mt-4">
            <Notice tone="act" title={`当前步骤“${supplierStepLabels[step]}”需要由企业的管理员办理`}>
              请联系贵企业的主账号，或有“{step === 'certification' ? '企业信用' : '企业展示'}”权限的同事。
            </Notice>
          </div>
        )}
      </section>
      {step === 'certification' && <Certification progress={progress} userId={userId} />}
      {step === 'shop' && progress.shopName !== '' && (
        <Notice tone="act" title={`店铺“${progress.shopName}”已关闭`}>
          按以下步骤可重新开通，店铺的图片、资质与内容都还在；关闭时下架的服务与商品，开通后在卖家中心重新上架即可。
        </Notice>
      )}
      {step === 'shop' && progress.mayAct && <ShopForm />}
      {step === 'agreement' && progress.mayAct && <AgreementStep version={progress.agreementVersion} />}
      {step === 'account' && <PayeeStep mayAct={progress.mayAct} />}
      {step === 'done' && <Done hasAccount={progress.hasAccount} />}
    </div>
  )
}

/** 成为供应商: certification, shop, agreement, payee account. */
export const BecomeSupplier = ({ userId }: { userId: number }) => {
  const state = useStore(store.supplierProgress)
  useEffect(() => void store.startSupplier(userId), [userId])
  return (
    <>
      <h1 className="text-2xl font-semibold">成为供应商</h1>
      <p className="mt-1 mb-4 text-ink-2">完成以下步骤后即可发布服务与商品、对需求报价。入驻不收取费用。</p>
      <AsyncContent
        state={state}
        what="开通进度"
        permission="corporate_show"
        onRetry={() => void store.loadSupplier()}
        frame={cardFrame}
        skeleton={
          <div className="space-y-4">
            <CardSkeleton lines={2} />
            <CardSkeleton lines={12} className="min-h-[560px]" />
          </div>
        }
      >
        {(progress) => <Way progress={progress} userId={userId} />}
      </AsyncContent>
      <Toaster />
    </>
  )
}

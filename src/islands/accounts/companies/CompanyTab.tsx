import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import * as store from '../../../stores/accounts/companies/company.ts'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import type { Viewer } from '../profile/AccountInfo.tsx'
import { CompanyFacts } from './CompanyFacts.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { JoinCompany } from './JoinCompany.tsx'
import type { Side } from '../../../domain/sides.ts'
import type { OwnCompany } from '../../../contract/accounts/companies.ts'
import { links } from '../../../domain/links.ts'
import { type CompanyValues, isNameEditable, scales } from '../../../stores/accounts/companies/company-values.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { labelClass } from '../../../ui/form/control-class.ts'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { type FormBindings, useForm } from '../../form/use-form.ts'
import { ServiceClasses } from './ServiceClasses.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'

const box = 'flex flex-col rounded-lg border border-line bg-surface p-5 md:p-6'

type NameFieldProps = {
  form: FormBindings<CompanyValues>
  company: OwnCompany | null
  /** Whether the name can be changed. */
  open: boolean
}

/** 企业名称: editable until it is certified. */
const NameField = ({ form, company, open }: NameFieldProps) =>
  open ? (
    <Input
      label="企业名称"
      required
      maxLength={60}
      autoComplete="organization"
      hint="与营业执照一致"
      {...form.text('companyName')}
    />
  ) : (
    <div>
      <p className={labelClass}>企业名称</p>
      <p className="flex min-h-9 items-center font-medium">{company?.name}</p>
      <p className="mt-1.5 text-sm text-ink-3">名称与代码 {company?.creditCode} 已认证，随新的企业认证变更</p>
    </div>
  )

type CompanyFormProps = {
  side: Side
  /** Null creates a new one. */
  company: OwnCompany | null
  onBack?: (() => void) | undefined
}

/** Details of a company; the creator of a new one becomes its owner. */
const CompanyForm = ({ side, company, onBack }: CompanyFormProps) => {
  const own = store.companyForm(side)
  const form = useForm(own)
  const restored = useStore(own.restored)
  const { values, error, text } = form
  if (values === null) return null
  const save = () =>
    void store.saveCompany().then((saved) => {
      // Menus, guards and other parts of the page depend on the company: reload the page.
      const page = side === 'buyer' ? links.buyerAccount : links.sellerAccount
      if (saved !== undefined && company === null) location.assign(page({ tab: 'certification' }))
    })
  return (
    <FormFrame
      form={form}
      label={company === null ? '新建企业' : '企业资料'}
      submit={company === null ? '新建企业' : '保存'}
      onSubmit={save}
      note={restored ? '已恢复上次填写的内容' : '填写的内容自动保存在本浏览器'}
      actions={
        <>
          {onBack && <Button onClick={onBack}>返回</Button>}
          {restored && <Button onClick={store.resetCompanyForm}>重新填写</Button>}
        </>
      }
    >
      <FormSection number={1} title="企业">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <NameField form={form} company={company} open={company === null || isNameEditable(company)} />
          <Input label="企业简称" required maxLength={30} placeholder="列表与卡片上显示" {...text('shortName')} />
          <div className="md:col-span-2">
            <DistrictPicker
              label="所在地区"
              required
              levels={3}
              value={values.districtCode}
              onChange={(code) => own.set('districtCode', code ?? '')}
              error={error('districtCode')}
            />
          </div>
          <Input className="md:col-span-2" label="详细地址" required maxLength={100} {...text('address')} />
          <Select
            label="人员规模"
            options={scales.filter((scale) => scale !== '').map((scale) => ({ value: scale, label: scale }))}
            value={values.scale === '' ? null : values.scale}
            onChange={(scale) => own.set('scale', scale)}
            error={error('scale')}
          />
          <Input label="网址" inputMode="url" placeholder="https://" maxLength={200} {...text('website')} />
          <Textarea
            className="md:col-span-2"
            label="企业简介"
            rows={4}
            maxLength={1000}
            typed={values.intro.length}
            {...text('intro')}
          />
        </div>
      </FormSection>
      {side === 'seller' && (
        <FormSection number={2} title="业务分类">
          <ServiceClasses
            label="业务分类"
            value={values.serviceClasses}
            onChange={(classes) => own.set('serviceClasses', classes)}
            error={error('serviceClasses')}
          />
        </FormSection>
      )}
      <FormSection number={side === 'seller' ? 3 : 2} title="联系方式">
        <div className="grid items-start gap-5 md:grid-cols-3">
          <Input label="联系人" required maxLength={20} {...text('contactName')} />
          <Input label="联系电话" required inputMode="tel" maxLength={20} {...text('contactPhone')} />
          <Input label="联系邮箱" inputMode="email" maxLength={100} {...text('contactEmail')} />
        </div>
        <p className="mt-3 text-sm text-ink-3">对谁可见由“信息公开范围”决定。</p>
      </FormSection>
    </FormFrame>
  )
}

/** Without a company: create one, or join one by invitation. */
const NoCompany = ({ side }: { side: Side }) => {
  const [making, setMaking] = useState(false)
  if (making) return <CompanyForm side={side} company={null} onBack={() => setMaking(false)} />
  return (
    <>
      <p className="mb-4 text-ink-2">您的账号尚未加入企业。需求、报价与订单都属于企业，请先选择一种方式。</p>
      <div className="grid items-stretch gap-4 md:grid-cols-2">
        <section className={box}>
          <h2 className="text-lg font-semibold">新建企业</h2>
          <p className="mt-2 flex-1 text-ink-2">
            您的企业尚无人在平台注册。您将成为企业的主账号，可以邀请同事、分配角色，之后提交企业认证。
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

/** 基本信息 of a supplier: the company's details with its service classes. */
export const BaseInfo = ({ viewer }: { viewer: Viewer }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">基本信息</h1>
    <CompanyTab side="seller" viewer={viewer} />
    <Toaster />
  </>
)

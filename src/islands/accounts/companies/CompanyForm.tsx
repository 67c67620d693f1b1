import { useStore } from '@nanostores/react'
import type { OwnCompany } from '../../../contract/accounts/companies.ts'
import { links } from '../../../domain/links.ts'
import { type CompanyValues, isNameEditable, scales } from '../../../stores/accounts/companies/company-values.ts'
import * as store from '../../../stores/accounts/companies/company.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { labelClass } from '../../../ui/form/control-class.ts'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { type FormBindings, useForm } from '../../form/use-form.ts'
import { ServiceClasses } from './ServiceClasses.tsx'
import { type Side } from '../../../domain/sides.ts'

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

type Props = {
  side: Side
  /** Null creates a new one. */
  company: OwnCompany | null
  onBack?: (() => void) | undefined
}

/** Details of a company; the creator of a new one becomes its owner. */
export const CompanyForm = ({ side, company, onBack }: Props) => {
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
        <FormSection number={2} title="业务类别">
          <ServiceClasses
            label="业务类别"
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

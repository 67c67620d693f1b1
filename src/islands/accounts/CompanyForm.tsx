import { useStore } from '@nanostores/react'
import type { OwnCompany } from '../../contract/accounts/companies.ts'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/accounts/company.ts'
import { nameOpen, scales } from '../../stores/accounts/company-values.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { FormSection } from '../FormSection.tsx'
import { DistrictPicker } from '../DistrictPicker.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { NameField } from './NameField.tsx'
import { ServiceClasses } from './ServiceClasses.tsx'

type Props = {
  side: store.Side
  /** Null makes a new one. */
  company: OwnCompany | null
  onBack?: (() => void) | undefined
}

/** The details of a company; a new one belongs to its maker. */
export const CompanyForm = ({ side, company, onBack }: Props) => {
  const own = store.formOf(side)
  const form = useTypedForm(own)
  const restored = useStore(own.restored)
  const { values, fault, text } = form
  if (values === null) return null
  const save = () =>
    void store.save().then((saved) => {
      // Menus, guards and the other parts of the page look at the company: everything is drawn anew.
      const page = side === 'buyer' ? links.buyerAccount : links.sellerAccount
      if (saved !== undefined && company === null) location.assign(page({ tab: 'certification' }))
    })
  return (
    <TypedFormBox
      form={form}
      label={company === null ? '新建企业' : '企业资料'}
      submit={company === null ? '新建企业' : '保存'}
      onSubmit={save}
      note={restored ? '已恢复上次填写的内容' : '填写的内容自动保存在本浏览器'}
      actions={
        <>
          {onBack && <Button onClick={onBack}>返回</Button>}
          {restored && <Button onClick={store.startOver}>重新填写</Button>}
        </>
      }
    >
      <FormSection number={1} title="企业">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <NameField form={form} company={company} open={company === null || nameOpen(company)} />
          <Input label="企业简称" required maxLength={30} placeholder="列表与卡片上显示" {...text('shortName')} />
          <div className="md:col-span-2">
            <DistrictPicker
              label="所在地区"
              required
              levels={3}
              value={values.districtCode}
              onChange={(code) => own.set('districtCode', code ?? '')}
              error={fault('districtCode')}
            />
          </div>
          <Input className="md:col-span-2" label="详细地址" required maxLength={100} {...text('address')} />
          <Select
            label="人员规模"
            options={scales.filter((scale) => scale !== '').map((scale) => ({ value: scale, label: scale }))}
            value={values.scale === '' ? null : values.scale}
            onChange={(scale) => own.set('scale', scale)}
            error={fault('scale')}
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
            error={fault('serviceClasses')}
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
    </TypedFormBox>
  )
}

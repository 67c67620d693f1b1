import { useStore } from '@nanostores/react'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import * as store from '../../../stores/accounts/companies/supplier.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import { ServiceClasses } from '../companies/ServiceClasses.tsx'
import { supplierAgreementPoints } from '../../../domain/accounts/certification.ts'
import { links } from '../../../domain/links.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Fault } from '../../../ui/form/Fault.tsx'
import { useEffect } from 'react'
import * as account from '../../../stores/accounts/companies/bank-account.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { BankAccountForm } from '../companies/BankAccountTab.tsx'

/** 填写店铺: the shop's first details for buyers. */
export const ShopForm = () => {
  const form = useForm(store.supplierForm)
  const items = useStore(store.logoUpload.items)
  const restored = useStore(store.supplierForm.restored)
  const { values, error, text } = form
  if (values === null) return null
  return (
    <FormFrame
      form={form}
      label="填写店铺"
      submit="下一步"
      onSubmit={() => store.goToAgreement()}
      note={restored ? '已恢复上次填写的内容' : '填写的内容自动保存在本浏览器'}
    >
      <FormSection number={1} title="店铺">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Input
            label="店铺名称"
            required
            maxLength={30}
            typed={values.shopName.length}
            hint="在全平台唯一"
            {...text('shopName')}
          />
          <div className="flex items-center gap-3 md:pt-7">
            <Avatar name={values.shopName || '店'} kind="org" size="lg" picture={values.logo?.url} />
            <span className="text-sm text-ink-3">{values.logo ? '店铺标志' : '没有标志时显示名称首字'}</span>
          </div>
          <Textarea
            className="md:col-span-2"
            label="店铺简介"
            required
            rows={4}
            maxLength={500}
            typed={values.brief.length}
            placeholder="主要能力、资质与服务过的项目"
            {...text('brief')}
          />
          <div className="md:col-span-2">
            <Upload
              label="店铺标志"
              error={error('logo')}
              files={items}
              multiple={false}
              accept={acceptOf('logo')}
              rule={`${fileRules.logo.words}，选填，正方形为佳`}
              onAdd={(files) => store.logoUpload.add(files)}
              onRemove={store.removeLogo}
              onRetry={(id) => store.logoUpload.retry(id)}
            />
          </div>
        </div>
      </FormSection>
      <FormSection number={2} title="业务分类">
        <ServiceClasses
          label="业务分类"
          value={values.serviceClasses}
          onChange={(classes) => store.supplierForm.set('serviceClasses', classes)}
          error={error('serviceClasses')}
        />
      </FormSection>
    </FormFrame>
  )
}

/** 签署入驻协议: summary, link to the full text, consent, submit. */
export const AgreementStep = ({ version }: { version: string }) => {
  const form = useForm(store.supplierForm)
  const { values, error: fault } = form
  if (values === null) return null
  const error = fault('agreed')
  return (
    <FormFrame
      form={form}
      label="签署入驻协议"
      submit="开通店铺"
      onSubmit={() => void store.openShop()}
      advice={(code) => (code === 0 ? '可能已经开通成功。再次点击“开通店铺”不会重复开通。' : null)}
      actions={<Button onClick={store.goToShop}>上一步</Button>}
    >
      <FormSection title="供应商入驻协议">
        <p className="text-ink-2">
          版本 {version}。要点如下，以
          <a
            href={links.agreement('supplier')}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline underline-offset-3"
          >
            《供应商入驻协议》
          </a>
          全文为准。
        </p>
        <ul className="mt-3 list-disc space-y-1.5 pl-5">
          {supplierAgreementPoints.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <div className="mt-5 border-t border-line pt-4">
          <Checkbox
            checked={values.agreed}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'agreed-error' : undefined}
            onChange={(event) => store.supplierForm.set('agreed', event.target.checked)}
          >
            我代表“{values.shopName}”所属企业，已阅读并同意《供应商入驻协议》
          </Checkbox>
          <Fault id="agreed-error" message={error} />
        </div>
      </FormSection>
    </FormFrame>
  )
}

const later = <Button onClick={store.skipBankAccount}>稍后填写</Button>

/** 填写收款账户: the last step of opening a shop. Users without the permission leave it to a colleague. */
export const PayeeStep = ({ mayAct }: { mayAct: boolean }) => {
  const state = useStore(account.bankAccount)
  useEffect(() => {
    if (mayAct) void account.loadBankAccount()
  }, [mayAct])
  return (
    <>
      <Notice tone="act" title="店铺已开通，填写收款账户后买家才能以银行转账付款">
        {!mayAct && '收款账户由主账号或有“企业信用”权限的同事填写。'}
      </Notice>
      {mayAct ? (
        <AsyncContent
          state={state}
          what="收款账户"
          permission="corporate_credit"
          onRetry={() => void account.loadBankAccount()}
          frame={cardFrame}
          skeleton={<CardSkeleton lines={5} className="min-h-[300px]" />}
        >
          {(held) => <BankAccountForm account={held} onSaved={() => void store.finishBankAccount()} actions={later} />}
        </AsyncContent>
      ) : (
        later
      )}
    </>
  )
}

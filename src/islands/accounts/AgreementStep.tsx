import { supplierAgreementPoints } from '../../domain/accounts/supplier-agreement.ts'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/accounts/supplier.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { FormSection } from '../FormSection.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { Fault } from '../../ui/Fault.tsx'

/** 签署入驻协议: what it says in short, the whole of it behind a link, the consent, the opening. */
export const AgreementStep = ({ version }: { version: string }) => {
  const form = useTypedForm(store.form)
  const { values, fault } = form
  if (values === null) return null
  const error = fault('agreed')
  return (
    <TypedFormBox
      form={form}
      label="签署入驻协议"
      submit="开通店铺"
      onSubmit={() => void store.open()}
      advice={(code) => (code === 0 ? '可能已经开通成功。再次点击“开通店铺”不会重复开通。' : null)}
      actions={<Button onClick={store.backToShop}>上一步</Button>}
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
            onChange={(event) => store.form.set('agreed', event.target.checked)}
          >
            我代表“{values.shopName}”所属企业，已阅读并同意《供应商入驻协议》
          </Checkbox>
          <Fault id="agreed-error" message={error} />
        </div>
      </FormSection>
    </TypedFormBox>
  )
}
